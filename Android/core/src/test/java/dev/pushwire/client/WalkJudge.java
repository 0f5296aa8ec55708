package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Does what the core orders in the model, and objects to what must never be. */
final class WalkJudge implements ClientCommandHandler {
  private final WalkModel model;
  private final ClientState state;
  private final ClientEvent event;
  /** The notification that a person acted on. */
  private final WalkPush current;

  WalkJudge(WalkModel model, ClientState state, ClientEvent event, WalkPush current) {
    this.model = model;
    this.state = state;
    this.event = event;
    this.current = current;
  }

  private static void require(boolean holds, String rule) {
    WalkModel.require(holds, rule);
  }

  private boolean isAndroid() {
    return state.session.platform == Platform.ANDROID;
  }

  // Permission

  @Override
  public void adoptInstallation(String id, String predecessor) {
    require(id.equals(state.installation) && !id.isEmpty(), "another id is adopted");
    require(!id.equals(predecessor), "its own predecessor");
  }

  @Override
  public void showExplainer(String moment) {
    require(model.explainer == null && !model.isPrompting, "an explainer beside another question");
    require(state.session.isForeground, "an explainer in the background");
    require(model.policy.moments.containsKey(moment), "an explainer of no moment");
    require(isAndroid() || !model.isAnswered, "an explainer after the one dialog");
    model.explainer = moment;
  }

  @Override
  public void hideExplainer() {
    require(model.explainer != null, "no explainer is there to hide");
    model.explainer = null;
  }

  @Override
  public void requestAuthorization(boolean provisional) {
    if (provisional) {
      require(model.policy.provisional && !isAndroid(), "quiet authorization that nobody wants");
      return;
    }
    boolean isYes = event.json().equals(ClientEvent.explainerAnswered(true).json());
    require(isYes, "a prompt without the explainer's yes");
    require(isAndroid() ? state.session.apiLevel >= 33 : !model.isAnswered, "a prompt too many");
    require(!model.isPrompting, "a prompt beside a prompt");
    model.isPrompting = true;
  }

  // Registration

  @Override
  public void askForToken(long attempt) {
    require(Long.valueOf(attempt).equals(state.session.tokenAttempt), "attempt " + attempt);
  }

  @Override
  public void putRegistration(RegistrationCall call) {
    require(model.registration == null, "two registrations at a time");
    require(state.session.isOnline && state.session.isLaunched, "a request while offline");
    require(Objects.equals(call.account, model.account), "a registration for " + call.account);
    require(call.installation.equals(state.installation), "another installation is registered");
    require(call.token != null && !call.token.value.isEmpty(), "a registration without a token");
    require(call.replaces == null || call.account != null, "nobody replaces somebody");
    model.sent(call);
    model.registration = call;
    try {
      ServerCall request = ServerCall.register(call, new Launch(), model.policy);
      require(request.body().get("generation").integer() == call.generation, "another generation is sent");
    } catch (ServerCall.NeedsAccount fault) {
      throw new AssertionError("a registration without an account or a publishable id", fault);
    }
  }

  @Override
  public void postLogout(long request, long generation) {
    require(model.logout == null, "two logouts at a time");
    require(generation <= state.registration.generation, "a logout of a later generation");
    model.logout = request;
  }

  @Override
  public void cancelRequest(long request) {
    require(model.registration != null && model.registration.request == request, "no such request");
    model.registration = null;
  }

  @Override
  public void settle(long caller, RegistrationOutcome outcome) {
    require(model.callers.remove(caller), "caller " + caller + " is settled twice");
  }

  @Override
  public void clearDelivered() {
    model.locals.values().removeIf(local -> local.tag != null);
  }

  @Override
  public void clearInbox() {}

  // Notifications

  private WalkModel.Open open(long handle) {
    WalkModel.Open open = model.handles.get(handle);
    require(open != null, "handle " + handle + " is completed twice, or was never open");
    return open;
  }

