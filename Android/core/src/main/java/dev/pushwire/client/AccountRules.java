package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;

/**
 * The account on this device, and what the server has confirmed of it.
 *
 * <pre>
 * from                        what happens           to
 * unbound                     login of A             pending: generation + 1, sent
 * unbound, A's logout not
 *   confirmed                 login of B             ambiguous: the same, and it names A as replaced
 * A, in any state             login of A             the same; what is due is sent
 * A, in any state             login of B, no logout  ambiguous: all of A leaves the device, generation + 1,
 *                                                    sent, and it names A as replaced
 * A, in any state             logout                 unbound: all of A leaves the device, generation + 1; the
 *                                                    logout is posted
 *
 * the server says of a registration                    then
 * bound, at the current generation                     bound under its tag; earlier tags of the same account
 *                                                      stay while a token changes. Where it was not bound
 *                                                      under it, what was withheld is fetched
 * ambiguous, at a generation that was new to it        sent once more: it names the replaced account at the
 *                                                      generation that is stored
 * ambiguous again, or bound while nobody is signed in  the device logs the installation out, once a process,
 *                                                      and registers anew
 * unbound, with an account                             pending
 * unbound, nobody signed in                            a logout that waits is done
 *
 * the logout is answered  then
 * ok                      done; who has signed in since is registered
 * unreachable             posted again when online, in front or launched
 * stale(g), newer         posted again for g, so often in a row as of a registration
 * unauthorized, refused   not posted again before the next launch, no registration waits for it; forgotten
 *                         where the server never knew this installation
 * </pre>
 *
 * <p>What is meant for an account is shown while {@code bound} alone, and under one of its tags.
 */
final class AccountRules extends Rules {
  AccountRules(Reduction step) {
    super(step);
  }

  void loggedIn(String account) {
    if (account.equals(state.account.account)) {
      step.registration.sendRegistration();
      return;
    }
    if (state.account.account != null) {
      leaveAccount();
    }
    String replaces = state.account.replaces;
    state.account.account = account;
    state.account.binding = replaces == null || replaces.equals(account)
        ? AccountState.Binding.PENDING : AccountState.Binding.AMBIGUOUS;
    step.registration.countUp();
    step.registration.register();
    step.judge.judgeTaps();
  }

  void loggedOut() {
    if (state.account.account == null) {
      return;
    }
    leaveAccount();
    state.account.binding = AccountState.Binding.UNBOUND;
    step.registration.cancelRegistration();
    step.registration.settle(RegistrationOutcome.SUPERSEDED);
    unbind();
    state.registration.isDue = false;
    step.judge.judgeTaps();
  }

  /** All of the account leaves the device; the server may still hold it. */
  private void leaveAccount() {
    step.setup.accountLeft();
    String account = state.account.account;
    if (account == null) {
      return;
    }
    FormerAccount former = new FormerAccount();
    former.account = account;
    former.tags = state.account.tags;
    former.leftAt = now;
    state.account.former = former;
    if (state.account.replaces == null) {
      state.account.replaces = account;
    }
    state.account.account = null;
    state.account.tags = new ArrayList<>();
  }

  /** Ends the registration as it is. A logout under way ends it too: nothing was sent since. */
  private void unbind() {
    state.session.isLogoutRefused = false;
    state.account.tombstone = state.registration.generation;
    step.registration.countUp();
    sendLogout();
  }

  void sendLogout() {
    Long generation = state.account.tombstone;
    if (generation == null || state.session.logout != null || !state.session.isLaunched
        || !state.session.isOnline || state.session.isLogoutRefused || state.installation.isEmpty()) {
      return;
    }
    OpenRequest open = new OpenRequest();
    open.request = nextNumber();
    open.generation = generation;
    state.session.logout = open;
    command(ClientCommand.postLogout(open.request, generation));
  }

  void logoutAnswered(long request, ServerAnswer answer) {
    OpenRequest open = state.session.logout;
    if (open == null || open.request != request) {
      return;
    }
    state.session.logout = null;
    metric("logout", answer.outcome.word());
    Long known = answer.generation;
    switch (answer.outcome) {
      case OK:
        logoutDone();
        state.session.staleAnswers = 0;
        long ended = known == null ? open.generation : known;
        if (ended <= ClientConstant.HIGHEST_GENERATION) {
          state.registration.generation = Math.max(state.registration.generation, ended);
        }
        step.registration.sendRegistration();
        break;
      case UNREACHABLE:
        break;
      case STALE:
        if (known == null || known <= open.generation || known >= ClientConstant.HIGHEST_GENERATION) {
          logoutRefused();
          return;
        }
        state.account.tombstone = known;
        state.registration.generation = Math.max(state.registration.generation, known + 1);
        if (step.registration.mayFollowStale()) {
          sendLogout();
        }
        break;
      case UNAUTHORIZED:
      case REFUSED:
        logoutRefused();
        break;
    }
  }

  private void logoutRefused() {
    state.session.isLogoutRefused = true;
    if (state.registration.acknowledged == 0) {
      logoutDone();
    }
    step.registration.sendRegistration();
  }

  /** Nobody is bound here any more, but for who signed in since. */
  private void logoutDone() {
    state.account.tombstone = null;
    state.account.replaces = null;
    if (state.account.binding == AccountState.Binding.AMBIGUOUS) {
      state.account.binding = AccountState.Binding.PENDING;
    }
  }

  /**
   * What a confirmed registration says of the binding.
   *
   * @param isFirst the server did not know this generation before
   */
  void bindingAnswered(ServerAnswer answer, boolean isFirst) {
    boolean isSignedIn = state.account.account != null;
    boolean isBound = "bound".equals(answer.binding);
    boolean isAmbiguous = "ambiguous".equals(answer.binding);
    if (isBound && isSignedIn) {
      logoutDone();
      String tag = answer.bindingTag;
      boolean isNews = state.account.binding != AccountState.Binding.BOUND
          || tag != null && !state.account.tags.contains(tag);
      state.account.binding = AccountState.Binding.BOUND;
      if (tag != null) {
        putInFront(tag);
      }
      // What came under this tag before was withheld: it is fetched.
      if (isNews) {
        if (policy.hasInbox()) {
          command(ClientCommand.syncInbox());
        }
        step.setup.reconcile();
      }
      step.judge.judgeTaps();
    } else if (isAmbiguous && isSignedIn) {
      state.account.binding = AccountState.Binding.AMBIGUOUS;
      metric("registration", "ambiguous");
      if (isFirst && state.account.replaces != null) {
        step.registration.register();
      } else {
        unbindOnce();
      }
    } else if (isBound || isAmbiguous) {
      unbindOnce();
    } else if (isSignedIn) {
      state.account.binding = AccountState.Binding.PENDING;
    } else {
      logoutDone();
    }
  }

  private void putInFront(String tag) {
    List<String> tags = new ArrayList<>();
    tags.add(tag);
    for (String earlier : state.account.tags) {
      if (!earlier.equals(tag) && tags.size() < ClientConstant.TAG_CAPACITY) {
        tags.add(earlier);
      }
    }
    state.account.tags = tags;
  }

  /** The server holds an account that is not here. */
  private void unbindOnce() {
    if (state.session.isUnbindTried) {
      return;
    }
    state.session.isUnbindTried = true;
    state.registration.isDue = true;
    unbind();
  }
}
