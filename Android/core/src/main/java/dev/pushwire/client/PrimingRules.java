package dev.pushwire.client;

/**
 * When the person is asked, and what the system's word on it comes to.
 *
 * <pre>
 * a value moment: in front, nothing asked at the time, a
 *   dialog can follow, and it may be offered             explainer
 * ... else                                               nothing; counted where an offer was declined before
 * explainer: not now                                     declined; no dialog was used up
 * explainer: yes                                         the system's dialog, once, where it has one
 * the process ends with the explainer on the screen      undecided, no decline
 * the process ends with the dialog on the screen         the yes still counts: a later moment may ask again
 * provisional is configured, undetermined, never asked   quiet authorization at launch, or when read first
 * </pre>
 *
 * <p><b>A dialog can follow:</b> iOS, macOS: not_determined or provisional, never answered. Android from 13:
 * denied or not_determined, fewer than two denials, not blocked. Android before 13: not_determined. A status
 * that this code does not know: never.
 *
 * <p><b>It may be offered:</b> at first; again where the policy allows it, less often than its {@code times},
 * {@code after} its wait since the last "not now" or denial, and after two further value moments.
 *
 * <pre>
 * the dialog ends                          then
 * granted                                  granted
 * iOS, macOS: not granted                  blocked for good
 * Android, rationale false to true         a denial; the second blocks for good
 * Android, rationale true to false         a denial, and blocked for good
 * Android, false to false at once          the system showed none: blocked for good
 * Android, else                            swiped away: no denial
 * </pre>
 */
final class PrimingRules extends Rules {
  /** From this level on Android asks the person. */
  private static final long DIALOG_LEVEL = 33;
  private static final int LAST_DENIAL = 2;

  PrimingRules(Reduction step) {
    super(step);
  }

  private boolean isAndroid() {
    return state.session.platform == Platform.ANDROID;
  }

  void permissionRead(Permission permission) {
    boolean isGranted = permission.status.equals(Permission.AUTHORIZED)
        && !state.permission.status.equals(Permission.AUTHORIZED);
    boolean isNews = takePermission(permission);
    if (state.session.isLaunched) {
      askQuietly();
    }
    if (state.registration.token == null) {
      // Without one, a grant is a reason to ask once more.
      if (isGranted && state.session.isLaunched && state.session.tokenAttempt == null) {
        step.registration.askForToken();
      }
      return;
    }
    if (isNews) {
      step.registration.register();
    } else {
      step.registration.sendRegistration();
    }
  }

  /** Whether it differs in what the server sees. */
  boolean takePermission(Permission permission) {
    Permission before = Permission.CODEC.copy(state.permission);
    state.permission = Permission.CODEC.copy(permission);
    if (!before.status.equals(permission.status)) {
      statusChanged(before.status, permission.status);
    }
    if (state.session.explainer != null && !canPrompt()) {
      hideExplainer();
    }
    updateSettingsRow();
    before.rationale = permission.rationale;
    return !before.equals(permission);
  }

  private void statusChanged(String before, String status) {
    boolean isWithdrawn = !isAndroid() || before.equals(Permission.AUTHORIZED);
    if (status.equals(Permission.AUTHORIZED)) {
      state.priming.isBlocked = false;
    }
    if (status.equals(Permission.DENIED) && isWithdrawn) {
      state.priming.isBlocked = true;
    }
    // The first reading changes nothing.
    if (before.equals(Permission.UNREAD)) {
      return;
    }
    switch (status) {
      case Permission.AUTHORIZED:
        step.receipts.deviceEvent("permission_granted");
        break;
      case Permission.DENIED:
        // On Android a reading alone may be a dialog that was swiped away.
        if (isWithdrawn) {
          step.receipts.deviceEvent("permission_denied");
        }
        break;
      case Permission.PROVISIONAL:
        step.receipts.deviceEvent("permission_provisional");
        break;
      default:
        break;
    }
  }

  void askQuietly() {
    if (!policy.provisional || isAndroid() || !state.permission.status.equals(Permission.NOT_DETERMINED)
        || state.priming.provisionalAsked) {
      return;
    }
    state.priming.provisionalAsked = true;
    command(ClientCommand.requestAuthorization(true));
  }

  void momentReached(String name) {
    if (!policy.moments.containsKey(name)) {
      metric("moment", "unknown");
      return;
    }
    if (state.priming.declinedAt != null) {
      // The clock was set back: the wait begins now, and does not last until that time comes again.
      state.priming.declinedAt = Math.min(state.priming.declinedAt, now);
      state.priming.momentsSince += 1;
    }
    if (!state.session.isLaunched || !state.session.isForeground || state.session.explainer != null
        || state.session.isPrompting || !canPrompt() || !mayOffer()) {
      return;
    }
    state.session.explainer = name;
    command(ClientCommand.showExplainer(name));
    step.receipts.deviceEvent("explainer_shown", name);
    metric("explainer", "shown");
  }

