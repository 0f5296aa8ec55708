package dev.pushwire.client;

/** A request to the server under way. */
public final class OpenRequest extends Coded {
  static final Codec<OpenRequest> CODEC = Codec.record(OpenRequest::new);

  /** The request's number. */
  public long request;
  /** The generation it names. */
  public long generation;

  /** With every member at its default. */
  public OpenRequest() {}

  @Override
  OpenRequest blank() {
    return new OpenRequest();
  }

  @Override
  void fields(FieldCoder coder) {
    request = coder.number("request", request);
    generation = coder.number("generation", generation);
  }
}
