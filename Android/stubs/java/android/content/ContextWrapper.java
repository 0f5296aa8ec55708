package android.content;

import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.content.res.Resources;
import java.io.File;

public class ContextWrapper extends Context {
  private Context base;

  public ContextWrapper(Context base) {
    this.base = base;
  }

  protected void attachBaseContext(Context base) {
    if (this.base != null) {
      throw new IllegalStateException("Base context already set");
    }
    this.base = base;
  }

  public Context getBaseContext() {
    return base;
  }

  @Override
  public Context getApplicationContext() {
    return base.getApplicationContext();
  }

  @Override
  public String getPackageName() {
    return base.getPackageName();
  }

  @Override
  public PackageManager getPackageManager() {
    return base.getPackageManager();
  }

  @Override
  public ApplicationInfo getApplicationInfo() {
    return base.getApplicationInfo();
  }

  @Override
  public Resources getResources() {
    return base.getResources();
  }

  @Override
  public ContentResolver getContentResolver() {
    return base.getContentResolver();
  }

  @Override
  public File getNoBackupFilesDir() {
    return base.getNoBackupFilesDir();
  }

  @Override
  public Object getSystemService(String name) {
    return base.getSystemService(name);
  }

  @Override
  public String getSystemServiceName(Class<?> serviceClass) {
    return base.getSystemServiceName(serviceClass);
  }

  @Override
  public int checkSelfPermission(String permission) {
    return base.checkSelfPermission(permission);
  }

  @Override
  public void startActivity(Intent intent) {
    base.startActivity(intent);
  }
}
