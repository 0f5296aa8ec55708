package dev.pushwire.parcel

import android.app.Application
import android.app.NotificationChannel
import android.app.NotificationManager
import com.google.firebase.messaging.FirebaseMessaging
import com.google.firebase.messaging.FirebaseMessagingService

class ParcelApplication : Application() {
  override fun onCreate() {
    super.onCreate()
    getSystemService(NotificationManager::class.java).createNotificationChannel(
      NotificationChannel("parcels", "Parcels", NotificationManager.IMPORTANCE_DEFAULT))
    FirebaseMessaging.getInstance().token.addOnSuccessListener { Server.register(it) }
  }
}

class PushService : FirebaseMessagingService() {
  override fun onNewToken(token: String) = Server.register(token)
}
