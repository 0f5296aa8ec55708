package dev.pushwire.android;

import android.app.Activity;

/** What an app may want otherwise. */
public final class PushwireOptions {
  /**
   * The small icon, a drawable of the app's. 0: that of {@code
   * com.google.firebase.messaging.default_notification_icon} in the manifest, as Firebase takes for what it
   * shows itself; else the app's icon.
   */
  public int smallIcon;
  /** The Activity that taps open; null: the app's launcher. */
  public Class<? extends Activity> activity;
  /** How long the app may take to say what is shown in front, milliseconds; then the class counts. */
  public long foregroundDecision = 2_000;
  /** Requests to the server. */
  public HttpTransport transport = new UrlConnectionTransport();
  /** Codes for the developers' log. */
  public PushwireHandlers.Log log = (code, subject) -> { };
  /** What is counted. */
  public PushwireHandlers.Metrics metrics = metric -> { };

  /** With every option at its default. */
  public PushwireOptions() {}
}
