package com.example.parcel

import com.google.firebase.messaging.FirebaseMessagingService
import com.google.firebase.messaging.RemoteMessage

class PushService : FirebaseMessagingService() {
    private val push get() = (application as ParcelApp).push

    override fun onNewToken(token: String) = push.newToken(token)
    override fun onMessageReceived(message: RemoteMessage) = push.messageReceived(message)
    override fun onDeletedMessages() = push.messagesDeleted()
}
