package com.google.firebase.messaging;

import android.net.Uri;
import java.util.LinkedHashMap;
import java.util.Map;

public final class RemoteMessage {
  public static final int PRIORITY_UNKNOWN = 0;
  public static final int PRIORITY_HIGH = 1;
  public static final int PRIORITY_NORMAL = 2;

  /** For tests: what the message has. */
  public final Map<String, String> fakeData = new LinkedHashMap<>();
  public Notification fakeNotification;
  public int fakePriority = PRIORITY_HIGH;
  public int fakeOriginalPriority = PRIORITY_HIGH;

  /** Android's takes a Bundle; this is the tests' alone. */
  public RemoteMessage() {}

  public Map<String, String> getData() {
    return fakeData;
  }

  public Notification getNotification() {
    return fakeNotification;
  }

  public int getPriority() {
    return fakePriority;
  }

  public int getOriginalPriority() {
    return fakeOriginalPriority;
  }

  public static class Notification {
    public String fakeTitle;
    public String fakeTitleKey;
    public String[] fakeTitleArguments;
    public String fakeBody;
    public String fakeBodyKey;
    public String[] fakeBodyArguments;
    public String fakeChannel;
    public String fakeTag;
    public String fakeColor;
    public String fakeIcon;
    public Integer fakeCount;
    public Integer fakeVisibility;
    public boolean fakeSticky;

    public String getTitle() {
      return fakeTitle;
    }

    public String getTitleLocalizationKey() {
      return fakeTitleKey;
    }

    public String[] getTitleLocalizationArgs() {
      return fakeTitleArguments;
    }

    public String getBody() {
      return fakeBody;
    }

    public String getBodyLocalizationKey() {
      return fakeBodyKey;
    }

    public String[] getBodyLocalizationArgs() {
      return fakeBodyArguments;
    }

    public String getChannelId() {
      return fakeChannel;
    }

    public String getTag() {
      return fakeTag;
    }

    public String getIcon() {
      return fakeIcon;
    }

    public Integer getNotificationCount() {
      return fakeCount;
    }

    public Integer getVisibility() {
      return fakeVisibility;
    }

    public boolean getSticky() {
      return fakeSticky;
    }
  }
}
