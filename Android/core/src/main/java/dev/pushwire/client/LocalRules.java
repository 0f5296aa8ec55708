package dev.pushwire.client;

/** Local notifications, under the rules of remote ones. */
final class LocalRules extends Rules {
  LocalRules(Reduction step) {
    super(step);
  }

  void localAsked(LocalNotification local) {}

  void localWithdrawn(String notification) {}

  void localRefused(String notification, String reason) {}
}
