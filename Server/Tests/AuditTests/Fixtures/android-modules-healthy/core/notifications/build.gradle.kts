plugins {
  alias(libs.plugins.android.library)
  kotlin("android")
}
android { namespace = "dev.pushwire.parcel.notifications" }
dependencies { api(libs.bundles.push) }
