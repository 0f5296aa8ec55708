// The decisions: plain Java, without Android.
plugins {
    `java-library`
}

java {
    sourceCompatibility = JavaVersion.VERSION_11
    targetCompatibility = JavaVersion.VERSION_11
}

// Its tests are run by scripts/android, with the repository's scenarios.
sourceSets["test"].java.setSrcDirs(emptyList<String>())
