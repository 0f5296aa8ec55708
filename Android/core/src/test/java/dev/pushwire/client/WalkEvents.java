package dev.pushwire.client;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Chooses what happens next: mostly what could happen, sometimes what should not. */
final class WalkEvents {
  private static final String[] ACCOUNTS = {"alice", "bob", "c\u00e4cilie"};
  private static final String[] ACTIONS = {
    "tap", "tap", "tap", "dismiss", "track", "mute", "done", "reply", "delete", "unknown",
  };
  private static final String[] STATUSES = {
    "not_determined", "denied", "authorized", "authorized", "provisional", "ephemeral", "status_99",
  };
  private static final String[] LINKS = {
    "https://parcel.example/orders/8123", "parcel://offers/summer", "https://evil.example/orders/1",
    "https://PARCEL.example", "parcel:orders/%2e%2e", "http://parcel.example/offers", "tel:12", "",
  };

  private final Random random;
  private final WalkModel model;
  private final ClientPolicy policy;
  private final List<String> classes;
  private final List<String> tasks;
  private final List<String> tags = new ArrayList<>();
  private final Platform platform;
  private final long apiLevel;
  private String device = "device-1";
  private Launch.Marker marker;

  WalkEvents(Random random, WalkModel model, ClientPolicy policy) {
    this.random = random;
    this.model = model;
    this.policy = policy;
    classes = new ArrayList<>(new TreeMap<>(policy.classes).keySet());
    classes.add("later_class");
    tasks = new ArrayList<>(new TreeMap<>(policy.tasks).keySet());
    platform = pick(Platform.IOS, Platform.ANDROID, Platform.ANDROID, Platform.MACOS);
    apiLevel = platform == Platform.ANDROID ? 30 + random.nextInt(6) : 0;
  }

  /** What was sent, told from its payload; null: not Pushwire's. */
  static WalkPush of(JsonValue payload) {
    PushPayload read = new PushPayload(payload);
    if (!read.isOurs()) {
      return null;
    }
    return new WalkPush(read.notification, read.notificationClass, read.tag, read.destination);
  }

  @SafeVarargs
  private final <T> T pick(T... all) {
    return all[random.nextInt(all.length)];
  }

