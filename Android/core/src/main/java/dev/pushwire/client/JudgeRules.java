package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;

/**
 * When a waiting tap leads where.
 *
 * <pre>
 * waits longer than TAP_LIFETIME                                   home: expired
 * its tag is not of the account that is here                       home: other_account
 * nobody is signed in, and it is of the account that was here last waits for that account
 * nobody is signed in, and its tag is of nobody known; or its
 *   place needs an account                                         the safe place: signed_out
 * signed in, the server has not confirmed it, and the tag is known
 *   to be of this account                                          due
 * ... and the tag is not known, or two accounts claim the device   waits
 * else, or with no account meant                                   due
 * </pre>
 *
 * <p>A due tap leads nowhere before the UI is ready and in front. Of several that are due the newest leads
 * where it is meant to, the others are consumed: {@code superseded}. The app's own authorization is asked
 * then, not before; what it forbids, and what is deleted or unknown there, leads to the same safe place:
 * {@code unavailable}.
 *
 * <p>What leads home keeps nothing of where it was meant to lead.
 */
final class JudgeRules extends Rules {
  JudgeRules(Reduction step) {
    super(step);
  }

  /** The account came or went, the app came to the front: waiting taps are judged again. */
  void judgeTaps() {
    for (WaitingTap tap : state.taps.waiting) {
      judge(tap);
    }
    if (!state.session.isReady || !state.session.isForeground) {
      return;
    }
    List<WaitingTap> due = new ArrayList<>();
    for (WaitingTap tap : state.taps.waiting) {
      if (isDue(tap)) {
        due.add(tap);
      }
    }
    if (due.isEmpty()) {
      return;
    }
    WaitingTap newest = due.remove(due.size() - 1);
    for (WaitingTap tap : due) {
      supersede(tap);
    }
    if (newest.why != null) {
      go(newest);
    } else if (!newest.isAsked) {
      newest.isAsked = true;
      command(ClientCommand.authorize(newest.tap, newest.destination));
    }
  }

  void uiReady() {
    // What was asked of an earlier UI, or an earlier process, is not answered any more.
    if (!state.session.isReady) {
      for (WaitingTap tap : state.taps.waiting) {
        tap.isAsked = false;
      }
    }
    state.session.isReady = true;
    judgeTaps();
  }

  void accessAnswered(long number, Access access) {
    WaitingTap tap = asked(number);
    if (tap == null) {
      return;
    }
    tap.isAsked = false;
    judge(tap);
    if (!state.session.isReady || !state.session.isForeground || !isDue(tap) || tap.why != null) {
      // Asked again when it can lead there.
      judgeTaps();
      return;
    }
    if (access != Access.ALLOWED) {
      fallBack(tap, "unavailable", step.resolver.safePlace(tap.destination.name()));
    }
    go(tap);
  }

  private WaitingTap asked(long number) {
    for (WaitingTap tap : state.taps.waiting) {
      if (tap.tap == number && tap.isAsked) {
        return tap;
      }
    }
    return null;
  }

  /** The account left: an answer that was asked for on its behalf does not count for the next. */
  void tapsLeft() {
    for (WaitingTap tap : state.taps.waiting) {
      if (tap.isAsked) {
        tap.isAsked = false;
        tap.tap = nextNumber();
      }
    }
  }

  /** Whose a tag is; null: that is not known. */
  String owner(String tag) {
    if (tag.equals(step.seen.localTag()) || state.account.tags.contains(tag)) {
      return state.account.account;
    }
    FormerAccount former = state.account.former;
    if (former == null) {
      return null;
    }
    boolean isFormers = former.tags.contains(tag) || tag.equals(SeenRules.localTag(former.account));
    return isFormers ? former.account : null;
  }

  void fallBack(WaitingTap tap, String why, Destination destination) {
    tap.why = why;
    tap.destination = destination;
    tap.tag = null;
    tap.account = null;
    tap.isAsked = false;
  }

  void supersede(WaitingTap tap) {
    end(tap);
    metric("tap", "superseded");
    report(tap, "fell_back", "superseded");
  }

  // Judging one

  private void judge(WaitingTap tap) {
    if (tap.why != null) {
      return;
    }
    // The clock was set back: it does not wait for that time to come again.
    tap.at = Math.min(tap.at, now);
    if (tap.at < now - ClientConstant.TAP_LIFETIME) {
      fallBack(tap, "expired", step.resolver.home());
    } else if (tap.tag != null) {
      judgeTagged(tap);
    } else if (state.account.account == null && step.resolver.needsAccount(tap.destination)) {
      fallBackSignedOut(tap);
    }
  }

  private void judgeTagged(WaitingTap tap) {
    String account = state.account.account;
    boolean isOurs = state.account.tags.contains(tap.tag)
        || (tap.account != null && tap.account.equals(account));
    boolean isOthers = tap.account != null && !tap.account.equals(account);
    switch (state.account.binding) {
      case BOUND:
        if (!isOurs) {
          fallBack(tap, "other_account", step.resolver.home());
        }
        break;
      case PENDING:
      case AMBIGUOUS:
        if (isOthers) {
          fallBack(tap, "other_account", step.resolver.home());
        }
        break;
      case UNBOUND:
        if (tap.account == null) {
          fallBackSignedOut(tap);
        }
        break;
    }
  }

  private void fallBackSignedOut(WaitingTap tap) {
    fallBack(tap, "signed_out", step.resolver.safePlace(tap.destination.name()));
  }

  private boolean isDue(WaitingTap tap) {
    if (tap.why != null || tap.tag == null || state.account.binding == AccountState.Binding.BOUND) {
      return true;
    }
    // What led this account somewhere before does so without the server.
    return state.account.binding == AccountState.Binding.PENDING && tap.account != null
        && tap.account.equals(state.account.account);
  }

  // Ending one

  private void go(WaitingTap tap) {
    end(tap);
    boolean isThere = tap.destination.equals(state.session.screen.destination);
    boolean isMeant = tap.why == null;
    command(ClientCommand.navigate(
        tap.tap, tap.destination, isThere ? Navigation.REFRESH : Navigation.OPEN,
        isMeant ? tap.action : null));
    metric("tap", !isMeant ? tap.why : isThere ? "refreshed" : "navigated");
    report(tap, isMeant ? "routed" : "fell_back", tap.why);
  }

  private void end(WaitingTap tap) {
    long number = tap.tap;
    state.taps.waiting.removeIf(waiting -> waiting.tap == number);
    step.taps.consume(tap.notification, tap.revision, tap.action);
  }

  private void report(WaitingTap tap, String kind, String result) {
    if (!tap.isLocal) {
      step.receipts.receipt(tap.notification, kind, result);
    }
  }
}
