package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;

/** POST /v1/installations/{id}/receipts. Sending it again counts nothing twice. */
public final class ReceiptBatch extends Coded {
  static final Codec<ReceiptBatch> CODEC = Codec.record(ReceiptBatch::new);

  /** What the device confirms of notifications, oldest first. */
  public List<Receipt> receipts = new ArrayList<>();
  /** The device's own events, oldest first. */
  public List<DeviceEvent> events = new ArrayList<>();

  /** With every member at its default. */
  public ReceiptBatch() {}

  /** Whether it holds nothing. */
  public boolean isEmpty() {
    return receipts.isEmpty() && events.isEmpty();
  }

  @Override
  ReceiptBatch blank() {
    return new ReceiptBatch();
  }

  @Override
  void fields(FieldCoder coder) {
    receipts = coder.field("receipts", receipts, Codec.list(Receipt.CODEC));
    events = coder.field("events", events, Codec.list(DeviceEvent.CODEC));
  }
}
