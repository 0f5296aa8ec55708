package android.app;

import android.content.ContextWrapper;

public abstract class Service extends ContextWrapper {
  public Service() {
    super(null);
  }

  public final Application getApplication() {
    return (Application) getApplicationContext();
  }

  public void fakeAttach(android.content.Context base) {
    attachBaseContext(base);
  }
}