  private <T> T pick(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private boolean chance(int of) {
    return random.nextInt(of) == 0;
  }

  ClientEvent launch() {
    Launch launch = new Launch();
    launch.platform = platform;
    launch.apiLevel = apiLevel;
    launch.freshInstallation = "i-" + model.nextNumber();
    if (chance(200)) {
      device = "device-" + model.nextNumber(); // restored to another device
    }
    launch.deviceKey = chance(40) ? "" : device;
    launch.marker = chance(20) ? null : marker;
    launch.isForeground = !chance(3);
    launch.isOnline = !chance(5);
    launch.permission = permission();
    launch.taskHandlers = new ArrayList<>(tasks);
    launch.permittedTasks = new ArrayList<>(tasks);
    if (chance(4)) {
      launch.taskHandlers.add(pick(tasks));
      launch.taskHandlers.add("com.example.unlisted");
      launch.permittedTasks.add("com.example.unhandled");
    }
    return ClientEvent.launched(launch);
  }

  ClientEvent next(ClientState state) {
    if (!state.installation.isEmpty()) {
      marker = new Launch.Marker(state.installation, state.deviceKey);
    }
    SessionState session = state.session;
    switch (random.nextInt(32)) {
      case 0: return ClientEvent.foregrounded();
      case 1: return chance(2) ? ClientEvent.backgrounded() : ClientEvent.networkChanged(!chance(3));
      case 2: return ClientEvent.screenShown(
          new Screen(chance(2) ? destination() : null, chance(2) ? "thread-1" : null));
      case 3: return chance(2) ? ClientEvent.permissionRead(permission()) : ClientEvent.settingsOpened();
      case 4:
      case 5: return session.isPrompting ? ClientEvent.promptAnswered(answer()) : moment(session);
      case 6: return ClientEvent.registrationAsked(model.nextNumber());
      case 7: return token(session);
      case 8:
      case 9:
      case 10: return ClientEvent.registrationAnswered(
          request(session.registration == null ? null : session.registration.request), registration());
      case 11: return ClientEvent.loggedIn(pick(ACCOUNTS));
      case 12: return chance(2) ? ClientEvent.loggedOut() : ClientEvent.foregrounded();
      case 13: return ClientEvent.logoutAnswered(
          request(session.logout == null ? null : session.logout.request), serverAnswer());
      case 14: return chance(4) ? ClientEvent.messagesDeleted() : ClientEvent.flushDue();
      case 15: return ClientEvent.receiptsAnswered(
          request(session.post == null ? null : session.post.request), serverAnswer());
      case 16: return work();
      case 17: return local();
      case 18:
      case 19: return chance(3) ? ClientEvent.linkOpened(pick(LINKS)) : responded();
      case 20: return chance(4) ? ClientEvent.uiNotReady() : ClientEvent.uiReady();
      case 21:
      case 22: return ClientEvent.accessAnswered(
          model.asked.isEmpty() ? 7 : any(model.asked), chance(3) ? pick(Access.values()) : Access.ALLOWED);
      case 23:
      case 24: return task(state);
      default: return push();
    }
  }

  private <T> T any(Collection<T> all) {
    return pick(new ArrayList<>(all));
  }

  /** The number of the open request, or another. */
  private long request(Long open) {
    return open == null || chance(10) ? random.nextInt(1000) : open;
  }

  private Permission permission() {
    Permission permission = new Permission(pick(STATUSES));
    permission.alert = pick("", "enabled", "disabled");
    permission.appBlocked = chance(10);
    permission.rationale = chance(3);
    if (chance(5)) {
      permission.blockedChannels.add(pick("orders", "gone"));
    }
    return permission;
  }

  private PromptAnswer answer() {
    PromptAnswer answer = new PromptAnswer();
    answer.granted = chance(3);
    answer.rationaleBefore = chance(2);
    answer.rationaleAfter = chance(2);
    answer.milliseconds = random.nextInt(1000);
    return answer;
  }

  private ClientEvent moment(SessionState session) {
    if (session.explainer != null || chance(20)) {
      return ClientEvent.explainerAnswered(!chance(3));
    }
    return chance(30) ? ClientEvent.promptAnswered(answer())
        : ClientEvent.momentReached(pick("order_placed", "delivery_asked", "unknown"));
  }

  private ClientEvent token(SessionState session) {
    if (chance(4)) {
      return chance(2) ? ClientEvent.tokenFailed("3010")
          : ClientEvent.tokenTimedOut(session.tokenAttempt == null ? 3 : session.tokenAttempt);
    }
    DeviceToken token = new DeviceToken();
    token.value = chance(20) ? "" : "token-" + random.nextInt(4);
    token.environment = pick("", "production", "sandbox", "unknown");
    return ClientEvent.tokenReceived(token);
  }

  private ServerAnswer serverAnswer() {
    ServerAnswer answer = new ServerAnswer(
        chance(2) ? ServerAnswer.Outcome.OK : pick(ServerAnswer.Outcome.values()));
    if (chance(3)) {
      answer.generation = (long) random.nextInt(60);
    }
    if (chance(100)) {
      answer.generation = pick(Long.MAX_VALUE, Long.MIN_VALUE, ClientConstant.HIGHEST_GENERATION + 1);
    }
    answer.retryAfter = chance(4) ? pick(0L, 30L, Long.MAX_VALUE, -5L) : null;
    return answer;
  }

  /** The server gives its tags to the account that the open request names, and to no other. */
  private ServerAnswer registration() {
    ServerAnswer answer = serverAnswer();
    RegistrationCall call = model.registration;
    if (answer.outcome == ServerAnswer.Outcome.OK && call != null) {
      answer.binding = pick("bound", "bound", "bound", "ambiguous", "unbound", null);
      if ("bound".equals(answer.binding) && call.account != null) {
        answer.bindingTag = WalkPush.tag(call.account, random.nextInt(5));
        tags.add(answer.bindingTag);
      }
    }
    return answer;
  }

  private ClientEvent work() {
    long number = model.works.isEmpty() || chance(5) ? 3 : any(model.works.keySet());
    return chance(3) ? ClientEvent.workExpired(number)
        : ClientEvent.workFinished(number, pick(WorkResult.values()));
  }

  private ClientEvent local() {
    LocalNotification local = new LocalNotification();
    local.notification = chance(30) ? "" : chance(3) && !model.pushes.isEmpty() ? pick(model.pushes).id
        : "local-" + random.nextInt(100);
    if (chance(4)) {
      return chance(2) ? ClientEvent.localWithdrawn(local.notification)
          : ClientEvent.localRefused(local.notification, "the system's words");
    }
    local.notificationClass = pick("order_shipped", "device_notice", "promo");
    local.destination = destination();
    local.at = 1_800_000_000_000L + random.nextInt(10_000_000);
    return ClientEvent.localAsked(local);
  }

  private Destination destination() {
    switch (random.nextInt(5)) {
      case 0: return new Destination("order", Map.of("order", "8" + random.nextInt(5)));
      case 1: return new Destination("chat", Map.of("thread", "t-1", "extra", "x"));
      case 2: return new Destination("offers");
      case 3: return new Destination(pick("receipt", "nowhere", "home", "orders"));
      default: return new Destination("offer", Map.of("offer", "summer"));
    }
  }

  /** An earlier one again, or a new one for somebody or nobody. */
  private WalkPush anyPush() {
    if (!model.pushes.isEmpty() && chance(3)) {
      int age = random.nextInt(Math.min(30, model.pushes.size()));
      WalkPush push = model.pushes.get(model.pushes.size() - 1 - age);
      push.revision += chance(4) ? 1 : 0;
      return push;
    }
    String tag = tags.isEmpty() || chance(8) ? WalkPush.tag("mallory", 1)
        : tags.get(tags.size() - 1 - random.nextInt(Math.min(3, tags.size())));
    String name = pick(classes);
    ClassPolicy known = policy.classes.get(name);
    boolean isForAccount = known != null && known.audience == ClassPolicy.Audience.ACCOUNT;
    WalkPush push = new WalkPush("n-" + model.nextNumber(), name,
        isForAccount && !chance(10) ? tag : null, chance(6) ? null : destination());
    model.pushes.add(push);
    if (model.pushes.size() > 300) {
      model.pushes.subList(0, 100).clear();
    }
    return push;
  }

  private ClientEvent push() {
    PushArrival push = new PushArrival();
    push.handle = model.nextNumber();
    push.thread = pick(null, "thread-1", "thread-2");
    push.hasNotification = chance(2);
    boolean isAndroid = platform == Platform.ANDROID;
    push.way = isAndroid ? PushArrival.Way.MESSAGE
        : pick(PushArrival.Way.PRESENTING, PushArrival.Way.BACKGROUND, PushArrival.Way.EXTENSION);
    if (!model.locals.isEmpty() && chance(10)) {
      push.way = PushArrival.Way.LOCAL;
      push.payload = any(model.locals.values()).payload();
    } else if (chance(25)) {
      push.payload = JsonValue.object(Map.of("foreign", JsonValue.of(true)));
      push.hasOtherOwner = chance(2);
    } else if (chance(60)) {
      push.payload = JsonValue.object(Map.of("pw.c", JsonValue.of(PushPayload.CHALLENGE_CLASS),
          "pushwire_challenge", JsonValue.of("challenge-" + push.handle)));
    } else {
      push.payload = anyPush().payload(isAndroid);
    }
    return ClientEvent.pushArrived(push);
  }

  private ClientEvent responded() {
    Response response = new Response();
    response.handle = chance(3) ? null : Long.valueOf(model.nextNumber());
    response.action = pick(ACTIONS);
    response.text = chance(2) ? "typed" : null;
    response.payload = !model.locals.isEmpty() && chance(6) ? any(model.locals.values()).payload()
        : anyPush().payload(platform == Platform.ANDROID);
    return ClientEvent.responded(response);
  }

  private ClientEvent task(ClientState state) {
    String id = chance(10) ? "com.example.unlisted" : pick(tasks);
    switch (random.nextInt(5)) {
      case 0: return ClientEvent.taskAsked(id);
      case 1: return ClientEvent.taskSubmitted(
          state.tasks.pending.isEmpty() ? id : pick(state.tasks.pending),
          pick(null, null, "unavailable", "too_many", "not_permitted", "else"));
      case 2: return ClientEvent.taskStarted(id, model.nextNumber());
      default:
        long run = model.runs.isEmpty() || chance(10) ? 3 : any(model.runs.keySet());
        return chance(3) ? ClientEvent.taskExpired(run) : ClientEvent.taskFinished(run, chance(2));
    }
  }
}
