package android.provider;

import android.content.ContentResolver;

public final class Settings {
  public static final String ACTION_APP_NOTIFICATION_SETTINGS = "android.settings.APP_NOTIFICATION_SETTINGS";
  public static final String ACTION_CHANNEL_NOTIFICATION_SETTINGS =
      "android.settings.CHANNEL_NOTIFICATION_SETTINGS";
  public static final String EXTRA_APP_PACKAGE = "android.provider.extra.APP_PACKAGE";
  public static final String EXTRA_CHANNEL_ID = "android.provider.extra.CHANNEL_ID";

  public static final class Secure {
    public static final String ANDROID_ID = "android_id";

    /** What {@link #getString} answers. */
    public static String fakeAndroidId = "9774d56d682e549c";

    public static String getString(ContentResolver resolver, String name) {
      return name.equals(ANDROID_ID) ? fakeAndroidId : null;
    }
  }
}
