package android.app;

import android.content.Context;
import android.content.ContextWrapper;
import android.content.Intent;
import android.os.Bundle;

/** Android's is a ContextThemeWrapper. */
public class Activity extends ContextWrapper {
  private Intent intent = new Intent(Intent.ACTION_MAIN);
  public boolean fakeRationale;
  public boolean fakeChangesConfiguration;
  public boolean fakeFinishing;
  /** Codes of the permission requests that were made. */
  public final java.util.List<Integer> fakeRequests = new java.util.ArrayList<>();
  public final java.util.List<String> fakeRequested = new java.util.ArrayList<>();

  public Activity() {
    super(null);
  }

  /** What the system does when it makes one. */
  public void fakeAttach(Context context, Intent intent) {
    attachBaseContext(context);
    this.intent = intent;
  }

  public void fakeCreate(Bundle savedInstanceState) {
    onCreate(savedInstanceState);
  }

  public void fakeNewIntent(Intent intent) {
    onNewIntent(intent);
  }

  public void fakeStart() {
    onStart();
  }

  public void fakeStop() {
    onStop();
  }

  public void fakeDestroy() {
    onDestroy();
  }

  protected void onCreate(Bundle savedInstanceState) {}

  protected void onStart() {}

  protected void onStop() {}

  protected void onDestroy() {}

  protected void onNewIntent(Intent intent) {}

  public void onRequestPermissionsResult(int requestCode, String[] permissions, int[] grantResults) {}

  public final void requestPermissions(String[] permissions, int requestCode) {
    fakeRequests.add(requestCode);
    fakeRequested.addAll(java.util.Arrays.asList(permissions));
  }

  public boolean shouldShowRequestPermissionRationale(String permission) {
    return fakeRationale;
  }

  public Intent getIntent() {
    return intent;
  }

  public void setIntent(Intent newIntent) {
    intent = newIntent;
  }

  public boolean isChangingConfigurations() {
    return fakeChangesConfiguration;
  }

  public boolean isFinishing() {
    return fakeFinishing;
  }

  public final Application getApplication() {
    return (Application) getApplicationContext();
  }
}
