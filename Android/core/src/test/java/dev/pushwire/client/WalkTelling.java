package dev.pushwire.client;

/** What is open as soon as an event comes, before the core decides. */
final class WalkTelling extends DeafHandler {
  private final WalkModel model;

  WalkTelling(WalkModel model) {
    this.model = model;
  }

  @Override
  public void pushArrived(PushArrival push) {
    WalkModel.Open open = new WalkModel.Open();
    open.way = push.way;
    open.push = WalkEvents.of(push.payload);
    open.hasOtherOwner = push.hasOtherOwner;
    WalkModel.require(model.handles.put(push.handle, open) == null, "the walk uses a handle twice");
  }

  @Override
  public void responded(Response response) {
    model.current = WalkEvents.of(response.payload);
    if (response.handle != null) {
      WalkModel.Open open = new WalkModel.Open();
      open.push = model.current;
      model.handles.put(response.handle, open);
    }
  }

  @Override
  public void registrationAsked(long caller) {
    model.callers.add(caller);
  }

  @Override
  public void taskStarted(String id, long run) {
    model.runs.put(run, id);
  }
}
