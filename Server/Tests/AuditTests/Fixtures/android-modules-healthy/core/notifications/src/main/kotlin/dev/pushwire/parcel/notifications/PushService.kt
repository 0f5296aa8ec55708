package dev.pushwire.parcel.notifications

import android.app.PendingIntent
import android.content.Context
import android.content.Intent
import android.os.Build
import androidx.core.app.NotificationCompat
import androidx.core.app.NotificationManagerCompat
import com.google.firebase.messaging.FirebaseMessaging
import com.google.firebase.messaging.FirebaseMessagingService
import com.google.firebase.messaging.RemoteMessage
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.launch

internal class PushService : FirebaseMessagingService() {
  override fun onNewToken(token: String) {
    PushRegistration.send(token)
  }

  override fun onMessageReceived(message: RemoteMessage) {
    val order = message.data["order"] ?: return
    when (message.data["class"]) {
      "order_shipped" -> show(this, order)
      "orders_changed" -> OrdersWork.enqueue(this)
      else -> Unit
    }
  }

  override fun onDeletedMessages() = OrdersWork.enqueue(this)

  private fun show(context: Context, order: String) {
    val intent = context.packageManager.getLaunchIntentForPackage(context.packageName)
      ?.apply { putExtra("order", order); flags = Intent.FLAG_ACTIVITY_SINGLE_TOP } ?: return
    val immutable = if (Build.VERSION.SDK_INT >= 23) PendingIntent.FLAG_IMMUTABLE else 0
    val tap = PendingIntent.getActivity(context, order.hashCode(), intent, PendingIntent.FLAG_UPDATE_CURRENT or immutable)
    val notification = NotificationCompat.Builder(context, Channel.ORDERS.id).apply {
      setSmallIcon(R.drawable.ic_parcel)
      setContentTitle(context.getString(R.string.on_its_way))
      setContentIntent(tap)
      setAutoCancel(true)
      addAction(0, context.getString(R.string.later), later(context))
    }.build()
    NotificationManagerCompat.from(context).notify(order, 1, notification)
  }

  private fun later(context: Context): PendingIntent =
    PendingIntent.getService(context, 2, Intent(context, LaterService::class.java), PendingIntent.FLAG_IMMUTABLE)
}

object PushRegistration {
  private val scope = CoroutineScope(SupervisorJob() + Dispatchers.IO)

  /** At every launch: the server hears that the token is still in use. */
  fun refresh() {
    FirebaseMessaging.getInstance().token.addOnSuccessListener { token -> send(token) }
  }

  fun send(token: String) {
    scope.launch { runCatching { Api.register(token) }.onFailure { Log.w("push", "not registered", it) } }
  }

  fun permissionChanged(granted: Boolean) {
    scope.launch { Api.permission(granted) }
  }
}
