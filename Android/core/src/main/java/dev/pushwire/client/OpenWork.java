package dev.pushwire.client;

/** The work for a silent push under way. */
public final class OpenWork extends Coded {
  static final Codec<OpenWork> CODEC = Codec.record(OpenWork::new);

  /** The work's number. */
  public long work;
  /** What is completed when it ends. */
  public long handle;
  /** The notification id; null: there is none. */
  public String notification;
  /** Cancelled when the account leaves. */
  public boolean isAccountBound;
  /** Milliseconds since 1970. */
  public long startedAt;

  /** With every member at its default. */
  public OpenWork() {}

  @Override
  OpenWork blank() {
    return new OpenWork();
  }

  @Override
  void fields(FieldCoder coder) {
    work = coder.number("work", work);
    handle = coder.number("handle", handle);
    notification = coder.optionalText("notification", notification);
    isAccountBound = coder.flag("account_bound", isAccountBound);
    startedAt = coder.number("started_at", startedAt);
  }
}
