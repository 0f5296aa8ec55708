package dev.pushwire.android;

import android.Manifest;
import android.annotation.TargetApi;
import android.app.Activity;
import android.app.ActivityManager;
import android.app.NotificationChannel;
import android.app.NotificationChannelGroup;
import android.app.NotificationManager;
import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.os.PowerManager;
import android.provider.Settings;
import dev.pushwire.client.ClientConstant;
import dev.pushwire.client.ClientEvent;
import dev.pushwire.client.ClientState;
import dev.pushwire.client.Permission;
import dev.pushwire.client.PromptAnswer;

/**
 * What the system says of notifications, and its dialog from Android 13 (API level 33) on.
 *
 * <pre>
 * Android 13, granted               authorized; app_blocked where notifications are off all the same
 * Android 13, not granted           not_determined until a dialog was answered or the grant was there; else
 *                                   denied
 * before                            authorized, or denied where notifications are off
 * </pre>
 */
final class Permissions {
  /** From this level on Android asks the person. */
  static final int DIALOG_LEVEL = 33;
  private static final int GROUP_LEVEL = 28;
  /** Below 2^16, as AndroidX asks for. */
  static final int REQUEST = 0x5057;

  private final Pushwire push;
  private long askedAt;
  private boolean rationaleBefore;

  Permissions(Pushwire push) {
    this.push = push;
  }

  // Reading

  void readAgain() {
    push.around.worker.run(() -> {
      ClientState state = push.decisions.state();
      if (state != null) {
        push.decisions.decide(ClientEvent.permissionRead(read(state)), () -> { });
      }
    });
  }

  Permission read(ClientState state) {
    NotificationManager manager = push.app.getSystemService(NotificationManager.class);
    boolean isEnabled = manager.areNotificationsEnabled();
    Permission read = new Permission();
    if (push.around.apiLevel < DIALOG_LEVEL) {
      read.status = isEnabled ? Permission.AUTHORIZED : Permission.DENIED;
    } else if (isGranted()) {
      read.status = Permission.AUTHORIZED;
      read.appBlocked = !isEnabled;
    } else {
      Activity activity = push.life.activity();
      read.rationale = activity == null
          ? state.permission.rationale
          : activity.shouldShowRequestPermissionRationale(Manifest.permission.POST_NOTIFICATIONS);
      read.status = wasAnswered(state, read.rationale) ? Permission.DENIED : Permission.NOT_DETERMINED;
    }
    for (NotificationChannel channel : manager.getNotificationChannels()) {
      if (channel.getImportance() == NotificationManager.IMPORTANCE_NONE
          || isGroupBlocked(manager, channel)) {
        read.blockedChannels.add(channel.getId());
      }
    }
    if (push.around.apiLevel >= GROUP_LEVEL) {
      read.backgroundRefresh = isBackgroundRestricted() ? "restricted" : "available";
    }
    read.lowPowerMode = push.app.getSystemService(PowerManager.class).isPowerSaveMode();
    return read;
  }

  private boolean isGranted() {
    return push.app.checkSelfPermission(Manifest.permission.POST_NOTIFICATIONS)
        == PackageManager.PERMISSION_GRANTED;
  }

  private static boolean wasAnswered(ClientState state, boolean rationale) {
    String before = state.permission.status;
    boolean isFirst = before.equals(Permission.UNREAD) || before.equals(Permission.NOT_DETERMINED);
    return rationale || !isFirst || state.priming.denials > 0 || state.priming.isBlocked;
  }

  private boolean isGroupBlocked(NotificationManager manager, NotificationChannel channel) {
    return push.around.apiLevel >= GROUP_LEVEL && channel.getGroup() != null
        && isGroupBlocked(manager.getNotificationChannelGroup(channel.getGroup()));
  }

  @TargetApi(GROUP_LEVEL)
  private static boolean isGroupBlocked(NotificationChannelGroup group) {
    return group != null && group.isBlocked();
  }

  @TargetApi(GROUP_LEVEL)
  private boolean isBackgroundRestricted() {
    return push.app.getSystemService(ActivityManager.class).isBackgroundRestricted();
  }

  // Asking

  void request() {
    push.around.main.execute(() -> {
      Activity activity = push.life.activity();
      askedAt = push.around.worker.now();
      if (activity == null || push.around.apiLevel < DIALOG_LEVEL) {
        // Nobody to ask in front of: as if the dialog had been swiped away.
        answer(false, false, false, ClientConstant.INSTANT_ANSWER);
        return;
      }
      rationaleBefore =
          activity.shouldShowRequestPermissionRationale(Manifest.permission.POST_NOTIFICATIONS);
      activity.requestPermissions(new String[] {Manifest.permission.POST_NOTIFICATIONS}, REQUEST);
    });
  }

  boolean answered(Activity activity, int requestCode, String[] permissions, int[] grantResults) {
    if (requestCode != REQUEST) {
      return false;
    }
    long milliseconds = Math.max(0, push.around.worker.now() - askedAt);
    if (permissions.length == 0 || grantResults.length == 0) {
      // Interrupted, as by another request of the app's: no answer, however fast it came.
      answer(false, rationaleBefore, rationaleBefore, Math.max(milliseconds, ClientConstant.INSTANT_ANSWER));
      return true;
    }
    answer(
        grantResults[0] == PackageManager.PERMISSION_GRANTED, rationaleBefore,
        activity.shouldShowRequestPermissionRationale(Manifest.permission.POST_NOTIFICATIONS), milliseconds);
    return true;
  }

  private void answer(boolean granted, boolean before, boolean after, long milliseconds) {
    PromptAnswer answer = new PromptAnswer();
    answer.granted = granted;
    answer.rationaleBefore = before;
    answer.rationaleAfter = after;
    answer.milliseconds = milliseconds;
    push.decisions.post(ClientEvent.promptAnswered(answer));
    readAgain();
  }

  // The settings

  void openSettings() {
    ClientState state = push.decisions.state();
    boolean isChannel = state != null && "channel_blocked".equals(state.priming.settingsRow);
    String channel = null;
    if (isChannel) {
      for (String blocked : state.permission.blockedChannels) {
        if (channel == null && push.policy.channels.containsKey(blocked)) {
          channel = blocked;
        }
      }
    }
    if (channel == null) {
      open(new Intent(Settings.ACTION_APP_NOTIFICATION_SETTINGS));
    } else {
      openChannelSettings(channel);
    }
  }

  void openChannelSettings(String channel) {
    open(new Intent(Settings.ACTION_CHANNEL_NOTIFICATION_SETTINGS)
        .putExtra(Settings.EXTRA_CHANNEL_ID, channel));
  }

  private void open(Intent page) {
    page.putExtra(Settings.EXTRA_APP_PACKAGE, push.app.getPackageName());
    page.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
    try {
      push.app.startActivity(page);
      push.decisions.post(ClientEvent.settingsOpened());
    } catch (ActivityNotFoundException without) {
      push.log("no_settings", "");
    }
  }
}
