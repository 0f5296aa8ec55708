package dev.pushwire.client;

/** Background tasks. */
final class TaskRules extends Rules {
  TaskRules(Reduction step) {
    super(step);
  }

  void taskAsked(String id) {}

  void taskSubmitted(String id, String fault) {}

  void taskStarted(String id, long run) {}

  void taskFinished(long run, boolean success) {}

  void taskExpired(long run) {}

  void tasksLaunched(Launch launch) {}

  void tasksForegrounded() {}
}
