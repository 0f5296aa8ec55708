package dev.pushwire.android;

import android.annotation.TargetApi;
import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.app.RemoteInput;
import android.content.Intent;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.os.Bundle;
import android.service.notification.StatusBarNotification;
import dev.pushwire.client.ActionPolicy;
import dev.pushwire.client.ChannelPolicy;
import dev.pushwire.client.ClassPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Channels, and notifications under the tag that Firebase uses for the same: one that is shown again, by it
 * or by us, replaces the first.
 */
final class Display {
  static final String BUTTON = "dev.pushwire.android.BUTTON";
  static final String DISMISSED = "dev.pushwire.android.DISMISSED";
  static final String LOCAL = "dev.pushwire.android.LOCAL";
  static final String ACTION_EXTRA = Payload.OWN + "action";
  static final String TAG_EXTRA = Payload.OWN + "tag";
  static final String TEXT_KEY = Payload.OWN + "text";

  /** Firebase shows everything under this id, and tells notifications apart by their tags. */
  private static final int ID = 0;
  private static final String SILENT_GROUP = "silent";
  private static final String DEFAULT_CHANNEL =
      "com.google.firebase.messaging.default_notification_channel_id";
  private static final String DEFAULT_ICON = "com.google.firebase.messaging.default_notification_icon";
  /** What Firebase makes where a message names no channel that is there. */
  private static final String FALLBACK_CHANNEL = "fcm_fallback_notification_channel";
  private static final int AUTHENTICATION_LEVEL = 31;

  private final Pushwire push;

  Display(Pushwire push) {
    this.push = push;
  }

  private NotificationManager manager() {
    return push.app.getSystemService(NotificationManager.class);
  }

  // Channels

  void createChannels(List<String> ids) {
    List<NotificationChannel> channels = new ArrayList<>();
    for (String id : ids) {
      ChannelPolicy policy = push.policy.channels.get(id);
      NotificationChannel channel = new NotificationChannel(id, policy.name, importance(policy.importance));
      if (policy.detail != null) {
        channel.setDescription(policy.detail);
      }
      channels.add(channel);
    }
    manager().createNotificationChannels(channels);
  }

  private static int importance(String word) {
    switch (word) {
      case "none":
        return NotificationManager.IMPORTANCE_NONE;
      case "min":
        return NotificationManager.IMPORTANCE_MIN;
      case "low":
        return NotificationManager.IMPORTANCE_LOW;
      case "high":
        return NotificationManager.IMPORTANCE_HIGH;
      default:
        return NotificationManager.IMPORTANCE_DEFAULT;
    }
  }

  private String channel(Content content, ClassPolicy known) {
    String[] wishes = {content.channel, known == null ? null : known.channel, metadata(DEFAULT_CHANNEL)};
    for (String wish : wishes) {
      if (wish != null && manager().getNotificationChannel(wish) != null) {
        return wish;
      }
    }
    if (manager().getNotificationChannel(FALLBACK_CHANNEL) == null) {
      push.log("channel_missing", content.channel == null ? "" : content.channel);
      manager().createNotificationChannels(Collections.singletonList(new NotificationChannel(
          FALLBACK_CHANNEL, label(), NotificationManager.IMPORTANCE_DEFAULT)));
    }
    return FALLBACK_CHANNEL;
  }

  // Showing

  /** `alerts`: with sound and as something new. */
  void show(Content content, Map<String, String> data, boolean alerts) {
    ClassPolicy known = push.policy.classes.get(data.get(Payload.CLASS));
    String tag = content.tag == null || content.tag.isEmpty() ? UUID.randomUUID().toString() : content.tag;
    Notification.Builder builder = builder(channel(content, known), content)
        .setAutoCancel(!content.isSticky)
        .setOnlyAlertOnce(!alerts)
        .setContentIntent(opening(data, tag, null));
    if (!alerts) {
      // A member of a group whose summary alerts, and there is none: Android makes no sound.
      builder.setGroup(SILENT_GROUP).setGroupAlertBehavior(Notification.GROUP_ALERT_SUMMARY);
    }
    if (content.body != null) {
      builder.setStyle(new Notification.BigTextStyle().bigText(content.body));
    }
    if (content.count != null) {
      builder.setNumber(content.count);
    }
    if (known != null && known.sensitive) {
      Content hidden = new Content();
      hidden.title = label();
      builder.setVisibility(Notification.VISIBILITY_PRIVATE)
          .setPublicVersion(builder(channel(content, known), hidden).build());
    }
    if (Payload.isOurs(data)) {
      builder.setDeleteIntent(broadcast(DISMISSED, data, tag, null, false)).addExtras(kept(data));
      for (ActionPolicy button : buttons(known)) {
        builder.addAction(action(button, data, tag));
      }
    }
    manager().notify(tag, ID, builder.build());
  }

  private Notification.Builder builder(String channel, Content content) {
    return new Notification.Builder(push.app, channel)
        .setSmallIcon(icon())
        .setContentTitle(content.title == null || content.title.isEmpty() ? label() : content.title)
        .setContentText(content.body == null ? "" : content.body)
        .setWhen(push.around.worker.now());
  }

  private List<ActionPolicy> buttons(ClassPolicy known) {
    List<ActionPolicy> buttons =
        known == null || known.category == null ? null : push.policy.categories.get(known.category);
    return buttons == null ? Collections.emptyList() : buttons;
  }

