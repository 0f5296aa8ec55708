import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

struct GradleTests {
  private func parse(
    _ text: String, _ catalogue: String = ""
  ) -> GradleModule? {
    GradleScript.read(Array(text.utf8), file: "build.gradle", VersionCatalogue(catalogue), InspectLimits())
  }

  @Test func groovyIsRead() throws {
    let module = try #require(
      parse(
        """
        apply plugin: 'com.android.application' // id 'com.android.library'
        apply plugin: 'com.google.gms.google-services'
        def appId = "dev.pushwire.parcel"
        android {
            compileSdk 35
            defaultConfig {
                applicationId appId
                minSdkVersion 26
                targetSdkVersion 35
                versionName "1.4"
            }
            buildTypes { debug { applicationIdSuffix ".debug" } }
            productFlavors {
                free { applicationId 'dev.pushwire.parcel.free' }
                paid { applicationIdSuffix "paid" }
            }
        }
        dependencies {
            implementation platform('com.google.firebase:firebase-bom:33.0.0')
            implementation 'com.google.firebase:firebase-messaging'
            implementation group: 'androidx.core', name: 'core', version: '1.13'
            /* implementation 'no.such:thing:1' */
            testImplementation 'junit:junit:4.13'
            implementation project(':push')
        }
        """))
    #expect(module.isApplication && module.appliesGoogleServices)
    #expect(module.applicationID?.value == "dev.pushwire.parcel")
    #expect(module.applicationID?.place.line == 7)
    #expect(module.minSDK?.value == 26 && module.targetSDK?.value == 35)
    #expect(module.targetSDK?.place.line == 9)
    #expect(module.otherApplicationIDs.map(\.value) == [".debug", "dev.pushwire.parcel.free", ".paid"])
    #expect(
      module.dependencies.map(\.value) == [
        "com.google.firebase:firebase-bom", "com.google.firebase:firebase-messaging", "androidx.core:core",
      ])
  }

  @Test func kotlinWithACatalogueIsRead() throws {
    let catalogue = """
      [versions]
      firebase = "33.0.0" # the bom
      target-sdk = "35"
      [libraries]
      firebase-bom = { group = "com.google.firebase", name = "firebase-bom", version.ref = "firebase" }
      firebase-messaging = { module = "com.google.firebase:firebase-messaging-ktx" }
      androidx-core = "androidx.core:core:1.13.0"
      [bundles]
      push = [
        "firebase-messaging",
        "androidx-core", # twice
      ]
      [plugins]
      android-application = { id = "com.android.application", version = "8.5.0" }
      gms = "com.google.gms.google-services:4.4.2"
      """
    let module = try #require(
      parse(
        """
        import java.util.Properties
        plugins {
          alias(libs.plugins.android.application)
          alias(libs.plugins.gms)
          kotlin("android")
        }
        android {
          namespace = "dev.pushwire.parcel"
          defaultConfig {
            applicationId = "dev.pushwire.parcel"
            targetSdk = libs.versions.target.sdk.get().toInt()
            minSdk = 26
          }
          buildTypes {
            getByName("debug") { applicationIdSuffix = ".debug" }
            create("beta") { applicationIdSuffix = ".${name}" }
          }
        }
        dependencies {
          implementation(platform(libs.firebase.bom))
          implementation(
            libs.firebase.messaging,
          )
          implementation(libs.bundles.push)
          debugImplementation(libs.unheard.of) { exclude(group = "a.b", module = "c") }
        }
        """, catalogue))
    #expect(module.isApplication && module.appliesGoogleServices)
    #expect(module.namespace?.value == "dev.pushwire.parcel")
    #expect(module.targetSDK?.value == 35 && module.minSDK?.value == 26)
    #expect(module.otherApplicationIDs.map(\.value) == [".debug"] && module.hasOpenApplicationIDs)
    #expect(
      module.dependencies.map(\.value) == [
        "com.google.firebase:firebase-bom", "com.google.firebase:firebase-messaging-ktx",
        "com.google.firebase:firebase-messaging-ktx", "androidx.core:core", "libs.unheard.of",
      ])
  }

  /// What is computed is not known, and is not taken for anything.
  @Test(arguments: [
    "applicationId = \"dev.${name}\"", "applicationId getId()", "applicationId = \"a\" + suffix",
    "applicationId = project.property(\"id\") as String", "applicationId unknownName", "applicationId = \"",
    "targetSdk = rootProject.ext.targetSdk", "targetSdkVersion flutter.targetSdkVersion", "targetSdk 30 + 4",
    "targetSdk = 99999999999999999999",
  ])
  func whatIsComputedIsUnknown(_ line: String) throws {
    let module = try #require(
      parse("plugins { id(\"com.android.application\") }\nandroid { defaultConfig {\n\(line)\n} }"))
    #expect(module.applicationID == nil && module.targetSDK == nil)
    #expect(module.otherApplicationIDs == [])
  }

  @Test func aConstantWithTwoValuesHasNone() throws {
    let text = """
      val id = "dev.a"
      if (paid) { val id = "dev.b" }
      android { defaultConfig { applicationId = id } }
      plugins { id("com.android.application") }
      """
    #expect(try #require(parse(text)).applicationID == nil)
  }

  @Test func librariesAndRootsAreTold() throws {
    #expect(parse("plugins { id(\"com.android.application\") version \"8.0\" apply false }") == nil)
    #expect(parse("plugins { id 'java' }") == nil)
    #expect(parse("") == nil)
    #expect(parse("plugins { alias(libs.plugins.android.library) }")?.isApplication == false)
    #expect(parse("plugins { id(\"com.android.dynamic-feature\") }")?.isApplication == false)
    // A convention plugin of the project's own.
    #expect(parse("plugins { id(\"parcel.android.application\") }")?.isApplication == true)
  }

  @Test func pluginsOfTheProjectsOwnAreTold() {
    for line in ["id(\"parcel.firebase\")", "alias(libs.plugins.parcel.push)", "apply from: 'push.gradle'"] {
      let text = "plugins { id(\"com.android.application\")\n\(line) }"
      #expect(parse(text)?.appliesOthers == true, "\(line)")
    }
    #expect(
      parse("apply plugin: 'com.android.application'\napply from: '../x.gradle'")?.appliesOthers == true)
    #expect(
      parse("plugins { id 'com.android.application'\n kotlin(\"android\")\n id 'kotlin-kapt' }")?
        .appliesOthers
        == false)
  }

  @Test func otherFrameworksAreTold() {
    let text = "apply plugin: 'com.android.application'\n"
    #expect(
      parse(text + "apply plugin: \"com.facebook.react\"")?.otherFramework?.value == "com.facebook.react")
    #expect(parse(text + "flutter { source '../..' }")?.otherFramework?.value == "flutter")
    #expect(parse(text)?.otherFramework == nil)
  }

  @Test func unbalancedBracesEnd() {
    let open = String(repeating: "a { (", count: 30_000)
    #expect(parse(open) == nil)
    #expect(parse(String(repeating: "} ) ]", count: 30_000)) == nil)
    #expect(parse("android { defaultConfig { applicationId \"a.b\"")?.applicationID?.value == "a.b")
    #expect(VersionCatalogue(String(repeating: "a = [\n", count: 5_000)).bundles.isEmpty)
    // A run of closing parentheses, and one of lines that never close: time is linear in them.
    let closing = "android { defaultConfig { applicationId \"a.b\"" + String(repeating: ")", count: 60_000)
    #expect(parse(closing)?.applicationID?.value == "a.b")
    let wide = String(repeating: "x", count: 1_000)
    #expect(
      VersionCatalogue("[bundles]\na = [\n" + String(repeating: "\"\(wide)\",\n", count: 190)).bundles.count
        == 1)
  }

  @Test func theCatalogueAboveIsFound() throws {
    let folder = try ScratchFolder()
    try folder.file(
      "gradle/libs.versions.toml", "[libraries]\nmessaging = \"com.google.firebase:firebase-messaging:1\"")
    let script = try folder.file(
      "apps/parcel/build.gradle.kts",
      "plugins { id(\"com.android.application\") }\ndependencies { implementation(libs.messaging) }")
    let facts = Inspector().read([script.path])
    #expect(
      facts.gradleModules.first?.dependencies.map(\.value) == ["com.google.firebase:firebase-messaging"])
    #expect(facts.inputs.first?.kind == .gradle)
  }
}
