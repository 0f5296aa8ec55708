package dev.pushwire.parcel

import android.app.Application
import dev.pushwire.parcel.notifications.Channels

class ParcelApplication : Application() {
  override fun onCreate() {
    super.onCreate()
    Channels.createAll(this)
  }
}
