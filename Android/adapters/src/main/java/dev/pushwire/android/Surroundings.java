package dev.pushwire.android;

import android.content.Context;
import android.os.Build;
import android.os.Handler;
import android.os.Looper;
import android.provider.Settings;
import java.io.File;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Everything around the client that tests put something else in place of. */
class Surroundings {
  /** Waits for somebody else, as Firebase's thread does. */
  interface Patience {
    void await(CountDownLatch latch, long milliseconds) throws InterruptedException;
  }

  Worker worker;
  /** Where the app's work and requests run. */
  Executor background;
  /** Android's main thread. */
  Executor main;
  Patience patience = (latch, milliseconds) -> latch.await(milliseconds, TimeUnit.MILLISECONDS);
  TokenSource tokens;
  File folder;
  /** The same on this device and another on every other; empty: cannot be read. */
  String deviceKey = "";
  int apiLevel;
  String osVersion = "";
  /** simulator, sandbox device or production device. */
  String provenance = "";

  /** A number from 0 up to and without this. */
  long random(long below) {
    return below <= 0 ? 0 : ThreadLocalRandom.current().nextLong(below);
  }

  String newInstallation() {
    return UUID.randomUUID().toString().toUpperCase(Locale.ROOT);
  }

  String newSecret() {
    return Hash.secret();
  }

  private final AtomicInteger requestCodes = new AtomicInteger(ThreadLocalRandom.current().nextInt());

  /** Another one each time, and unlikely one of an earlier process. */
  int newRequestCode() {
    return requestCodes.incrementAndGet();
  }

  /** The real ones. */
  static Surroundings system(Context context, PushwireOptions options) {
    Surroundings made = new Surroundings();
    made.worker = new ThreadWorker(options.log);
    made.background = Executors.newCachedThreadPool(step -> {
      Thread thread = new Thread(step, "pushwire-work");
      thread.setDaemon(true);
      return thread;
    });
    Handler handler = new Handler(Looper.getMainLooper());
    made.main = handler::post;
    made.tokens = new FirebaseTokens();
    made.folder = new File(context.getNoBackupFilesDir(), "pushwire");
    // Of the app's signing key, person and device; another after a factory reset.
    String id = Settings.Secure.getString(context.getContentResolver(), Settings.Secure.ANDROID_ID);
    boolean isKnown = id != null && !id.isEmpty();
    made.deviceKey = isKnown ? Hash.hex("pushwire/" + context.getPackageName() + "/" + id) : "";
    made.apiLevel = Build.VERSION.SDK_INT;
    made.osVersion = Build.VERSION.RELEASE;
    made.provenance = provenance(context);
    return made;
  }

  private static String provenance(Context context) {
    boolean isEmulator = Build.HARDWARE.equals("ranchu") || Build.HARDWARE.equals("goldfish")
        || Build.FINGERPRINT.startsWith("generic") || Build.FINGERPRINT.contains("/sdk_gphone");
    if (isEmulator) {
      return "simulator";
    }
    boolean isDebuggable =
        (context.getApplicationInfo().flags & android.content.pm.ApplicationInfo.FLAG_DEBUGGABLE) != 0;
    return isDebuggable ? "sandbox device" : "production device";
  }
}
