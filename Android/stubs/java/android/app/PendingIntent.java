package android.app;

import android.content.Context;
import android.content.Intent;
import java.util.ArrayList;
import java.util.List;

public final class PendingIntent {
  public static final int FLAG_ONE_SHOT = 1 << 30;
  public static final int FLAG_NO_CREATE = 1 << 29;
  public static final int FLAG_CANCEL_CURRENT = 1 << 28;
  public static final int FLAG_UPDATE_CURRENT = 1 << 27;
  public static final int FLAG_IMMUTABLE = 1 << 26;
  public static final int FLAG_MUTABLE = 1 << 25;

  private static final List<PendingIntent> KNOWN = new ArrayList<>();

  public final String fakeKind;
  public final int fakeRequestCode;
  public final int fakeFlags;
  public Intent fakeIntent;

  private PendingIntent(String kind, int requestCode, Intent intent, int flags) {
    fakeKind = kind;
    fakeRequestCode = requestCode;
    fakeIntent = intent;
    fakeFlags = flags;
  }

  public static PendingIntent getActivity(Context context, int requestCode, Intent intent, int flags) {
    return make("activity", requestCode, intent, flags);
  }

  public static PendingIntent getBroadcast(Context context, int requestCode, Intent intent, int flags) {
    return make("broadcast", requestCode, intent, flags);
  }

  /** Of equal request code and intent, extras apart, there is one, as in Android. */
  private static synchronized PendingIntent make(String kind, int requestCode, Intent intent, int flags) {
    for (PendingIntent known : KNOWN) {
      if (known.fakeKind.equals(kind) && known.fakeRequestCode == requestCode
          && known.fakeIntent.filterEquals(intent)) {
        if ((flags & FLAG_UPDATE_CURRENT) != 0) {
          known.fakeIntent = new Intent(intent);
        }
        return known;
      }
    }
    if ((flags & FLAG_NO_CREATE) != 0) {
      return null;
    }
    PendingIntent made = new PendingIntent(kind, requestCode, new Intent(intent), flags);
    KNOWN.add(made);
    return made;
  }

  public synchronized void cancel() {
    KNOWN.remove(this);
  }

  public static synchronized void fakeReset() {
    KNOWN.clear();
  }
}
