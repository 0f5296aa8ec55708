package com.google.firebase.messaging;

import com.google.android.gms.tasks.Task;

public class FirebaseMessaging {
  /** What {@link #getInstance} answers; null: Firebase was not set up. */
  public static FirebaseMessaging fakeInstance;

  protected FirebaseMessaging() {}

  public static synchronized FirebaseMessaging getInstance() {
    if (fakeInstance == null) {
      throw new IllegalStateException("Default FirebaseApp is not initialized in this process");
    }
    return fakeInstance;
  }

  public Task<String> getToken() {
    throw new UnsupportedOperationException("stub");
  }
}
