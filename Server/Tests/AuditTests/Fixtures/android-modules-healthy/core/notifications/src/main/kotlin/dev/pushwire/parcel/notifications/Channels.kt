package dev.pushwire.parcel.notifications

import android.app.NotificationManager
import android.content.Context
import androidx.annotation.StringRes
import androidx.core.app.NotificationChannelCompat
import androidx.core.app.NotificationManagerCompat

/** The channels of the app, each of which a person can switch off. */
enum class Channel(val id: String, @StringRes val title: Int, val importance: Int) {
  ORDERS("orders", R.string.orders, NotificationManager.IMPORTANCE_HIGH),
  NEWS("news", R.string.news, NotificationManager.IMPORTANCE_LOW),
  ;
}

object Channels {
  fun createAll(context: Context) {
    val manager = NotificationManagerCompat.from(context)
    manager.createNotificationChannelsCompat(
      Channel.values().map { channel ->
        NotificationChannelCompat.Builder(channel.id, channel.importance)
          .setName(context.getString(channel.title))
          .build()
      }
    )
  }
}
