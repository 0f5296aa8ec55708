package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;

/**
 * Registration: one open request at a time, always with the newest that is known.
 *
 * <pre>
 * what happens                                then
 * each launch                                 the token is asked for; what the system says is sent
 * another token, kind or environment          generation + 1, sent
 * no token in time, or the system refuses     told as unavailable or failed; asked again at next launch. What
 *                                             else is due is sent with the token that is known
 * ... none is known, and the network returns  asked for again
 * something changed while a request is open   that request is cancelled, the newest is sent
 * offline, or the token is awaited            due; sent when online, or with the token
 * nobody signed in and no publishable id; or
 *   after a logout no class for anybody else  nothing is sent before the next login
 * a logout that the server has not confirmed  goes first
 *
 * the server answers                          then
 * to a request that is not the open one       ignored
 * ok, an older generation                     ignored: still due
 * ok                                          confirmed; see AccountRules for the binding
 * stale(g), g not below what was sent         generation = max(own, g) + 1, sent again
 * ... more than STALE_FOLLOWED times in a row as if it could not be reached
 * unreachable, unauthorized                   due; sent again when online, in front or launched
 * refused, or a stale that makes no sense     not due: not sent again before a change or a launch
 * </pre>
 *
 * <p>Whoever asked to register is told once how it ended, and at once where it has to wait.
 */
final class RegistrationRules extends Rules {
  RegistrationRules(Reduction step) {
    super(step);
  }

  void registrationAsked(long caller) {
    settle(RegistrationOutcome.SUPERSEDED);
    state.session.callers.add(caller);
    if (state.registration.token == null && state.session.tokenAttempt == null && state.session.isLaunched) {
      askForToken();
    }
    register();
  }

  /** At launch, and where a token is wanted and none awaited. */
  void askForToken() {
    long attempt = nextNumber();
    state.session.tokenAttempt = attempt;
    command(ClientCommand.askForToken(attempt));
  }

  void tokenReceived(DeviceToken token) {
    if (token.value.isEmpty()) {
      return;
    }
    boolean wasAwaited = state.session.tokenAttempt != null || state.registration.failure != null;
    state.session.tokenAttempt = null;
    state.registration.failure = null;
    DeviceToken before = state.registration.token;
    // Told twice, as Android may do.
    if (token.equals(before) && !wasAwaited) {
      return;
    }
    state.registration.token = DeviceToken.CODEC.copy(token);
    boolean isSame = before != null && before.value.equals(token.value) && before.kind.equals(token.kind)
        && before.environment.equals(token.environment);
    if (!isSame || state.registration.generation == 0) {
      countUp();
    }
    register();
  }

  void tokenFailed(String code) {
    tokenMissing(code);
    step.receipts.deviceEvent("registration_failed", code);
    metric("registration", "failed");
    settle(RegistrationOutcome.FAILED);
    sendRegistration();
  }

  void tokenTimedOut(long attempt) {
    if (state.session.tokenAttempt == null || state.session.tokenAttempt != attempt) {
      return;
    }
    tokenMissing("unavailable");
    step.receipts.deviceEvent("registration_unavailable");
    metric("registration", "unavailable");
    settle(RegistrationOutcome.UNAVAILABLE);
    sendRegistration();
  }

  private void tokenMissing(String failure) {
    state.session.tokenAttempt = null;
    state.registration.failure = failure;
  }

  /** Something that the server is told has changed, or is asked for: takes the place of an open request. */
  void register() {
    state.registration.isDue = true;
    cancelRegistration();
    sendRegistration();
    if (state.session.registration == null && state.session.tokenAttempt == null) {
      settle(RegistrationOutcome.WAITING);
    }
  }

  /** Sends what is due, where it can be sent and is not under way. */
  void sendRegistration() {
    DeviceToken token = state.registration.token;
    if (!state.registration.isDue || state.session.registration != null || !maySend() || token == null) {
      return;
    }
    RegistrationCall call = new RegistrationCall();
    call.request = nextNumber();
    call.installation = state.installation;
    call.generation = state.registration.generation;
    call.token = DeviceToken.CODEC.copy(token);
    call.permission = Permission.CODEC.copy(state.permission);
    call.account = state.account.account;
    call.replaces = state.account.account == null ? null : state.account.replaces;
    call.predecessor = state.predecessor;
    call.challenge = state.registration.challenge;
    OpenRequest open = new OpenRequest();
    open.request = call.request;
    open.generation = call.generation;
    state.session.registration = open;
    command(ClientCommand.putRegistration(call));
  }

