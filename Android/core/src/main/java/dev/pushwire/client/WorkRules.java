package dev.pushwire.client;

/** The work for silent pushes: each completed once. */
final class WorkRules extends Rules {
  WorkRules(Reduction step) {
    super(step);
  }

  void workFinished(long work, WorkResult result) {}

  void workExpired(long work) {}
}