  private WalkPush claim(long handle, PushArrival.Way... ways) {
    WalkModel.Open open = open(handle);
    boolean fits = false;
    for (PushArrival.Way way : ways) {
      fits |= open.way == way;
    }
    require(fits, "handle " + handle + " came as " + open.way);
    model.handles.remove(handle);
    return open.push;
  }

  /** Nothing of another account is shown, stored or worked on. */
  private void requireOurs(WalkPush push, String what) {
    if (push == null) {
      return;
    }
    ClassPolicy known = model.policy.classes.get(push.notificationClass);
    boolean isForAccount = known != null && known.audience == ClassPolicy.Audience.ACCOUNT;
    require(!isForAccount || push.owner() != null, "without a tag, and " + what);
    if (push.owner() == null) {
      return;
    }
    require(push.owner().equals(model.account), "for " + push.owner() + ", and " + what);
    require(push.isLocal() || state.account.binding == AccountState.Binding.BOUND, "not bound, and " + what);
    model.count(what + " for an account");
  }

  @Override
  public void present(long handle, List<Presentation> options) {
    WalkPush push = claim(handle, PushArrival.Way.PRESENTING, PushArrival.Way.LOCAL);
    if (!options.isEmpty()) {
      requireOurs(push, "shown");
    }
  }

  @Override
  public void display(long handle, String notification, boolean alerts) {
    WalkPush push = claim(handle, PushArrival.Way.MESSAGE);
    require(Objects.equals(notification, push == null ? null : push.id), "displayed under another id");
    requireOurs(push, "shown");
  }

  @Override
  public void deliver(long handle, boolean suppressed) {
    WalkPush push = claim(handle, PushArrival.Way.EXTENSION);
    if (!suppressed) {
      requireOurs(push, "shown");
    }
  }

  @Override
  public void complete(long handle, WorkResult result) {
    WalkModel.Open open = open(handle);
    require(!open.isWorking || !model.works.containsValue(handle) || isEndOfWork(handle),
        "completed while its work goes on");
    model.works.values().remove(handle);
    claim(handle, PushArrival.Way.BACKGROUND, PushArrival.Way.MESSAGE, null);
  }

