package dev.pushwire.client;

/** A tap that has not led anywhere yet. */
public final class WaitingTap extends Coded {
  static final Codec<WaitingTap> CODEC = Codec.record(WaitingTap::new);

  /** The tap's number. */
  public long tap;
  /** The notification id; null: there is none. */
  public String notification;
  /** The notification's revision. */
  public long revision = 1;
  /** It was a local notification: the server is told nothing of it. */
  public boolean isLocal;
  /** Where it leads. */
  public Destination destination = new Destination("");
  /** The payload's binding tag; null: it has none. */
  public String tag;
  /** Whose the tag is; null: that is not known. */
  public String account;
  /** The button; null: a plain tap. */
  public String action;
  /** When it was, milliseconds since 1970. */
  public long at;
  /** The app was asked and has not answered. */
  public boolean isAsked;
  /**
   * Why it does not lead where it was meant to; {@link #destination} is the safe place then. Null: it does.
   */
  public String why;

  /** With every member at its default. */
  public WaitingTap() {}

  @Override
  WaitingTap blank() {
    return new WaitingTap();
  }

  @Override
  void fields(FieldCoder coder) {
    tap = coder.number("tap", tap);
    notification = coder.optionalText("notification", notification);
    revision = coder.number("revision", revision);
    isLocal = coder.flag("local", isLocal);
    destination = coder.field("destination", destination, Destination.CODEC);
    tag = coder.optionalText("tag", tag);
    account = coder.optionalText("account", account);
    action = coder.optionalText("action", action);
    at = coder.number("at", at);
    isAsked = coder.flag("asked", isAsked);
    why = coder.optionalText("why", why);
  }
}
