package dev.pushwire.client;

/** Where taps, buttons and links lead. */
final class TapRules extends Rules {
  TapRules(Reduction step) {
    super(step);
  }

  void responded(Response response) {}

  void linkOpened(String url) {}

  void uiReady() {}

  void accessAnswered(long tap, Access access) {}

  void judgeTaps() {}
}