  private boolean isEndOfWork(long handle) {
    for (OpenWork work : state.session.works) {
      if (work.handle == handle) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void runWork(SilentWork work) {
    WalkModel.Open open = open(work.handle);
    require(open.way == PushArrival.Way.BACKGROUND || open.way == PushArrival.Way.MESSAGE, "work to show");
    requireOurs(open.push, "worked on");
    require(work.data.get("colour").string() != null && work.data.object().size() == 1, "the work's data");
    open.isWorking = true;
    require(model.works.put(work.work, work.handle) == null, "two works have one number");
  }

  @Override
  public void cancelWork(long work) {
    require(model.works.containsKey(work), "work " + work + " is not open");
  }

  @Override
  public void storeInbox(String notification, String notificationClass, Destination destination) {
    WalkPush push = model.push(notification);
    require(push != null && push.notificationClass.equals(notificationClass), "another one is stored");
    requireOurs(push, "stored");
  }

  @Override
  public void syncInbox() {
    require(state.account.binding == AccountState.Binding.BOUND, "an inbox of nobody");
  }

  @Override
  public void reconcile(List<String> classes) {
    List<String> sorted = new ArrayList<>(classes);
    sorted.sort(null);
    require(!classes.isEmpty() && sorted.equals(classes), "reconcile is not sorted");
    for (String name : classes) {
      ClassPolicy known = model.policy.classes.get(name);
      require(known.kind == ClassPolicy.Kind.SILENT && known.reconcile != null, "reconcile of " + name);
      boolean isBound = state.account.binding == AccountState.Binding.BOUND;
      require(isBound || known.audience != ClassPolicy.Audience.ACCOUNT, "fetched while not bound");
    }
  }

  @Override
  public void addLocal(LocalNotification local) {
    ClassPolicy known = model.policy.classes.get(local.notificationClass);
    boolean isForAccount = known != null && known.audience == ClassPolicy.Audience.ACCOUNT;
    require(isForAccount == (local.tag != null), "a local one's tag");
    require(!isForAccount || model.account != null, "a local one of nobody");
    model.locals.put(local.notification, local);
  }

  @Override
  public void cancelLocals(List<String> notifications) {
    model.locals.keySet().removeAll(notifications);
  }

  // Taps

  @Override
  public void authorize(long tap, Destination destination) {
    require(state.session.isReady && state.session.isForeground, "asked before the UI is ready");
    requireMayOpen(tap, destination);
    model.asked.add(tap);
  }

  @Override
  public void navigate(long tap, Destination destination, Navigation mode, String action) {
    require(state.session.isReady && state.session.isForeground, "navigated before the UI is ready");
    requireMayOpen(tap, destination);
    model.openedOnce(model.taps.get(tap));
  }

  /** A place that needs an account, or has parameters, is of the account that is here. */
  private void requireMayOpen(long tap, Destination destination) {
    DestinationPolicy place = model.policy.destinations.get(destination.name());
    require(place != null || destination.name().equals(model.policy.home), "a place that is unknown");
    boolean needsAccount = place != null && place.accountRequired;
    require(!needsAccount || model.account != null, "a place that needs an account, and nobody is here");
    WaitingTap waiting = model.taps.get(tap);
    String owner = waiting == null || waiting.notification == null ? null : owner(waiting);
    if (owner != null && !destination.parameters().isEmpty()) {
      require(owner.equals(model.account), "a tap of another account leads there");
      model.count("navigated for an account");
    }
  }

  /** Whom a tapped notification was for, by what was sent; a local one has the id of a remote one. */
  private String owner(WaitingTap tap) {
    WalkPush push = tap.isLocal
        ? new WalkPush(tap.notification, "", tap.tag, null) : model.push(tap.notification);
    return push == null ? null : push.owner();
  }

  @Override
  public void runAction(String action, String notification, String notificationClass, String text) {
    require(text == null || text.equals("typed"), "another text");
    require(current == null || model.policy.classes.containsKey(current.notificationClass), "no class");
    requireOurs(current, "an action runs");
  }

  // Set-up and background tasks

  @Override
  public void setCategories(List<String> ids) {
    require(!isAndroid(), "categories on Android");
  }

  @Override
  public void createChannels(List<String> ids) {
    require(isAndroid(), "channels elsewhere");
  }

  @Override
  public void registerTask(String id) {
    require(model.registered.add(id), "a task is registered twice");
  }

  @Override
  public void submitTask(String id, long earliest) {
    TaskPolicy task = model.policy.tasks.get(id);
    require(task != null && (!task.accountBound || model.account != null), "a task of nobody");
  }

  @Override
  public void cancelTasks(List<String> ids) {
    require(!ids.isEmpty(), "no task is cancelled");
  }

  @Override
  public void runTask(String id, long run) {
    require(id.equals(model.runs.get(run)), "another task runs");
  }

  @Override
  public void cancelRun(long run) {
    require(model.runs.containsKey(run), "run " + run + " is not open");
  }

  @Override
  public void completeTask(long run, boolean success) {
    require(model.runs.remove(run) != null, "run " + run + " is completed twice");
  }

  @Override
  public void warn(String code, String subject) {}

  // Receipts

  @Override
  public void scheduleFlush(long after, long spread) {
    long longest = ClientConstant.LONGEST_RETRY_DELAY;
    require(after > 0 && after <= longest && spread > 0 && spread <= longest, "a flush after " + after);
  }

  @Override
  public void postReceipts(long request, ReceiptBatch batch) {
    require(model.post == null, "two posts at a time");
    require(model.policy.receipts && !batch.isEmpty(), "nothing is posted");
    require(batch.receipts.size() <= ClientConstant.POST_CAPACITY, "too much is posted");
    String text = batch.json().text();
    require(!text.contains("typed") && !text.contains("tag|"), "receipts tell too much");
    model.post = request;
  }
}
