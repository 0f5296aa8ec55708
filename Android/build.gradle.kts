plugins {
    id("com.android.library") version "8.7.3" apply false
}

subprojects {
    group = "dev.pushwire"
    version = "0.1.0"
}
