package dev.pushwire.android;

/** An answer. */
public final class HttpReply {
  /** The HTTP status. */
  public final int status;
  /** {@code Retry-After}, seconds; null: there is none. */
  public final Long retryAfter;
  /** As it came. */
  public final byte[] body;

  /** An answer with this status, header and body. */
  public HttpReply(int status, Long retryAfter, byte[] body) {
    this.status = status;
    this.retryAfter = retryAfter;
    this.body = body.clone();
  }
}
