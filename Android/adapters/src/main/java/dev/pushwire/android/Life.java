package dev.pushwire.android;

import android.app.Activity;
import android.app.Application;
import android.content.pm.PackageManager;
import android.net.ConnectivityManager;
import android.net.Network;
import android.os.Bundle;
import dev.pushwire.client.ClientEvent;
import dev.pushwire.client.ClientState;
import dev.pushwire.client.Launch;
import dev.pushwire.client.Platform;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

/** The app's life: its launch, whether it is in front, its network, and who it is. */
final class Life implements Application.ActivityLifecycleCallbacks {
  private final Pushwire push;
  private StateFile file;
  volatile Identity identity;
  /** What was known when this process began. */
  volatile Launch facts = new Launch();
  private volatile boolean isForeground;
  private volatile Activity activity;
  private int started;
  private final Map<Activity, PushwireHandlers.Router<?>> routers = new HashMap<>();

  Life(Pushwire push) {
    this.push = push;
  }

  void launch() {
    push.app.registerActivityLifecycleCallbacks(this);
    push.around.worker.run(() -> {
      file = new StateFile(push.around.folder);
      identity = new Identity(push.around.folder, push.around.deviceKey, push.options.log);
      push.locals.load();
      push.decisions.begin(file, this);
      push.locals.planAgain();
    });
    ConnectivityManager network = push.app.getSystemService(ConnectivityManager.class);
    network.registerDefaultNetworkCallback(new ConnectivityManager.NetworkCallback() {
      @Override
      public void onAvailable(Network available) {
        push.decisions.post(ClientEvent.networkChanged(true));
      }

      @Override
      public void onLost(Network lost) {
        push.decisions.post(ClientEvent.networkChanged(false));
      }
    });
  }

  Launch facts(ClientState state) {
    Launch launch = new Launch();
    launch.platform = Platform.ANDROID;
    launch.freshInstallation = push.around.newInstallation();
    launch.deviceKey = identity.deviceKey;
    launch.marker = identity.marker();
    launch.isForeground = isForeground;
    launch.isOnline = push.app.getSystemService(ConnectivityManager.class).getActiveNetwork() != null;
    launch.permission = push.permissions.read(state);
    launch.osVersion = push.around.osVersion;
    launch.appVersion = version();
    launch.locale = Locale.getDefault().toLanguageTag();
    launch.timeZone = TimeZone.getDefault().getID();
    launch.apiLevel = push.around.apiLevel;
    launch.taskHandlers = push.tasks.handlers();
    facts = launch;
    return launch;
  }

  private String version() {
    try {
      String name = push.app.getPackageManager().getPackageInfo(push.app.getPackageName(), 0).versionName;
      return name == null ? "" : name;
    } catch (PackageManager.NameNotFoundException itIsUs) {
      return "";
    }
  }

  void adopt(String id, String predecessor) {
    try {
      identity.adopt(id, predecessor, push.around.newSecret());
    } catch (IOException unwritten) {
      push.log("identity_unwritten", "");
    }
  }

  boolean isForeground() {
    return isForeground;
  }

  /** That which is in front; null: none is. */
  Activity activity() {
    return activity;
  }

  // Activities. A turn of the screen stops one and starts the next: the app stays in front.

  @Override
  public void onActivityStarted(Activity started) {
    this.started++;
    if (!isForeground) {
      isForeground = true;
      push.around.worker.run(() -> {
        ClientState state = push.decisions.state();
        // A launch that could not be saved is made up for.
        if (state != null && !state.session.isLaunched) {
          push.decisions.decide(ClientEvent.launched(facts), () -> { });
        }
        push.locals.fireDue();
        push.decisions.decide(ClientEvent.foregrounded(), () -> { });
      });
    }
  }

  @Override
  public void onActivityResumed(Activity resumed) {
    activity = resumed;
    push.explainer.activityChanged(resumed);
    // Back from the settings or from a dialog.
    push.permissions.readAgain();
  }

  @Override
  public void onActivityPaused(Activity paused) {
    if (activity == paused) {
      activity = null;
      push.explainer.activityChanged(null);
    }
  }

  @Override
  public void onActivityStopped(Activity stopped) {
    started = Math.max(0, started - 1);
    if (started == 0 && !stopped.isChangingConfigurations()) {
      isForeground = false;
      push.decisions.post(ClientEvent.backgrounded());
    }
  }

  @Override
  public void onActivityCreated(Activity created, Bundle savedInstanceState) {}

  @Override
  public void onActivitySaveInstanceState(Activity saving, Bundle outState) {}

  /** Main thread. */
  void attach(Activity owner, PushwireHandlers.Router<?> router) {
    routers.put(owner, router);
  }

  @Override
  public void onActivityDestroyed(Activity destroyed) {
    PushwireHandlers.Router<?> router = routers.remove(destroyed);
    if (router != null) {
      push.routes.end(router);
    }
  }
}
