package dev.pushwire.android;

import com.google.firebase.messaging.FirebaseMessaging;
import java.util.regex.Pattern;

/** Firebase's registration token. */
final class FirebaseTokens implements TokenSource {
  /** As in SERVICE_NOT_AVAILABLE: Firebase has its codes in the messages of its exceptions. */
  private static final Pattern CODE = Pattern.compile("[A-Z][A-Z_]{2,63}");

  @Override
  public void ask(Answer answer) {
    try {
      FirebaseMessaging.getInstance().getToken().addOnCompleteListener(Runnable::run, task -> {
        if (task.isSuccessful() && task.getResult() != null) {
          answer.token(task.getResult());
        } else {
          answer.failed(code(task.getException()));
        }
      });
    } catch (IllegalStateException notSetUp) {
      answer.failed("firebase_not_set_up");
    }
  }

  static String code(Exception fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      String message = cause.getMessage();
      int colon = message == null ? -1 : message.lastIndexOf(' ');
      String word = message == null ? "" : message.substring(colon + 1);
      if (CODE.matcher(word).matches()) {
        return word;
      }
    }
    return fault == null ? "cancelled" : fault.getClass().getSimpleName();
  }
}
