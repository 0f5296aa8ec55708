import AppFacts
import Foundation
import Inspect
import TestSupport
import Testing

@testable import Audit

struct AndroidJoinerTests {
  private static let app = "plugins { id(\"com.android.application\") }\n"
  private static let library = "plugins { id(\"com.android.library\") }\n"
  private static let launcher = """
    <activity android:name=".Main"><intent-filter><action android:name="android.intent.action.MAIN"/>
    <category android:name="android.intent.category.LAUNCHER"/></intent-filter></activity>
    """

  private static func script(_ id: String, _ more: String = "") -> String {
    app + "android { defaultConfig { applicationId = \"\(id)\" }\n\(more) }"
  }
  private static func manifest(_ package: String?, _ inside: String = "") -> String {
    """
    <manifest xmlns:android="http://schemas.android.com/apk/res/android"\(package.map { " package=\"\($0)\"" } ?? "")>
    <application>\(inside)</application></manifest>
    """
  }
  private static func services(_ package: String) -> String {
    """
    {"project_info": {"project_number": "1", "project_id": "p"},
     "client": [{"client_info": {"android_client_info": {"package_name": "\(package)"}}}]}
    """
  }

  /// Apps as lines, each with the last parts of the names that were put to it.
  private func join(_ files: [String: String], _ change: (inout AuditFacts) -> Void = { _ in }) throws
    -> (lines: [String], result: Joiner.Result)
  {
    let folder = try ScratchFolder()
    for (name, text) in files { _ = try ExampleStage.write(name, text, in: folder.url) }
    var facts = Inspector().read([folder.path])
    change(&facts)
    let root = folder.path + "/"
    func names(_ places: [String]) -> String {
      places.map { $0.hasPrefix(root) ? String($0.dropFirst(root.count)) : $0 }.sorted().joined(
        separator: " ")
    }
    var result = Joiner.Result()
    AndroidJoiner.join(facts, &result)
    let lines = result.android.map { app in
      [
        app.applicationID ?? "?", names(app.manifests.map { facts.manifests[$0].place.file }),
        names(app.libraryManifests.map { facts.manifests[$0].place.file }),
        names(app.googleServices.map { facts.googleServices[$0].place.file }),
        names(app.sources.map { facts.sources[$0].file }),
      ].joined(separator: " | ")
    }
    return (lines.sorted(), result)
  }

  @Test func aTreeIsPutTogetherByItsModules() throws {
    let found = try join([
      "app/build.gradle.kts": Self.script(
        "dev.pushwire.parcel", "buildTypes { debug { applicationIdSuffix = \".debug\" } }"),
      "app/src/main/AndroidManifest.xml": Self.manifest(nil, Self.launcher),
      "app/src/androidTest/AndroidManifest.xml": Self.manifest(nil),
      "app/google-services.json": Self.services("dev.pushwire.other"),
      "push/build.gradle": Self.library,
      "push/src/main/AndroidManifest.xml": Self.manifest(nil),
      "Parcel.apk": Self.manifest("dev.pushwire.parcel.debug", Self.launcher),
    ])
    #expect(
      found.lines == [
        "dev.pushwire.parcel | Parcel.apk!AndroidManifest.xml app/src/main/AndroidManifest.xml"
          + " | push/src/main/AndroidManifest.xml | app/google-services.json | "
      ])
    #expect(found.result.joins.contains { $0.by == "application id dev.pushwire.parcel.debug" })
  }

  @Test func twoAppsKeepWhatIsTheirs() throws {
    let found = try join(
      [
        "rider/build.gradle": Self.script("dev.pushwire.rider"),
        "rider/src/main/AndroidManifest.xml": Self.manifest(nil),
        "driver/build.gradle": Self.script("dev.pushwire.driver"),
        "push/build.gradle": Self.library,
        "keys/rider.json": "{}", "services/google-services.json": Self.services("dev.pushwire.driver"),
        "elsewhere/google-services.json": Self.services("dev.pushwire.nobody"),
      ]
    ) { facts in
      let root = facts.gradleModules[0].place.file.replacingOccurrences(of: "/driver/build.gradle", with: "")
      for (name, language) in [
        ("rider/A.kt", SourceUnit.Language.kotlin), ("push/B.java", .java), ("server/C.java", .java),
        ("rider/src/test/D.kt", .kotlin),
      ] {
        facts.sources.append(SourceUnit(file: root + "/" + name, language: language))
      }
    }
    #expect(
      found.lines == [
        "dev.pushwire.driver |  |  | services/google-services.json | push/B.java",
        "dev.pushwire.rider | rider/src/main/AndroidManifest.xml |  |  | push/B.java rider/A.kt",
      ])
    #expect(found.result.unjoined.map(\.why) == ["it names none of the apps"])
  }

  @Test func withoutGradleTheLauncherTellsAnApp() throws {
    let found = try join([
      "a/AndroidManifest.xml": Self.manifest("dev.pushwire.parcel", Self.launcher),
      "b/AndroidManifest.xml": Self.manifest("dev.pushwire.library"),
    ])
    #expect(found.lines == ["dev.pushwire.parcel | a/AndroidManifest.xml | b/AndroidManifest.xml |  | "])
    // A manifest alone is an app's, as long as it has an application.
    #expect(try join(["AndroidManifest.xml": Self.manifest("dev.a")]).lines.count == 1)
    #expect(try join(["AndroidManifest.xml": "<manifest package=\"dev.a\"/>"]).lines == [])
  }

  @Test func aSplitIsNoApp() throws {
    let split = "<manifest package=\"dev.a\" split=\"config.de\"><application/></manifest>"
    #expect(try join(["split.apk": split]).lines == [])
    #expect(try join(["a.apk": Self.manifest("dev.a"), "b.aab": Self.manifest("dev.a")]).lines.count == 1)
  }

  @Test func aServersSourcesAreNoApps() throws {
    let found = try join(["x/AndroidManifest.xml": "<manifest/>"]) { facts in
      facts.sources = [SourceUnit(file: "Server.java", language: .java)]
    }
    #expect(found.lines == [])
  }
}
