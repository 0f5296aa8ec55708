import Foundation
import TestSupport
import Testing

@testable import ProfileFile

/// Small projects, written to a folder of their own.
struct ProjectFolder {
  private let folder: ScratchFolder
  var path: String { folder.path }

  init(_ files: [String: String]) throws {
    folder = try ScratchFolder()
    for (name, text) in files { try write(name, text) }
  }

  func write(_ name: String, _ text: String) throws { try folder.file(name, text) }

  func search() throws -> ProjectDiscovery { try ProjectDiscovery.search(path) }
}

struct XcodeDiscoveryTests {
  /// A project as Xcode writes it, cut to what matters.
  static func project(_ targets: [(name: String, type: String, settings: String)], shared: String = "")
    -> String
  {
    var objects = ""
    for (index, target) in targets.enumerated() {
      objects += """
        T\(index) /* \(target.name) */ = {
          isa = PBXNativeTarget;
          buildConfigurationList = L\(index) /* Build configuration list for PBXNativeTarget "\(target.name)" */;
          name = "\(target.name)";
          productType = "com.apple.product-type.\(target.type)";
        };
        L\(index) = { isa = XCConfigurationList; buildConfigurations = ( D\(index), R\(index), ); };
        D\(index) = { isa = XCBuildConfiguration; name = Debug; buildSettings = { \(target.settings) }; };
        R\(index) /* Release */ = {
          isa = XCBuildConfiguration;
          baseConfigurationReference = C0;
          buildSettings = {
            \(target.settings)
          };
          name = Release;
        };

        """
    }
    let ids = targets.indices.map { "T\($0)," }.joined(separator: " ")
    return """
      // !$*UTF8*$!
      {
        archiveVersion = 1;
        objects = {
      \(objects)
        C0 = { isa = PBXFileReference; path = App.xcconfig; sourceTree = "<group>"; };
        P0 = { isa = PBXProject; buildConfigurationList = LP; targets = ( \(ids) ); };
        LP = { isa = XCConfigurationList; buildConfigurations = ( DP, RP ); };
        DP = { isa = XCBuildConfiguration; name = Debug; buildSettings = { \(shared) }; };
        RP = { isa = XCBuildConfiguration; name = Release; buildSettings = { \(shared) }; };
        };
        rootObject = P0 /* Project object */;
      }
      """
  }

