// The library as a Gradle build of its own: an app includes it with includeBuild (docs/android.md).
pluginManagement {
    repositories {
        google()
        mavenCentral()
        gradlePluginPortal()
    }
}
dependencyResolutionManagement {
    repositories {
        google()
        mavenCentral()
    }
}

rootProject.name = "pushwire"
include(":core", ":adapters")
