package dev.pushwire.client;

/** Which notifications are shown, kept or withheld. */
final class PushRules extends Rules {
  PushRules(Reduction step) {
    super(step);
  }

  void pushArrived(PushArrival push) {}

  void messagesDeleted() {}

  void notificationsLaunched() {}

  void reconcile() {}

  void accountLeft() {}
}
