package android.app;

import android.content.Context;
import android.content.ContextWrapper;
import android.os.Bundle;
import java.util.ArrayList;
import java.util.List;

public class Application extends ContextWrapper {
  public interface ActivityLifecycleCallbacks {
    void onActivityCreated(Activity activity, Bundle savedInstanceState);

    void onActivityStarted(Activity activity);

    void onActivityResumed(Activity activity);

    void onActivityPaused(Activity activity);

    void onActivityStopped(Activity activity);

    void onActivitySaveInstanceState(Activity activity, Bundle outState);

    void onActivityDestroyed(Activity activity);
  }

  public final List<ActivityLifecycleCallbacks> fakeCallbacks = new ArrayList<>();

  public Application() {
    super(null);
  }

  /** What the system does when it makes one. */
  public void fakeAttach(Context base) {
    attachBaseContext(base);
  }

  public void onCreate() {}

  public void registerActivityLifecycleCallbacks(ActivityLifecycleCallbacks callback) {
    fakeCallbacks.add(callback);
  }
}
