import java.util.Properties

plugins {
  alias(libs.plugins.android.application)
  alias(libs.plugins.google.services)
  kotlin("android")
}

val keys = Properties().apply { rootProject.file("keys.properties").takeIf { it.exists() }?.let { load(it.reader()) } }

android {
  namespace = "dev.pushwire.parcel"
  compileSdk = 35

  defaultConfig {
    applicationId = "dev.pushwire.parcel"
    minSdk = 26
    targetSdk = libs.versions.target.sdk.get().toInt()
    versionName = "2.${keys.getOrDefault("build", 0)}"
  }
  buildTypes {
    getByName("debug") { applicationIdSuffix = ".debug" }
    create("beta") {
      initWith(getByName("release"))
      applicationIdSuffix = ".beta"
    }
  }
}

dependencies {
  implementation(project(":core:notifications"))
  implementation(project(":feature:orders"))
  implementation(platform(libs.firebase.bom))
  testImplementation("junit:junit:4.13.2")
}
