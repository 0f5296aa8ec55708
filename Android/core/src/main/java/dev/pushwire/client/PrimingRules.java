package dev.pushwire.client;

/** When the person is asked for permission, and when not. */
final class PrimingRules extends Rules {
  PrimingRules(Reduction step) {
    super(step);
  }

  void permissionRead(Permission permission) {}

  void momentReached(String name) {}

  void explainerAnswered(boolean accepted) {}

  void promptAnswered(PromptAnswer answer) {}

  void settingsOpened() {}
}
