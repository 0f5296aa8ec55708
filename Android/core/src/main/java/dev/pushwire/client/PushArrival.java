package dev.pushwire.client;

/** A notification that the system handed to the app. */
public final class PushArrival extends Coded {
  static final Codec<PushArrival> CODEC = Codec.record(PushArrival::new);

  /** How it came, which decides what can be done with it. */
  public enum Way implements CodedWord {
    /** iOS and macOS, in front: the system asks what to show ({@code willPresent}). */
    PRESENTING,
    /**
     * iOS and macOS: handed over to work with, shown or not ({@code didReceiveRemoteNotification}); a silent
     * push.
     */
    BACKGROUND,
    /** Android's {@code onMessageReceived}: the app shows it itself, or works with it. */
    MESSAGE,
    /** In a notification service extension, before the system shows it. */
    EXTENSION,
    /** A local notification is due while the app is in front ({@code willPresent}). */
    LOCAL;

    static final Codec<Way> CODEC = Codec.words(values());
  }

  /** What is completed, or the message to show. */
  public long handle;
  /** How it came. */
  public Way way = Way.PRESENTING;
  /** {@code userInfo}, or Android's data. */
  public JsonValue payload = JsonValue.EMPTY;
  /** Android: the message has a notification part; its texts and thread are the adapter's affair. */
  public boolean hasNotification;
  /** Of the alert, for {@link Screen#thread}. */
  public String thread;
  /** Whether somebody else in the app takes what is not ours. */
  public boolean hasOtherOwner;

  /** With every member at its default. */
  public PushArrival() {}

  @Override
  PushArrival blank() {
    return new PushArrival();
  }

  @Override
  void fields(FieldCoder coder) {
    handle = coder.number("handle", handle);
    way = coder.field("way", way, Way.CODEC);
    payload = coder.field("payload", payload, Codec.JSON);
    hasNotification = coder.flag("has_notification", hasNotification);
    thread = coder.optionalText("thread", thread);
    hasOtherOwner = coder.flag("has_other_owner", hasOtherOwner);
  }
}
