// Android's and Firebase's callbacks in, the core's commands carried out.
plugins {
    id("com.android.library")
}

android {
    namespace = "dev.pushwire.android"
    compileSdk = 35
    defaultConfig {
        minSdk = 26
        consumerProguardFiles("consumer-rules.pro")
    }
    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_11
        targetCompatibility = JavaVersion.VERSION_11
    }
    // Its tests run against declarations, by scripts/android.
    sourceSets["test"].java.setSrcDirs(emptyList<String>())
}

dependencies {
    api(project(":core"))
    // The app brings its own, of the version that its Firebase BoM names.
    compileOnly("com.google.firebase:firebase-messaging:24.1.0")
}
