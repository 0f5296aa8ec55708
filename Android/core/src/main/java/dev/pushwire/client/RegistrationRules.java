package dev.pushwire.client;

/** The token, and what the server is told of it. */
final class RegistrationRules extends Rules {
  RegistrationRules(Reduction step) {
    super(step);
  }

  void registrationAsked(long caller) {}

  void tokenReceived(DeviceToken token) {}

  void tokenFailed(String code) {}

  void tokenTimedOut(long attempt) {}

  void registrationAnswered(long request, ServerAnswer answer) {}
}
