package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;

/**
 * What the system says of notifications for this app. Read at each launch, on each return to the foreground
 * and after a prompt. Apple, UNNotificationSettings; Android,
 * NotificationManagerCompat.areNotificationsEnabled.
 */
public final class Permission extends Coded {
  static final Codec<Permission> CODEC = Codec.record(Permission::new);

  /** {@link #status}: the person was not asked. */
  public static final String NOT_DETERMINED = "not_determined";
  /** {@link #status}: not allowed. */
  public static final String DENIED = "denied";
  /** {@link #status}: allowed. */
  public static final String AUTHORIZED = "authorized";
  /** {@link #status}: iOS, allowed quietly. */
  public static final String PROVISIONAL = "provisional";
  /** {@link #status}: iOS, allowed for a while, of an app clip. */
  public static final String EPHEMERAL = "ephemeral";
  /** {@link #status}: nothing was read yet. */
  public static final String UNREAD = "";

  /** One of the words above, or another of a later system. */
  public String status = UNREAD;
  /**
   * {@code enabled}, {@code disabled}, {@code not_supported}; empty: unread. An open set, as all of these.
   */
  public String alert = "";
  /** As {@link #alert}. */
  public String sound = "";
  /** As {@link #alert}. */
  public String badge = "";
  /** As {@link #alert}. */
  public String lockScreen = "";
  /** Android: all of the app's notifications are off. */
  public boolean appBlocked;
  /** Android: channels with importance none. */
  public List<String> blockedChannels = new ArrayList<>();
  /** Android: {@code shouldShowRequestPermissionRationale}. False before the first ask and after the last. */
  public boolean rationale;
  /** Somebody else manages the device. */
  public boolean managed;
  /** {@code available}, {@code denied}, {@code restricted}; empty: unread or not a thing of this system. */
  public String backgroundRefresh = "";
  /** The device saves power. */
  public boolean lowPowerMode;

  /** With every member at its default. */
  public Permission() {}

  /** With this status and all else at its default. */
  public Permission(String status) {
    this.status = status;
  }

  /** Whether an alert would be seen. */
  public boolean isDisplayable() {
    switch (status) {
      case AUTHORIZED:
      case PROVISIONAL:
      case EPHEMERAL:
        return !alert.equals("disabled") && !appBlocked;
      default:
        return false;
    }
  }

  @Override
  Permission blank() {
    return new Permission();
  }

  @Override
  void fields(FieldCoder coder) {
    status = coder.text("status", status);
    alert = coder.text("alert", alert);
    sound = coder.text("sound", sound);
    badge = coder.text("badge", badge);
    lockScreen = coder.text("lock_screen", lockScreen);
    appBlocked = coder.flag("app_blocked", appBlocked);
    blockedChannels = coder.texts("blocked_channels", blockedChannels);
    rationale = coder.flag("rationale", rationale);
    managed = coder.flag("managed", managed);
    backgroundRefresh = coder.text("background_refresh", backgroundRefresh);
    lowPowerMode = coder.flag("low_power_mode", lowPowerMode);
  }
}
