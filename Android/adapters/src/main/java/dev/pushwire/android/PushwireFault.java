package dev.pushwire.android;

/** Why the server gave nothing. */
public final class PushwireFault extends Exception {
  private static final long serialVersionUID = 1L;

  /** The HTTP status; 0: no answer. */
  public final int status;
  /** The server's stable code, or not_registered; null: none. */
  public final String code;

  PushwireFault(int status, String code) {
    super(code == null ? "HTTP " + status : code);
    this.status = status;
    this.code = code;
  }
}
