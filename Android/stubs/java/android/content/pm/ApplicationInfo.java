package android.content.pm;

import android.os.Bundle;

public class ApplicationInfo {
  public static final int FLAG_DEBUGGABLE = 1 << 1;
  public int flags;
  public int icon;
  public int labelRes;
  public Bundle metaData;

  /** {@code loadLabel} of PackageItemInfo. */
  public CharSequence loadLabel(PackageManager pm) {
    return "App";
  }
}
