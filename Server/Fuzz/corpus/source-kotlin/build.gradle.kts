plugins {
    id("com.android.application") version "8.5.0"
    kotlin("android")
}
val compose: String by project
android {
    namespace = "dev.pushwire.parcel"
    defaultConfig { applicationId = "dev.pushwire.parcel"; minSdk = 24 }
    buildTypes {
        getByName("release") { isMinifyEnabled = true }
    }
}
tasks.register<Copy>("copy") { from("a") into "b" }
dependencies { implementation(platform("com.google.firebase:firebase-bom:33.0.0")) }
