package android.content;

import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.content.res.Resources;
import java.io.File;

public abstract class Context {
  public abstract Context getApplicationContext();

  public abstract String getPackageName();

  public abstract PackageManager getPackageManager();

  public abstract ApplicationInfo getApplicationInfo();

  public abstract Resources getResources();

  public abstract ContentResolver getContentResolver();

  public abstract File getNoBackupFilesDir();

  public abstract Object getSystemService(String name);

  public abstract String getSystemServiceName(Class<?> serviceClass);

  public final <T> T getSystemService(Class<T> serviceClass) {
    return serviceClass.cast(getSystemService(getSystemServiceName(serviceClass)));
  }

  public abstract int checkSelfPermission(String permission);

  public abstract void startActivity(Intent intent);
}
