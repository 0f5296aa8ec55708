package android.app;

import android.content.Context;
import android.graphics.drawable.Icon;
import android.os.Bundle;
import java.util.ArrayList;
import java.util.List;

public class Notification {
  public static final int VISIBILITY_PUBLIC = 1;
  public static final int VISIBILITY_PRIVATE = 0;
  public static final int VISIBILITY_SECRET = -1;
  public static final int FLAG_AUTO_CANCEL = 0x00000010;
  public static final int FLAG_ONLY_ALERT_ONCE = 0x00000008;
  public static final int GROUP_ALERT_SUMMARY = 1;
  public static final String EXTRA_TITLE = "android.title";
  public static final String EXTRA_TEXT = "android.text";

  public Bundle extras = new Bundle();
  public PendingIntent contentIntent;
  public PendingIntent deleteIntent;
  public Action[] actions;
  public Notification publicVersion;
  public int flags;
  public int number;
  public int color;
  public int visibility;
  public long when;
  public String fakeChannel;
  public int fakeIcon;
  public String fakeGroup;
  public int fakeGroupAlertBehavior;

  public String getChannelId() {
    return fakeChannel;
  }

  public static class Action {
    public final CharSequence title;
    public final PendingIntent actionIntent;
    private final RemoteInput[] remoteInputs;
    public boolean fakeAuthenticationRequired;

    private Action(CharSequence title, PendingIntent actionIntent, RemoteInput[] remoteInputs) {
      this.title = title;
      this.actionIntent = actionIntent;
      this.remoteInputs = remoteInputs;
    }

    public RemoteInput[] getRemoteInputs() {
      return remoteInputs;
    }

    public static final class Builder {
      private final CharSequence title;
      private final PendingIntent intent;
      private final List<RemoteInput> inputs = new ArrayList<>();
      private boolean authenticationRequired;

      public Builder(Icon icon, CharSequence title, PendingIntent intent) {
        this.title = title;
        this.intent = intent;
      }

      public Builder addRemoteInput(RemoteInput remoteInput) {
        inputs.add(remoteInput);
        return this;
      }

      /** API level 31. */
      public Builder setAuthenticationRequired(boolean authenticationRequired) {
        this.authenticationRequired = authenticationRequired;
        return this;
      }

      public Action build() {
        Action made = new Action(title, intent, inputs.isEmpty() ? null : inputs.toArray(new RemoteInput[0]));
        made.fakeAuthenticationRequired = authenticationRequired;
        return made;
      }
    }
  }

  public static class Style {}

  public static class BigTextStyle extends Style {
    public BigTextStyle bigText(CharSequence cs) {
      return this;
    }
  }

  public static class Builder {
    private final Notification made = new Notification();
    private final List<Action> actions = new ArrayList<>();

    public Builder(Context context, String channelId) {
      made.fakeChannel = channelId;
    }

    public Builder setSmallIcon(int icon) {
      made.fakeIcon = icon;
      return this;
    }

    public Builder setColor(int argb) {
      made.color = argb;
      return this;
    }

    public Builder setContentTitle(CharSequence title) {
      made.extras.putCharSequence(EXTRA_TITLE, title);
      return this;
    }

    public Builder setContentText(CharSequence text) {
      made.extras.putCharSequence(EXTRA_TEXT, text);
      return this;
    }

    public Builder setStyle(Style style) {
      return this;
    }

    public Builder setContentIntent(PendingIntent intent) {
      made.contentIntent = intent;
      return this;
    }

    public Builder setDeleteIntent(PendingIntent intent) {
      made.deleteIntent = intent;
      return this;
    }

    public Builder setAutoCancel(boolean autoCancel) {
      return flag(FLAG_AUTO_CANCEL, autoCancel);
    }

    public Builder setOnlyAlertOnce(boolean onlyAlertOnce) {
      return flag(FLAG_ONLY_ALERT_ONCE, onlyAlertOnce);
    }

    public Builder setGroup(String groupKey) {
      made.fakeGroup = groupKey;
      return this;
    }

    public Builder setGroupAlertBehavior(int groupAlertBehavior) {
      made.fakeGroupAlertBehavior = groupAlertBehavior;
      return this;
    }

    public Builder setNumber(int number) {
      made.number = number;
      return this;
    }

    public Builder setWhen(long when) {
      made.when = when;
      return this;
    }

    public Builder setVisibility(int visibility) {
      made.visibility = visibility;
      return this;
    }

    public Builder setPublicVersion(Notification n) {
      made.publicVersion = n;
      return this;
    }

    public Builder addAction(Action action) {
      actions.add(action);
      return this;
    }

    public Builder addExtras(Bundle extras) {
      made.extras.putAll(extras);
      return this;
    }

    public Notification build() {
      made.actions = actions.isEmpty() ? null : actions.toArray(new Action[0]);
      return made;
    }

    private Builder flag(int flag, boolean on) {
      made.flags = on ? made.flags | flag : made.flags & ~flag;
      return this;
    }
  }
}
