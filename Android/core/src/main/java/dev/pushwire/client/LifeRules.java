package dev.pushwire.client;

/**
 * The app's life: which installation this is, and what each launch, return and network brings.
 *
 * <p><b>Identity at launch.</b> The state is excluded from backups; the marker survives a deletion of the app
 * on the same device and goes to no other.
 *
 * <pre>
 * state           marker                              then
 * none            none, or of another device          a new installation
 * none            of this device                      a new installation; the marker names its predecessor
 * of this device  the same installation, this device  kept
 * of this device  another installation, this device   a new installation; the marker names its predecessor
 * any             none, or of another device          another device: all state is dropped
 * of another one  any                                 the same
 * any             the device cannot tell which it is  kept; none is adopted
 * </pre>
 *
 * <p>A new installation begins with nothing of an account: what an earlier one left is taken away. So is what
 * the account left where the process ended before that was done.
 *
 * <p>What comes before the launch is kept or handled; a second launch in one process begins the session anew,
 * but for the work that is under way and whoever waits for a registration.
 */
final class LifeRules extends Rules {
  LifeRules(Reduction step) {
    super(step);
  }

  void launched(Launch launch) {
    if (state.session.isLaunched) {
      SessionState session = new SessionState();
      // Whoever waits for these is completed all the same.
      session.works = state.session.works;
      session.runs = state.session.runs;
      session.callers = state.session.callers;
      state.session = session;
    }
    state.session.isLaunched = true;
    state.session.platform = launch.platform;
    state.session.apiLevel = launch.apiLevel;
    state.session.isForeground = launch.isForeground;
    state.session.isOnline = launch.isOnline;
    for (WaitingTap tap : state.taps.waiting) {
      tap.isAsked = false;
    }

    String installation = state.installation;
    identify(launch);
    if (!state.installation.equals(installation) || state.account.isLeaving) {
      step.setup.clearAway();
    }
    // What changed of it is sent with the token.
    if (step.priming.takePermission(launch.permission)) {
      state.registration.isDue = true;
    }
    step.priming.askQuietly();
    step.setup.notificationsLaunched();
    step.tasks.tasksLaunched(launch);
    if (launch.isForeground) {
      step.tasks.tasksForegrounded();
    }
    step.registration.askForToken();
    step.account.sendLogout();
    step.setup.reconcile();
    step.receipts.receiptsOnline();
    step.judge.judgeTaps();
  }

  void foregrounded() {
    boolean wasForeground = state.session.isForeground;
    state.session.isForeground = true;
    if (!state.session.isLaunched || wasForeground) {
      return;
    }
    step.tasks.tasksForegrounded();
    step.registration.sendRegistration();
    step.account.sendLogout();
    step.setup.reconcile();
    step.receipts.receiptsOnline();
    step.judge.judgeTaps();
  }

  void networkChanged(boolean isOnline) {
    boolean wasOnline = state.session.isOnline;
    state.session.isOnline = isOnline;
    if (!state.session.isLaunched || !isOnline || wasOnline) {
      return;
    }
    if (state.registration.token == null && state.registration.failure != null
        && state.session.tokenAttempt == null) {
      step.registration.askForToken();
    }
    step.registration.sendRegistration();
    step.account.sendLogout();
    // What was pushed meanwhile may be lost.
    if (state.session.isForeground) {
      step.setup.reconcile();
    }
    step.receipts.receiptsOnline();
  }

  private void identify(Launch launch) {
    String key = launch.deviceKey;
    if (key.isEmpty()) {
      return;
    }
    Launch.Marker marker =
        launch.marker != null && launch.marker.deviceKey.equals(key) ? launch.marker : null;
    if (state.installation.isEmpty()) {
      metric("installation", marker == null ? "new" : "reinstalled");
    } else if (marker == null || !state.deviceKey.equals(key)) {
      metric("installation", "other_device");
      dropEverything();
      adopt(launch, null);
      return;
    } else if (marker.installation.equals(state.installation)) {
      return;
    } else {
      metric("installation", "reinstalled");
      dropEverything();
    }
    adopt(launch, marker == null ? null : marker.installation);
  }

  private void adopt(Launch launch, String predecessor) {
    state.installation = launch.freshInstallation;
    state.deviceKey = launch.deviceKey;
    state.predecessor = predecessor;
    command(ClientCommand.adoptInstallation(launch.freshInstallation, predecessor));
  }

  /** But for what this process has begun. */
  private void dropEverything() {
    ClientState fresh = new ClientState();
    fresh.counter = state.counter;
    fresh.session = state.session;
    state.become(fresh);
  }
}