  private boolean maySend() {
    SessionState session = state.session;
    if (!session.isLaunched || !session.isOnline || session.tokenAttempt != null
        || state.installation.isEmpty()) {
      return false;
    }
    if (state.account.tombstone != null && !session.isLogoutRefused) {
      return false;
    }
    if (state.account.account != null) {
      return true;
    }
    return policy.publishableId != null && (state.account.former == null || policy.hasPublicClasses());
  }

  void cancelRegistration() {
    OpenRequest open = state.session.registration;
    if (open == null) {
      return;
    }
    state.session.registration = null;
    command(ClientCommand.cancelRequest(open.request));
  }

  /** Ends the wait of whoever waits. */
  void settle(RegistrationOutcome outcome) {
    List<Long> callers = state.session.callers;
    state.session.callers = new ArrayList<>();
    for (long caller : callers) {
      command(ClientCommand.settle(caller, outcome));
    }
  }

  void countUp() {
    state.registration.generation += 1;
  }

  void registrationAnswered(long request, ServerAnswer answer) {
    OpenRequest open = state.session.registration;
    if (open == null || open.request != request) {
      return;
    }
    state.session.registration = null;
    switch (answer.outcome) {
      case OK:
        registrationTaken(open, answer);
        break;
      case STALE:
        registrationStale(open, answer);
        break;
      case UNREACHABLE:
        metric("registration", "unreachable");
        settle(RegistrationOutcome.WAITING);
        break;
      case UNAUTHORIZED:
        metric("registration", "unauthorized");
        settle(RegistrationOutcome.REFUSED);
        break;
      case REFUSED:
        registrationRefused(answer.code);
        break;
    }
  }

  private void registrationTaken(OpenRequest open, ServerAnswer answer) {
    long confirmed = answer.generation == null ? open.generation : answer.generation;
    if (confirmed < state.registration.generation || confirmed > ClientConstant.HIGHEST_GENERATION) {
      metric("registration", "older");
      settle(RegistrationOutcome.WAITING);
      return;
    }
    boolean isFirst = state.registration.acknowledged != confirmed;
    state.registration.generation = confirmed;
    state.registration.acknowledged = confirmed;
    state.registration.acknowledgedAt = now;
    state.registration.isDue = false;
    state.registration.challenge = null;
    state.session.staleAnswers = 0;
    state.predecessor = null;
    metric("registration", "registered");
    if (isFirst) {
      step.receipts.deviceEvent("registered");
    }
    step.account.bindingAnswered(answer, isFirst);
    if (!state.registration.isDue) {
      settle(RegistrationOutcome.REGISTERED);
    }
    if (state.session.registration == null) {
      settle(RegistrationOutcome.WAITING);
    }
    step.receipts.receiptsOnline();
  }

  private void registrationStale(OpenRequest open, ServerAnswer answer) {
    Long known = answer.generation;
    if (known == null || known < open.generation || known >= ClientConstant.HIGHEST_GENERATION) {
      registrationRefused(answer.code);
      return;
    }
    metric("registration", "stale");
    state.registration.generation = Math.max(state.registration.generation, known) + 1;
    if (mayFollowStale()) {
      sendRegistration();
    }
    if (state.session.registration == null) {
      settle(RegistrationOutcome.WAITING);
    }
  }

  /** Whether the same is sent again at once; a server that always knows a newer generation is not asked for ever. */
  boolean mayFollowStale() {
    state.session.staleAnswers += 1;
    return state.session.staleAnswers <= ClientConstant.STALE_FOLLOWED;
  }

  private void registrationRefused(String code) {
    state.registration.isDue = false;
    metric("registration", "refused");
    step.receipts.deviceEvent("registration_failed", code);
    settle(RegistrationOutcome.REFUSED);
  }
}
