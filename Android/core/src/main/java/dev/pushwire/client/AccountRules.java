package dev.pushwire.client;

/** Who is signed in, and what the server has confirmed of it. */
final class AccountRules extends Rules {
  AccountRules(Reduction step) {
    super(step);
  }

  void loggedIn(String account) {}

  void loggedOut() {}

  void logoutAnswered(long request, ServerAnswer answer) {}
}
