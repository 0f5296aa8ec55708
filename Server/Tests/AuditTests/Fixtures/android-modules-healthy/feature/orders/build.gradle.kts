plugins { alias(libs.plugins.android.library) }
android { namespace = "dev.pushwire.parcel.orders" }
