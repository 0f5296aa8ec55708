plugins {
  id("com.android.application")
}

android {
  namespace = "dev.pushwire.parcel"
  defaultConfig {
    applicationId = "dev.pushwire.parcel"
    targetSdk = 32
  }
}

dependencies {
  implementation("com.google.firebase:firebase-messaging:24.0.0")
}
