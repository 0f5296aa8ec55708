package dev.pushwire.client;

/**
 * What happens to a notification that the system hands to the app. Each handle is completed at once, but for
 * that of silent work, which its end completes.
 *
 * <pre>
 * what it is                                               what happens
 * not Pushwire's, with another owner in the app            nothing: the other completes it
 * not Pushwire's                                           shown as the system would; else completed
 * a challenge                                              echoed with the next registration
 * meant for an account that is not the bound one           withheld, now and for ever
 * a silent class, to work with                             WorkRules
 * a silent class, to show                                  nothing is shown
 * to show, or due (presenting, message, local)             ShowRules
 * in a service extension                                   delivered; it is not known yet whether it is shown
 * an alert, handed over to work with (background)          the system shows it; its inbox item is kept
 * a class that the app does not know, to work with         nothing
 * </pre>
 */
final class PushRules extends Rules {
  PushRules(Reduction step) {
    super(step);
  }

  void pushArrived(PushArrival push) {
    PushPayload payload = new PushPayload(push.payload);
    if (!payload.isOurs()) {
      foreignArrived(push);
      return;
    }
    if (payload.notificationClass.equals(PushPayload.CHALLENGE_CLASS)) {
      step.setup.challengeArrived(push, payload);
      return;
    }
    String reason = step.seen.reasonToWithhold(payload);
    if (reason != null) {
      withhold(push, payload, reason);
      return;
    }

    ClassPolicy known = policy.classes.get(payload.notificationClass);
    if (known != null && known.kind == ClassPolicy.Kind.SILENT) {
      if (push.way == PushArrival.Way.BACKGROUND || push.way == PushArrival.Way.MESSAGE) {
        step.work.silentArrived(push, payload);
      } else {
        answerNothing(push, false);
      }
      return;
    }
    switch (push.way) {
      case PRESENTING:
      case LOCAL:
        step.show.show(push, payload, known);
        break;
      case MESSAGE:
        if (known == null && !push.hasNotification) {
          unknownArrived(push);
        } else {
          step.show.show(push, payload, known);
        }
        break;
      case EXTENSION:
        previewed(push, payload);
        break;
      case BACKGROUND:
        if (known == null) {
          unknownArrived(push);
        } else {
          handedOver(push, payload, known);
        }
        break;
    }
  }

  /**
   * Nothing is shown and nothing done, and whoever waits for the handle is told so.
   *
   * @param suppressed a service extension cannot withhold; it shows a text that tells nothing
   */
  void answerNothing(PushArrival push, boolean suppressed) {
    switch (push.way) {
      case PRESENTING:
      case LOCAL:
        command(ClientCommand.present(push.handle, Presentation.none()));
        break;
      case MESSAGE:
      case BACKGROUND:
        command(ClientCommand.complete(push.handle, WorkResult.NO_DATA));
        break;
      case EXTENSION:
        command(ClientCommand.deliver(push.handle, suppressed));
        break;
    }
  }

  private void foreignArrived(PushArrival push) {
    if (push.hasOtherOwner) {
      return;
    }
    boolean isAsked = push.way == PushArrival.Way.PRESENTING || push.way == PushArrival.Way.LOCAL;
    if (isAsked) {
      command(ClientCommand.present(push.handle, Presentation.all()));
    } else if (push.way == PushArrival.Way.MESSAGE && push.hasNotification) {
      command(ClientCommand.display(push.handle, null, true));
    } else {
      answerNothing(push, false);
    }
  }

  private void unknownArrived(PushArrival push) {
    metric("unknown_class");
    answerNothing(push, false);
  }

  private void withhold(PushArrival push, PushPayload payload, String reason) {
    metric("suppressed", reason);
    answerNothing(push, true);
    if (push.way == PushArrival.Way.LOCAL) {
      step.locals.forgetLocal(payload.notification);
    }
    if (reason.equals(SeenRules.AGAIN)) {
      return;
    }
    step.seen.rememberSuppressed(payload);
    if (push.way != PushArrival.Way.LOCAL) {
      step.receipts.receipt(payload.notification, "suppressed", reason);
    }
  }

  /** Seen, as far as the extension can: it runs in its own process, and what it remembers is not kept. */
  private void previewed(PushArrival push, PushPayload payload) {
    command(ClientCommand.deliver(push.handle, false));
    step.locals.cancelTwin(payload);
    step.receipts.receipt(payload.notification, "received");
  }

  /**
   * In front, {@code presenting} comes as well, and decides. Behind, the system has shown it without asking;
   * and the same is handed over again when a person opens it.
   */
  private void handedOver(PushArrival push, PushPayload payload, ClassPolicy known) {
    SeenNotification before = step.seen.seen(payload.notification);
    boolean isNew = before == null || !before.isShown || before.revision < payload.revision;
    command(ClientCommand.complete(push.handle, WorkResult.NO_DATA));
    if (state.session.isForeground || !isNew) {
      return;
    }
    step.show.shown(payload);
    storeInbox(payload, known);
    step.receipts.receipt(payload.notification, "received");
  }

  void storeInbox(PushPayload payload, ClassPolicy known) {
    if (known == null || !known.inbox || payload.notification == null || !payload.isOurs()) {
      return;
    }
    command(ClientCommand.storeInbox(
        payload.notification, payload.notificationClass, step.resolver.resolve(payload.destination)));
  }

  /** The provider dropped some: what they would have told is fetched. */
  void messagesDeleted() {
    metric("messages_deleted");
    if (state.account.binding == AccountState.Binding.BOUND) {
      command(ClientCommand.syncInbox());
    }
    step.setup.reconcile();
  }
}
