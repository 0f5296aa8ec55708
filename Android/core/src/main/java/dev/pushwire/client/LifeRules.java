package dev.pushwire.client;

/** How the app begins, comes to the front and gets its network. */
final class LifeRules extends Rules {
  LifeRules(Reduction step) {
    super(step);
  }

  void launched(Launch launch) {}

  void foregrounded() {}

  void networkChanged(boolean isOnline) {}
}
