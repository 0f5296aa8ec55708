package dev.pushwire.client;

/** Takes back what opened with an event that could not be saved. */
final class WalkUntelling extends DeafHandler {
  private final WalkModel model;

  WalkUntelling(WalkModel model) {
    this.model = model;
  }

  @Override
  public void registrationAsked(long caller) {
    model.callers.remove(caller);
  }

  @Override
  public void taskStarted(String id, long run) {
    model.runs.remove(run);
  }
}
