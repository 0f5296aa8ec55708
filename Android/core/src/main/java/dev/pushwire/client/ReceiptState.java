package dev.pushwire.client;

/** What the server is still to be told. */
public final class ReceiptState extends Coded {
  static final Codec<ReceiptState> CODEC = Codec.record(ReceiptState::new);

  /** What waits, oldest first. */
  public ReceiptBatch waiting = new ReceiptBatch();
  /** Failed posts in a row. */
  public long failures;
  /** How many were dropped because too many waited. */
  public long dropped;

  /** With every member at its default. */
  public ReceiptState() {}

  @Override
  ReceiptState blank() {
    return new ReceiptState();
  }

  @Override
  void fields(FieldCoder coder) {
    waiting = coder.field("waiting", waiting, ReceiptBatch.CODEC);
    failures = coder.number("failures", failures);
    dropped = coder.number("dropped", dropped);
  }
}