  private Notification.Action action(ActionPolicy button, Map<String, String> data, String tag) {
    PendingIntent intent = opensApp(button)
        ? opening(data, tag, button.id)
        : broadcast(BUTTON, data, tag, button.id, button.textInput);
    String translated = button.isKey ? Content.translated(button.title, null, push.app) : null;
    String title = translated == null ? button.title : translated;
    Notification.Action.Builder made = new Notification.Action.Builder(null, title, intent);
    if (button.textInput) {
      made.addRemoteInput(new RemoteInput.Builder(TEXT_KEY).setLabel(title).build());
    }
    if (button.authenticationRequired && push.around.apiLevel >= AUTHENTICATION_LEVEL) {
      requireAuthentication(made);
    }
    return made.build();
  }

  @TargetApi(AUTHENTICATION_LEVEL)
  private static void requireAuthentication(Notification.Action.Builder action) {
    action.setAuthenticationRequired(true);
  }

  /** As the core judges it. */
  static boolean opensApp(ActionPolicy button) {
    return !button.textInput && (button.foreground || button.authenticationRequired);
  }

  /**
   * Straight to the Activity: from Android 12 on a receiver or service may not start one. Null: there is
   * none.
   */
  private PendingIntent opening(Map<String, String> data, String tag, String action) {
    Intent open = push.options.activity == null
        ? push.app.getPackageManager().getLaunchIntentForPackage(push.app.getPackageName())
        : new Intent(push.app, push.options.activity);
    if (open == null) {
      push.log("no_launcher", "");
      return null;
    }
    open.addFlags(
        Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_CLEAR_TOP | Intent.FLAG_ACTIVITY_SINGLE_TOP);
    fill(open, data, tag, action);
    // The extras do not tell two of them apart; the request code does.
    return PendingIntent.getActivity(
        push.app, push.around.newRequestCode(), open,
        PendingIntent.FLAG_ONE_SHOT | PendingIntent.FLAG_IMMUTABLE);
  }

  private PendingIntent broadcast(
      String name, Map<String, String> data, String tag, String action, boolean isTyped) {
    Intent intent = new Intent(push.app, PushwireReceiver.class).setAction(name);
    fill(intent, data, tag, action);
    int flags = PendingIntent.FLAG_ONE_SHOT;
    if (!isTyped) {
      flags |= PendingIntent.FLAG_IMMUTABLE;
    } else if (push.around.apiLevel >= AUTHENTICATION_LEVEL) {
      flags |= PendingIntent.FLAG_MUTABLE; // the system puts in what was typed
    }
    return PendingIntent.getBroadcast(push.app, push.around.newRequestCode(), intent, flags);
  }

  private static void fill(Intent intent, Map<String, String> data, String tag, String action) {
    Payload.put(data, intent);
    intent.putExtra(TAG_EXTRA, tag);
    if (action != null) {
      intent.putExtra(ACTION_EXTRA, action);
    }
  }

  /** What {@link #clear} goes by. */
  private static Bundle kept(Map<String, String> data) {
    Bundle kept = new Bundle();
    for (String key : new String[] {Payload.CLASS, Payload.TAG}) {
      if (data.get(key) != null) {
        kept.putString(key, data.get(key));
      }
    }
    return kept;
  }

  // Taking away

  void cancel(String tag) {
    if (tag != null) {
      manager().cancel(tag, ID);
    }
  }

  /**
   * Takes away what is meant for an account. Of what Firebase has shown only the channel can be seen: all of
   * a channel goes that a class for accounts uses. What the app itself shows under other ids stays.
   */
  void clear() {
    Set<String> channels = accountChannels();
    for (StatusBarNotification shown : manager().getActiveNotifications()) {
      if (shown.getId() != ID || shown.getTag() == null) {
        continue;
      }
      Bundle extras = shown.getNotification().extras;
      String name = extras.getString(Payload.CLASS);
      boolean isGone = name == null
          ? channels.contains(shown.getNotification().getChannelId())
          : isForAccount(name, extras.getString(Payload.TAG));
      if (isGone) {
        manager().cancel(shown.getTag(), ID);
      }
    }
  }

  boolean isForAccount(String name, String tag) {
    ClassPolicy known = push.policy.classes.get(name);
    return tag != null || known != null && known.audience == ClassPolicy.Audience.ACCOUNT;
  }

  private Set<String> accountChannels() {
    Set<String> channels = new HashSet<>();
    for (ClassPolicy known : push.policy.classes.values()) {
      if (known.kind == ClassPolicy.Kind.ALERT && known.audience == ClassPolicy.Audience.ACCOUNT) {
        if (known.channel != null) {
          channels.add(known.channel);
        } else {
          channels.add(FALLBACK_CHANNEL);
          channels.add(metadata(DEFAULT_CHANNEL));
        }
      }
    }
    return channels;
  }

  // The manifest

  private String label() {
    return push.app.getApplicationInfo().loadLabel(push.app.getPackageManager()).toString();
  }

  private int icon() {
    if (push.options.smallIcon != 0) {
      return push.options.smallIcon;
    }
    Bundle metadata = metadata();
    int icon = metadata == null ? 0 : metadata.getInt(DEFAULT_ICON, 0);
    return icon != 0 ? icon : push.app.getApplicationInfo().icon;
  }

  private String metadata(String name) {
    Bundle metadata = metadata();
    return metadata == null ? null : metadata.getString(name);
  }

  private Bundle metadata() {
    try {
      ApplicationInfo info = push.app.getPackageManager()
          .getApplicationInfo(push.app.getPackageName(), PackageManager.GET_META_DATA);
      return info.metaData;
    } catch (PackageManager.NameNotFoundException itIsUs) {
      return null;
    }
  }
}
