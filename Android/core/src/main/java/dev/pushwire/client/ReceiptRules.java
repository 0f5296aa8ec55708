package dev.pushwire.client;

/** What the device confirms to the server. */
final class ReceiptRules extends Rules {
  ReceiptRules(Reduction step) {
    super(step);
  }

  void flushDue() {}

  void receiptsAnswered(long request, ServerAnswer answer) {}
}
