package dev.pushwire.client;

/**
 * What was met before, and whom a notification is meant for.
 *
 * <p>A notification is told from another by its id alone: one without an id is never taken for a repetition,
 * and nothing is remembered of it. At most {@link ClientConstant#SEEN_CAPACITY} are remembered; the one that
 * was not met for the longest time goes first.
 */
final class SeenRules extends Rules {
  /** Withheld before. */
  static final String AGAIN = "again";

  SeenRules(Reduction step) {
    super(step);
  }

  /** Null: not met before. */
  SeenNotification seen(String id) {
    int index = indexOf(id);
    return index < 0 ? null : state.seen.get(index);
  }

  private int indexOf(String id) {
    int index = id == null ? -1 : state.seen.size() - 1;
    while (index >= 0 && !state.seen.get(index).id.equals(id)) {
      index--;
    }
    return index;
  }

  void rememberShown(PushPayload payload) {
    SeenNotification entry = remember(payload);
    entry.isShown = true;
  }

  void rememberSuppressed(PushPayload payload) {
    SeenNotification entry = remember(payload);
    entry.isSuppressed = true;
  }

  void rememberWorked(PushPayload payload) {
    SeenNotification entry = remember(payload);
    entry.isWorked = true;
  }

  /** What is kept of a notification, with its highest revision, as met now. Without an id nothing is kept. */
  SeenNotification remember(PushPayload payload) {
    SeenNotification entry = new SeenNotification();
    if (payload.notification == null) {
      return entry;
    }
    int index = indexOf(payload.notification);
    if (index >= 0) {
      entry = state.seen.remove(index);
      entry.revision = Math.max(entry.revision, payload.revision);
    } else {
      entry.id = payload.notification;
      entry.revision = payload.revision;
    }
    state.seen.add(entry);
    if (state.seen.size() > ClientConstant.SEEN_CAPACITY) {
      state.seen.subList(0, state.seen.size() - ClientConstant.SEEN_CAPACITY).clear();
    }
    return entry;
  }

  /** Whether a notification is meant for an account: its class is, or its payload names one. */
  boolean isForAccount(PushPayload payload) {
    ClassPolicy known = policy.classes.get(payload.notificationClass);
    return payload.tag != null || (known != null && known.audience == ClassPolicy.Audience.ACCOUNT);
  }

  /**
   * Why a notification is neither shown nor stored nor worked on; null: it may be.
   *
   * <pre>
   * meant for                            the account here                     then
   * nobody's account                     any                                  may be
   * an account                           bound, and the tag is one of its     may be
   * an account                           bound, another tag or none           other_account
   * an account                           ambiguous                            ambiguous
   * an account                           nobody, or not confirmed             unbound
   * an account, a local notification     signed in, not ambiguous, its own    may be
   * whatever was withheld before         any                                  again
   * </pre>
   */
  String reasonToWithhold(PushPayload payload) {
    SeenNotification before = seen(payload.notification);
    if (before != null && before.isSuppressed) {
      return AGAIN;
    }
    if (!isForAccount(payload)) {
      return null;
    }
    switch (state.account.binding) {
      case AMBIGUOUS:
        return "ambiguous";
      case UNBOUND:
        return "unbound";
      default:
        if (payload.tag != null && payload.tag.equals(localTag())) {
          return null;
        }
        if (state.account.binding == AccountState.Binding.PENDING) {
          return "unbound";
        }
        return payload.tag != null && state.account.tags.contains(payload.tag) ? null : "other_account";
    }
  }

  /**
   * The tag of local notifications of the account that is here; null: nobody is. No tag of the server's looks
   * like it.
   */
  String localTag() {
    return state.account.account == null ? null : localTag(state.account.account);
  }

  static String localTag(String account) {
    return "local:" + account;
  }
}
