package dev.pushwire.client;

/** A post of receipts under way. */
public final class OpenPost extends Coded {
  static final Codec<OpenPost> CODEC = Codec.record(OpenPost::new);

  /** The request's number. */
  public long request;
  /** How many receipts of the front it has. */
  public long receipts;
  /** How many events of the front it has. */
  public long events;

  /** With every member at its default. */
  public OpenPost() {}

  @Override
  OpenPost blank() {
    return new OpenPost();
  }

  @Override
  void fields(FieldCoder coder) {
    request = coder.number("request", request);
    receipts = coder.number("receipts", receipts);
    events = coder.number("events", events);
  }
}
