package dev.pushwire.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What the walk knows for sure, and judges states and commands by. */
final class WalkModel {
  /** Something that waits to be completed. */
  static final class Open {
    /** Null: a response. */
    PushArrival.Way way;
    /** Null: not Pushwire's. */
    WalkPush push;
    boolean hasOtherOwner;
    boolean isWorking;
  }

  final ClientPolicy policy;
  private final Map<String, Long> tally;

  /** Who is signed in, by the app's own word. */
  String account;
  /** The system's dialog was answered, and the core was told. */
  boolean isAnswered;
  int numbers;
  final List<WalkPush> pushes = new ArrayList<>();
  final Map<String, LocalNotification> locals = new HashMap<>();
  private final Deque<String> opened = new ArrayDeque<>();
  private long sent;

  // What ends with the process
  String explainer;
  boolean isPrompting;
  RegistrationCall registration;
  Long logout;
  Long post;
  final Map<Long, Open> handles = new HashMap<>();
  final Map<Long, Long> works = new HashMap<>();
  final Map<Long, String> runs = new HashMap<>();
  final Set<Long> callers = new HashSet<>();
  final Set<Long> asked = new HashSet<>();
  final Set<String> registered = new HashSet<>();
  /** Waiting taps by their number. */
  final Map<Long, WaitingTap> taps = new HashMap<>();

  /** The notification that a person acted on with the event at hand. */
  WalkPush current;
  private String installation = "";
  private long generation;
  private long counter;

  WalkModel(ClientPolicy policy, Map<String, Long> tally) {
    this.policy = policy;
    this.tally = tally;
  }

  static void require(boolean holds, String rule) {
    if (!holds) {
      throw new AssertionError(rule);
    }
  }

  void count(String what) {
    tally.merge(what, 1L, Long::sum);
  }

  long nextNumber() {
    numbers += 1;
    return numbers;
  }

  void restarted(boolean isLost) {
    explainer = null;
    isPrompting = false;
    registration = null;
    logout = null;
    post = null;
    handles.clear();
    works.clear();
    runs.clear();
    callers.clear();
    asked.clear();
    registered.clear();
    if (isLost) {
      forget();
    }
  }

  /** The core begins anew: what the walk knew of its memory is void. */
  private void forget() {
    account = null;
    isAnswered = false;
    opened.clear();
    taps.clear();
    sent = 0;
    installation = "";
  }

  void before(ClientState state, ClientEvent event) {
    installation = state.installation;
    generation = state.registration.generation;
    counter = state.counter;
    current = null;
    event.tell(new WalkTelling(this));
  }

  /** The store failed: nobody was told, and what waits is completed by the adapter. */
  void notTaken(ClientEvent event) {
    handles.values().removeIf(open -> !open.isWorking);
    event.tell(new WalkUntelling(this));
  }

  void taken(ClientState state, ClientEvent event, Effects effects) {
    event.tell(new WalkTold(this));
    if (!state.installation.equals(installation) && !installation.isEmpty()) {
      count("another installation");
      forget();
    }
    for (ClientMetric metric : effects.metrics()) {
      if (metric.name.equals("suppressed")) {
        count("withheld");
      }
      require(metric.label == null || (!metric.label.contains("tag|") && !metric.label.contains("typed")),
          "a metric tells too much: " + metric.label);
    }
    WalkJudge judge = new WalkJudge(this, state, event, current);
    for (ClientCommand command : effects.commands()) {
      count(command.name());
      command.perform(judge);
    }
    checkState(state);
    checkOpen(state);
    taps.clear();
    for (WaitingTap tap : state.taps.waiting) {
      taps.put(tap.tap, WaitingTap.CODEC.copy(tap));
    }
  }

  private void checkState(ClientState state) {
    if (state.installation.equals(installation)) {
      require(state.counter >= counter, "the counter falls");
      require(state.registration.generation >= generation, "the generation falls");
    }
    require(state.registration.acknowledged <= state.registration.generation, "more is acknowledged");
    require(state.seen.size() <= ClientConstant.SEEN_CAPACITY, "too many are seen");
    require(state.taps.consumed.size() <= ClientConstant.CONSUMED_CAPACITY, "too many are consumed");
    require(state.taps.waiting.size() <= ClientConstant.TAP_CAPACITY, "too many taps wait");
    require(state.locals.size() <= ClientConstant.LOCAL_CAPACITY, "too many locals");
    require(state.account.tags.size() <= ClientConstant.TAG_CAPACITY, "too many tags");
    ReceiptBatch waiting = state.receipts.waiting;
    require(waiting.receipts.size() + waiting.events.size() <= ClientConstant.RECEIPT_CAPACITY,
        "too many receipts");
    require(Objects.equals(state.account.account, account), "signed in is " + account);
    require((state.account.binding == AccountState.Binding.UNBOUND) == (account == null),
        "binding " + state.account.binding);
    require(account != null || state.account.tags.isEmpty(), "tags of nobody");
    for (String tag : state.account.tags) {
      require(tag.split("\\|")[1].equals(account), "a tag of another account");
    }
  }

  private void checkOpen(ClientState state) {
    handles.values().removeIf(open -> open.push == null && open.hasOtherOwner);
    for (Map.Entry<Long, Open> open : handles.entrySet()) {
      require(open.getValue().isWorking, "handle " + open.getKey() + " stays open");
    }
    SessionState session = state.session;
    require(Objects.equals(session.explainer, explainer), "explainer " + session.explainer);
    require(session.isPrompting == isPrompting, "prompting " + session.isPrompting);
    require(new HashSet<>(session.callers).equals(callers), "callers " + session.callers);
    Set<Long> open = new HashSet<>();
    session.works.forEach(work -> open.add(work.work));
    require(open.equals(works.keySet()), "works " + open);
    Set<Long> running = new HashSet<>();
    session.runs.forEach(run -> running.add(run.run));
    require(running.equals(runs.keySet()), "runs " + running);
    require((session.registration == null) == (registration == null), "an open registration is forgotten");
    require((session.logout == null) == (logout == null), "an open logout is forgotten");
    require((session.post == null) == (post == null), "an open post is forgotten");
  }

  void sent(RegistrationCall call) {
    require(call.generation >= sent, "an older generation is sent");
    sent = call.generation;
  }

  /** A tap leads somewhere: once, also after a restart. */
  void openedOnce(WaitingTap tap) {
    if (tap == null || tap.notification == null) {
      return;
    }
    String key = tap.notification + "/" + tap.revision + "/" + tap.action;
    require(!opened.contains(key), "the same tap leads somewhere again: " + key);
    opened.addLast(key);
    if (opened.size() > ClientConstant.CONSUMED_CAPACITY / 2) {
      opened.removeFirst();
    }
  }

  WalkPush push(String id) {
    for (WalkPush push : pushes) {
      if (push.id.equals(id)) {
        return push;
      }
    }
    return null;
  }
}
