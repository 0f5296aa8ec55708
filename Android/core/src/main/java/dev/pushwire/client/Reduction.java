package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;

/**
 * One event on its way through the rules. The rules of each area stand in a class of their own; which rules
 * an event goes to stands here.
 */
final class Reduction implements ClientEventHandler {
  final ClientPolicy policy;
  final ClientState state;
  final long now;
  final DestinationResolver resolver;

  final LifeRules life;
  final PrimingRules priming;
  final RegistrationRules registration;
  final AccountRules account;
  final PushRules push;
  final SetupRules setup;
  final ShowRules show;
  final SeenRules seen;
  final WorkRules work;
  final LocalRules locals;
  final TapRules taps;
  final JudgeRules judge;
  final ActionRules actions;
  final TaskRules tasks;
  final ReceiptRules receipts;

  private final List<ClientCommand> commands = new ArrayList<>();
  private final List<ClientMetric> metrics = new ArrayList<>();

  Reduction(ClientPolicy policy, ClientState state, long now) {
    this.policy = policy;
    this.state = state;
    this.now = now;
    resolver = new DestinationResolver(policy);
    life = new LifeRules(this);
    priming = new PrimingRules(this);
    registration = new RegistrationRules(this);
    account = new AccountRules(this);
    push = new PushRules(this);
    setup = new SetupRules(this);
    show = new ShowRules(this);
    seen = new SeenRules(this);
    work = new WorkRules(this);
    locals = new LocalRules(this);
    taps = new TapRules(this);
    judge = new JudgeRules(this);
    actions = new ActionRules(this);
    tasks = new TaskRules(this);
    receipts = new ReceiptRules(this);
  }

  /** What was ordered before is done, but for what a process before this one was told. */
  void begin() {
    if (state.session.isLaunched) {
      state.account.isLeaving = false;
    }
  }

  Effects effects() {
    return new Effects(commands, metrics);
  }

  void command(ClientCommand command) {
    commands.add(command);
  }

  void metric(String name, String label) {
    metrics.add(new ClientMetric(name, label));
  }

  /** A number that was never used on this installation. */
  long nextNumber() {
    state.counter += 1;
    return state.counter;
  }

  @Override
  public void launched(Launch launch) {
    life.launched(launch);
  }

  @Override
  public void foregrounded() {
    life.foregrounded();
  }

  @Override
  public void backgrounded() {
    state.session.isForeground = false;
  }

  @Override
  public void networkChanged(boolean isOnline) {
    life.networkChanged(isOnline);
  }

  @Override
  public void screenShown(Screen screen) {
    state.session.screen = Screen.CODEC.copy(screen);
  }

  @Override
  public void permissionRead(Permission permission) {
    priming.permissionRead(permission);
  }

  @Override
  public void momentReached(String name) {
    priming.momentReached(name);
  }

  @Override
  public void explainerAnswered(boolean accepted) {
    priming.explainerAnswered(accepted);
  }

  @Override
  public void promptAnswered(PromptAnswer answer) {
    priming.promptAnswered(answer);
  }

  @Override
  public void settingsOpened() {
    priming.settingsOpened();
  }

  @Override
  public void registrationAsked(long caller) {
    registration.registrationAsked(caller);
  }

  @Override
  public void tokenReceived(DeviceToken token) {
    registration.tokenReceived(token);
  }

  @Override
  public void tokenFailed(String code) {
    registration.tokenFailed(code);
  }

  @Override
  public void tokenTimedOut(long attempt) {
    registration.tokenTimedOut(attempt);
  }

  @Override
  public void registrationAnswered(long request, ServerAnswer answer) {
    registration.registrationAnswered(request, answer);
  }

  @Override
  public void loggedIn(String account) {
    this.account.loggedIn(account);
  }

  @Override
  public void loggedOut() {
    account.loggedOut();
  }

  @Override
  public void logoutAnswered(long request, ServerAnswer answer) {
    account.logoutAnswered(request, answer);
  }

  @Override
  public void pushArrived(PushArrival push) {
    this.push.pushArrived(push);
  }

  @Override
  public void messagesDeleted() {
    push.messagesDeleted();
  }

  @Override
  public void workFinished(long work, WorkResult result) {
    this.work.workFinished(work, result);
  }

  @Override
  public void workExpired(long work) {
    this.work.workExpired(work);
  }

  @Override
  public void localAsked(LocalNotification local) {
    locals.localAsked(local);
  }

  @Override
  public void localWithdrawn(String notification) {
    locals.localWithdrawn(notification);
  }

  @Override
  public void localRefused(String notification, String reason) {
    locals.localRefused(notification, reason);
  }

  @Override
  public void responded(Response response) {
    taps.responded(response);
  }

  @Override
  public void linkOpened(String url) {
    taps.linkOpened(url);
  }

  @Override
  public void uiReady() {
    judge.uiReady();
  }

  @Override
  public void uiNotReady() {
    state.session.isReady = false;
  }

  @Override
  public void accessAnswered(long tap, Access access) {
    judge.accessAnswered(tap, access);
  }

  @Override
  public void taskAsked(String id) {
    tasks.taskAsked(id);
  }

  @Override
  public void taskSubmitted(String id, String fault) {
    tasks.taskSubmitted(id, fault);
  }

  @Override
  public void taskStarted(String id, long run) {
    tasks.taskStarted(id, run);
  }

  @Override
  public void taskFinished(long run, boolean success) {
    tasks.taskFinished(run, success);
  }

  @Override
  public void taskExpired(long run) {
    tasks.taskExpired(run);
  }

  @Override
  public void flushDue() {
    receipts.flushDue();
  }

  @Override
  public void receiptsAnswered(long request, ServerAnswer answer) {
    receipts.receiptsAnswered(request, answer);
  }
}
