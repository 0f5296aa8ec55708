plugins {
  alias(libs.plugins.android.application)
  id("com.google.gms.google-services") version "4.4.2" apply false
}
android {
  namespace = "dev.pushwire.parcel"
  defaultConfig { applicationId = "dev.pushwire.parcel"; targetSdk = libs.versions.target.get().toInt() }
  buildTypes { create("beta") { applicationIdSuffix = """.${name}""" } }
}
dependencies { implementation(libs.bundles.push) }
