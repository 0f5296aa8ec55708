plugins {
    id("com.android.application") version "8.7.3"
    id("org.jetbrains.kotlin.android") version "2.0.21"
    id("com.google.gms.google-services") version "4.4.2"
}

android {
    namespace = "com.example.parcel"
    compileSdk = 35
    defaultConfig {
        applicationId = "com.example.parcel"
        minSdk = 26
        targetSdk = 35
        versionCode = 1
        versionName = "1.0"
    }
    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_11
        targetCompatibility = JavaVersion.VERSION_11
    }
    kotlinOptions {
        jvmTarget = "11"
    }
    sourceSets {
        getByName("main") {
            manifest.srcFile("AndroidManifest.xml")
            kotlin.srcDirs("kotlin")
            java.setSrcDirs(emptyList<String>())
        }
        // What `pushwire generate manifest` writes, merged into each build.
        getByName("debug") { manifest.srcFile("AndroidManifest.push.xml") }
        getByName("release") { manifest.srcFile("AndroidManifest.push.xml") }
    }
}

dependencies {
    implementation("dev.pushwire:adapters")
    implementation(platform("com.google.firebase:firebase-bom:33.7.0"))
    implementation("com.google.firebase:firebase-messaging")
}