  void explainerAnswered(boolean accepted) {
    String moment = state.session.explainer;
    if (moment == null) {
      return;
    }
    hideExplainer();
    state.priming.answers += 1;
    metric("explainer", accepted ? "accepted" : "declined");
    step.receipts.deviceEvent(accepted ? "explainer_accepted" : "explainer_declined", moment);
    if (accepted) {
      prompt();
    } else {
      state.priming.declines += 1;
      state.priming.promptAsked = false;
      waitForReoffer();
    }
    updateSettingsRow();
  }

  private void hideExplainer() {
    state.session.explainer = null;
    command(ClientCommand.hideExplainer());
  }

  private void prompt() {
    state.priming.promptAsked = true;
    if (isAndroid() && state.session.apiLevel < DIALOG_LEVEL) {
      state.priming.promptAnswered = true;
      return;
    }
    state.priming.promptAnswered = false;
    state.session.isPrompting = true;
    command(ClientCommand.requestAuthorization(false));
  }

  void promptAnswered(PromptAnswer answer) {
    if (!state.session.isPrompting) {
      return;
    }
    state.session.isPrompting = false;
    if (answer.granted) {
      promptWasShown();
      state.priming.promptAnswered = true;
      metric("prompt", "granted");
      changeStatus(Permission.AUTHORIZED);
    } else {
      waitForReoffer();
      if (isAndroid()) {
        androidDenied(answer);
      } else {
        appleDenied();
      }
    }
    updateSettingsRow();
  }

  private void appleDenied() {
    promptWasShown();
    state.priming.promptAnswered = true;
    metric("prompt", "denied");
    changeStatus(Permission.DENIED);
  }

  private void androidDenied(PromptAnswer answer) {
    if (answer.rationaleBefore != answer.rationaleAfter) {
      promptWasShown();
      state.priming.promptAnswered = true;
      state.priming.denials += 1;
      if (answer.rationaleBefore || state.priming.denials >= LAST_DENIAL) {
        state.priming.isBlocked = true;
      }
      metric("prompt", "denied");
      step.receipts.deviceEvent("permission_denied");
      changeStatus(Permission.DENIED);
    } else if (!answer.rationaleBefore && answer.milliseconds < ClientConstant.INSTANT_ANSWER) {
      state.priming.promptAnswered = true;
      state.priming.isBlocked = true;
      metric("prompt", "blocked");
    } else {
      promptWasShown();
      state.priming.promptAsked = false;
      metric("prompt", "dismissed");
    }
  }

  private void promptWasShown() {
    step.receipts.deviceEvent("prompt_shown");
  }

  /** What the answer already tells; the reading that follows brings the rest. */
  private void changeStatus(String status) {
    String before = state.permission.status;
    if (before.equals(status)) {
      return;
    }
    state.permission.status = status;
    statusChanged(before, status);
    state.registration.isDue = true;
    step.registration.cancelRegistration();
  }

  private void waitForReoffer() {
    state.priming.declinedAt = now;
    state.priming.momentsSince = 0;
  }

  void settingsOpened() {
    step.receipts.deviceEvent("settings_opened");
  }

  /** Whether the system would show its dialog. */
  private boolean canPrompt() {
    PrimingState priming = state.priming;
    if (priming.isBlocked) {
      return false;
    }
    String status = state.permission.status;
    boolean isUndetermined = status.equals(Permission.NOT_DETERMINED);
    if (!isAndroid()) {
      return (isUndetermined || status.equals(Permission.PROVISIONAL)) && !priming.promptAnswered;
    }
    if (state.session.apiLevel < DIALOG_LEVEL) {
      return isUndetermined && !priming.promptAnswered;
    }
    return (isUndetermined || status.equals(Permission.DENIED)) && priming.denials < LAST_DENIAL;
  }

  private boolean mayOffer() {
    if (!mayOfferAgain()) {
      return false;
    }
    Long declinedAt = state.priming.declinedAt;
    if (declinedAt == null || policy.reoffer == null) {
      return true;
    }
    return now - declinedAt >= policy.reoffer.after * 1000
        && state.priming.momentsSince >= ClientConstant.MOMENTS_BEFORE_REOFFER;
  }

  /** Sooner or later. */
  private boolean mayOfferAgain() {
    PrimingState priming = state.priming;
    // A yes whose dialog never was answered is still open.
    boolean isOpen = priming.promptAsked && !priming.promptAnswered;
    long answers = isOpen ? priming.answers - 1 : priming.answers;
    if (answers <= 0) {
      return true;
    }
    return policy.reoffer != null && answers < policy.reoffer.times;
  }

  private void updateSettingsRow() {
    state.priming.settingsRow = settingsRow(state.permission);
  }

  private String settingsRow(Permission permission) {
    switch (permission.status) {
      case Permission.DENIED:
        return canPrompt() && mayOfferAgain() ? null : "denied";
      case Permission.AUTHORIZED:
      case Permission.PROVISIONAL:
      case Permission.EPHEMERAL:
        if (permission.appBlocked) {
          return "app_blocked";
        }
        if (permission.alert.equals("disabled")) {
          return "alerts_off";
        }
        for (String channel : permission.blockedChannels) {
          if (policy.channels.containsKey(channel)) {
            return "channel_blocked";
          }
        }
        return null;
      default:
        return null;
    }
  }
}
