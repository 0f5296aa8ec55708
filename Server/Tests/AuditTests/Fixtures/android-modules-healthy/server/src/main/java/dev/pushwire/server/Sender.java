package dev.pushwire.server;

import com.google.firebase.messaging.FirebaseMessaging;
import com.google.firebase.messaging.Message;

/** Of the backend: it is in the same repository, and no part of the app. */
final class Sender {
  static String send(String token) throws Exception {
    return FirebaseMessaging.getInstance().send(Message.builder().setToken(token).build());
  }
}