  @Test func theAppIsChosenOverItsExtensionAndTests() throws {
    let folder = try ProjectFolder([
      "Parcel.xcodeproj/project.pbxproj": Self.project(
        [
          ("ParcelTests", "bundle.unit-test", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.parcel.tests;"),
          ("Service", "app-extension", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.parcel.service;"),
          ("Parcel", "application", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.parcel;"),
        ], shared: "DEVELOPMENT_TEAM = ABCDE12345; IPHONEOS_DEPLOYMENT_TARGET = 16.4; SDKROOT = iphoneos;")
    ])
    let found = try folder.search()
    #expect(found.iosBundleID?.value == "com.acme.parcel")
    #expect(found.iosBundleID?.place.hasPrefix("Parcel.xcodeproj/project.pbxproj:") == true)
    #expect(found.teamID?.value == "ABCDE12345" && found.minimumIOS?.value == "16.4")
    #expect(found.name?.value == "Parcel" && found.macosBundleID == nil)
    #expect(
      found.notes == [
        "took the app Parcel of Parcel.xcodeproj/project.pbxproj, not its extensions and tests: "
          + "ParcelTests, Service"
      ])
  }

  @Test func theLineIsThatOfTheValue() throws {
    let text = Self.project([("A", "application", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.a;")])
    let found = try ProjectFolder(["A.xcodeproj/project.pbxproj": text]).search()
    let line = try #require(found.iosBundleID?.place.split(separator: ":").last.flatMap { Int($0) })
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[line - 1].contains("PRODUCT_BUNDLE_IDENTIFIER"))
  }

  @Test func settingsAreResolvedThroughConfigsAndVariables() throws {
    let folder = try ProjectFolder([
      "ios/App.xcodeproj/project.pbxproj": Self.project(
        [
          (
            "My App", "application",
            "PRODUCT_BUNDLE_IDENTIFIER = \"$(PREFIX).${PRODUCT_NAME:rfc1034identifier:lower}\";"
          )
        ],
        shared: "DEVELOPMENT_TEAM = \"$(TEAM)\";"),
      "ios/Config/App.xcconfig": "#include \"Base.xcconfig\"\nTEAM = ABCDE12345 // ours\n",
      "ios/Config/Base.xcconfig": "// shared\nPREFIX[sdk=iphoneos*][arch=*] = com.acme\nTEAM = WRONG00000\n",
    ])
    let found = try folder.search()
    #expect(found.iosBundleID?.value == "com.acme.my-app")
    #expect(found.teamID?.value == "ABCDE12345")
  }

  @Test func anOlderProjectKeepsTheIDInItsInfoPlist() throws {
    let folder = try ProjectFolder([
      "ios/A.xcodeproj/project.pbxproj": Self.project([
        ("A", "application", "INFOPLIST_FILE = \"$(SRCROOT)/A/A-Info.plist\"; DEVELOPMENT_TEAM = ABCDE12345;")
      ]),
      "ios/A/A-Info.plist":
        "<plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>com.acme.${PRODUCT_NAME}</string></dict></plist>",
    ])
    let found = try folder.search()
    #expect(found.iosBundleID == .init("com.acme.A", at: "ios/A/A-Info.plist"))
    #expect(found.notes == [])
  }

  @Test func whatCannotBeResolvedIsSaid() throws {
    let folder = try ProjectFolder([
      "A.xcodeproj/project.pbxproj": Self.project([
        ("A", "application", "PRODUCT_BUNDLE_IDENTIFIER = \"$(SECRET).a\"; LOOP = \"$(LOOP)\";")
      ])
    ])
    let found = try folder.search()
    #expect(found.iosBundleID == nil)
    let note = try #require(found.notes.first)
    #expect(note.hasSuffix("`$(SECRET).a` holds a build setting that is not in these files"))
  }

  @Test func macAppsAndSeveralAppsAreToldApart() throws {
    let folder = try ProjectFolder([
      "Acme.xcodeproj/project.pbxproj": Self.project([
        (
          "Mac", "application",
          "PRODUCT_BUNDLE_IDENTIFIER = com.acme.mac; SDKROOT = macosx; MACOSX_DEPLOYMENT_TARGET = 13.0;"
        ),
        ("Staging", "application", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.staging;"),
        ("Acme", "application", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app;"),
        ("Watch", "application.watchapp2", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.app.watch;"),
      ])
    ])
    let found = try folder.search()
    #expect(found.iosBundleID?.value == "com.acme.app" && found.macosBundleID?.value == "com.acme.mac")
    #expect(found.minimumMacOS?.value == "13.0")
    #expect(
      found.notes.contains("Acme.xcodeproj/project.pbxproj has several iOS apps: took Acme, not Staging"))
    #expect(found.notes.contains("Acme.xcodeproj/project.pbxproj names no DEVELOPMENT_TEAM"))
  }

  @Test func dependenciesAndLinksAreNotSearched() throws {
    let text = Self.project([("A", "application", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.a;")])
    let folder = try ProjectFolder([
      "Pods/A.xcodeproj/project.pbxproj": text, ".hidden/project.pbxproj": text,
    ])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/loop", withDestinationPath: folder.path + "/Pods")
    #expect(try folder.search().isEmpty)
  }

  @Test func brokenFilesAreSaid() throws {
    for text in ["", "{", "{ a = ", "{ a = ( b, ; }", "{ a = \"b", String(repeating: "(", count: 100_000)] {
      let found = try ProjectFolder(["A.xcodeproj/project.pbxproj": text]).search()
      #expect(found.notes == ["A.xcodeproj/project.pbxproj was not understood"])
    }
  }

  @Test func anInfoPlistAloneTellsTheBundleID() throws {
    let plist = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>com.acme.plain</string>
      <key>CFBundleName</key><string>Plain</string>
      </dict></plist>
      """
    let found = try ProjectFolder(["App/Info.plist": plist]).search()
    #expect(
      found.iosBundleID == .init("com.acme.plain", at: "App/Info.plist") && found.name?.value == "Plain")
  }

  @Test func whatIsNotThereIsAnError() {
    #expect(throws: ProfileFileError.self) { try ProjectDiscovery.search("/not/there") }
  }
}

struct AndroidDiscoveryTests {
  static let services = """
    {"project_info": {"project_id": "acme-1f3c2", "project_number": "123"}, "client": [
      {"client_info": {"android_client_info": {"package_name": "com.acme.app"}}},
      {"client_info": {"android_client_info": {"package_name": "com.acme.app.debug"}}}]}
    """

  @Test func gradleTellsTheApplication() throws {
    let folder = try ProjectFolder([
      "build.gradle": "plugins { id 'com.android.application' version '8.1' apply false }\next.minSdk = 26\n",
      "lib/build.gradle": "apply plugin: 'com.android.library'\nandroid { namespace 'com.acme.lib' }\n",
      "app/build.gradle": """
      apply plugin: 'com.android.application'
      /* applicationId "com.acme.old"
       */
      android {
        namespace 'com.acme.space'
        defaultConfig {
          // applicationId "com.acme.commented"
          applicationId "com.acme.app" // this one
          minSdkVersion rootProject.ext.minSdk
          targetSdkVersion 35
        }
        buildTypes { debug { applicationIdSuffix ".debug" } }
      }
      """,
      "app/google-services.json": Self.services,
    ])
    let found = try folder.search()
    #expect(found.androidPackage == .init("com.acme.app", at: "app/build.gradle:8"))
    #expect(found.minimumSDK?.value == 26 && found.targetSDK == .init(35, at: "app/build.gradle:10"))
    #expect(found.projectID == .init("acme-1f3c2", at: "app/google-services.json"))
    #expect(found.notes == ["app/build.gradle:12: a build with the suffix .debug is another app to Firebase"])
  }

  @Test func kotlinScriptsAreReadToo() throws {
    let folder = try ProjectFolder([
      "app/build.gradle.kts": """
      plugins { alias(libs.plugins.android.application) }
      val appId = "com.acme.kts"
      android {
        namespace = "com.acme.space"
        defaultConfig { applicationId = appId; minSdk = libs.versions.minSdk.get().toInt(); targetSdk = 34 }
      }
      """
    ])
    let found = try folder.search()
    #expect(found.androidPackage == .init("com.acme.kts", at: "app/build.gradle.kts:5"))
    #expect(found.targetSDK?.value == 34 && found.minimumSDK == nil)
    #expect(found.notes == ["app/build.gradle.kts:5: minSdk is computed from `libs.versions.minSdk.get`"])
  }

  @Test func pluginsMayStandElsewhere() throws {
    let script =
      "plugins { alias(acme.android.compose) }\nandroid { defaultConfig { applicationId 'com.acme.app' } }\n"
    let found = try ProjectFolder(["app/build.gradle": script]).search()
    #expect(found.androidPackage == .init("com.acme.app", at: "app/build.gradle:2"))
  }

  @Test func firebaseFilesAloneAreEnough() throws {
    let folder = try ProjectFolder(["google-services.json": Self.services])
    let found = try ProjectDiscovery.search(folder.path + "/google-services.json")
    #expect(found.androidPackage == .init("com.acme.app", at: "google-services.json"))
    #expect(found.projectID?.value == "acme-1f3c2")
    #expect(
      found.notes == ["google-services.json has several apps: took com.acme.app, not com.acme.app.debug"])
  }

  @Test func anotherAppsFirebaseFileIsSaid() throws {
    let plist = """
      <plist version="1.0"><dict><key>BUNDLE_ID</key><string>com.acme.other</string>
      <key>PROJECT_ID</key><string>acme-other</string></dict></plist>
      """
    let folder = try ProjectFolder([
      "A.xcodeproj/project.pbxproj": XcodeDiscoveryTests.project([
        ("A", "application", "PRODUCT_BUNDLE_IDENTIFIER = com.acme.a; DEVELOPMENT_TEAM = ABCDE12345;")
      ]),
      "A/GoogleService-Info.plist": plist, "app/google-services.json": Self.services,
      "app/build.gradle": "plugins { id 'com.android.application' }\nandroid { namespace 'com.acme.b' }\n",
    ])
    let found = try folder.search()
    #expect(
      found.notes == [
        "app/google-services.json has no app com.acme.b, only com.acme.app, com.acme.app.debug: another app's file",
        "A/GoogleService-Info.plist belongs to the Firebase project acme-other, app/google-services.json to acme-1f3c2",
        "A/GoogleService-Info.plist is for com.acme.other, the app is com.acme.a: another app's file",
      ])
  }

  @Test func aManifestAloneTellsThePackage() throws {
    let folder = try ProjectFolder([
      "AndroidManifest.xml":
        "<?xml version=\"1.0\"?>\n<manifest xmlns:android=\"x\"\n    package=\"com.acme.old\">\n</manifest>"
    ])
    #expect(try folder.search().androidPackage == .init("com.acme.old", at: "AndroidManifest.xml"))
  }

  @Test func aFoundProjectMakesAProfileThatPasses() throws {
    let folder = try ProjectFolder([
      "app/google-services.json": Self.services,
      "app/build.gradle": "plugins { id 'com.android.application' }\nandroid { namespace 'com.acme.app' }\n",
    ])
    #expect(try StarterProfileTests.check(StarterProfile.render(try folder.search())) == [])
  }
}
