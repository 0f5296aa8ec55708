package android.content.pm;

import android.content.Intent;

public abstract class PackageManager {
  public static final int PERMISSION_GRANTED = 0;
  public static final int PERMISSION_DENIED = -1;
  public static final int GET_META_DATA = 0x00000080;

  public static class NameNotFoundException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  public abstract PackageInfo getPackageInfo(String packageName, int flags) throws NameNotFoundException;

  public abstract ApplicationInfo getApplicationInfo(String packageName, int flags)
      throws NameNotFoundException;

  public abstract Intent getLaunchIntentForPackage(String packageName);
}
