package dev.pushwire.android;

import android.app.ActivityManager;
import android.app.AlarmManager;
import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationChannelGroup;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.app.job.JobInfo;
import android.app.job.JobScheduler;
import android.content.ActivityNotFoundException;
import android.content.ComponentName;
import android.content.ContentResolver;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.content.res.Resources;
import android.net.ConnectivityManager;
import android.net.Network;
import android.os.PowerManager;
import android.service.notification.StatusBarNotification;
import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A system as far as the adapters ask one. It outlives the app's processes. */
final class FakeSystem extends Context {
  final File folder;
  boolean isGranted;
  boolean areEnabled = true;
  boolean isOnline = true;
  boolean isSaving;
  boolean isRestricted;
  boolean hasSettings = true;
  boolean hasLauncher = true;
  final ApplicationInfo info = new ApplicationInfo();
  final Map<String, String> texts = new LinkedHashMap<>();
  final Map<String, NotificationChannel> channels = new LinkedHashMap<>();
  final Map<String, NotificationChannelGroup> groups = new LinkedHashMap<>();
  final Map<String, Notification> shown = new LinkedHashMap<>();
  final List<Notification> notified = new ArrayList<>();
  final Map<Integer, JobInfo> jobs = new TreeMap<>();
  final Map<PendingIntent, Long> alarms = new LinkedHashMap<>();
  final List<Intent> started = new ArrayList<>();
  RuntimeException displayFault;
  RuntimeException jobFault;
  int jobResult = JobScheduler.RESULT_SUCCESS;
  ConnectivityManager.NetworkCallback network;
  private Context application = this;

  FakeSystem(File folder) {
    this.folder = folder;
    info.icon = 7;
  }

  void run(Context application) {
    this.application = application;
    network = null;
  }

  @Override
  public Context getApplicationContext() {
    return application;
  }

  @Override
  public String getPackageName() {
    return "com.example.parcel";
  }

  @Override
  public ApplicationInfo getApplicationInfo() {
    return info;
  }

  @Override
  public File getNoBackupFilesDir() {
    return folder;
  }

  @Override
  public int checkSelfPermission(String permission) {
    return isGranted ? PackageManager.PERMISSION_GRANTED : PackageManager.PERMISSION_DENIED;
  }

  @Override
  public void startActivity(Intent intent) {
    if (!hasSettings) {
      throw new ActivityNotFoundException();
    }
    started.add(intent);
  }

  @Override
  public ContentResolver getContentResolver() {
    return new ContentResolver() { };
  }

  @Override
  public Resources getResources() {
    return new Resources() {
      private final List<String> names = new ArrayList<>(texts.keySet());

      @Override
      public int getIdentifier(String name, String defType, String defPackage) {
        return defType.equals("string") ? names.indexOf(name) + 1 : 0;
      }

      @Override
      public String getString(int id) {
        return texts.get(names.get(id - 1));
      }

      @Override
      public String getString(int id, Object... formatArgs) {
        return String.format(getString(id), formatArgs);
      }
    };
  }

  @Override
  public PackageManager getPackageManager() {
    return new PackageManager() {
      @Override
      public PackageInfo getPackageInfo(String packageName, int flags) {
        PackageInfo made = new PackageInfo();
        made.versionName = "4.1";
        return made;
      }

      @Override
      public ApplicationInfo getApplicationInfo(String packageName, int flags) {
        return info;
      }

      @Override
      public Intent getLaunchIntentForPackage(String packageName) {
        Intent launcher = new Intent(Intent.ACTION_MAIN)
            .setComponent(new ComponentName(packageName, packageName + ".MainActivity"));
        return hasLauncher ? launcher.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK) : null;
      }
    };
  }

  @Override
  public String getSystemServiceName(Class<?> serviceClass) {
    return serviceClass.getName();
  }

  @Override
  public Object getSystemService(String name) {
    if (name.equals(NotificationManager.class.getName())) {
      return notifications;
    } else if (name.equals(JobScheduler.class.getName())) {
      return scheduler;
    } else if (name.equals(AlarmManager.class.getName())) {
      return alarmManager;
    } else if (name.equals(ConnectivityManager.class.getName())) {
      return connectivity;
    } else if (name.equals(PowerManager.class.getName())) {
      return power;
    } else if (name.equals(ActivityManager.class.getName())) {
      return activities;
    }
    return null;
  }

  private final NotificationManager notifications = new NotificationManager() {
    @Override
    public boolean areNotificationsEnabled() {
      return areEnabled;
    }

    @Override
    public void createNotificationChannels(List<NotificationChannel> made) {
      for (NotificationChannel channel : made) {
        channels.putIfAbsent(channel.getId(), channel); // its importance is fixed at creation
      }
    }

    @Override
    public NotificationChannel getNotificationChannel(String channelId) {
      return channels.get(channelId);
    }

    @Override
    public List<NotificationChannel> getNotificationChannels() {
      return new ArrayList<>(channels.values());
    }

    @Override
    public NotificationChannelGroup getNotificationChannelGroup(String channelGroupId) {
      return groups.get(channelGroupId);
    }

    @Override
    public void notify(String tag, int id, Notification notification) {
      if (displayFault != null) {
        throw displayFault;
      }
      if (!channels.containsKey(notification.getChannelId())) {
        return; // as from API level 26 on
      }
      shown.put(tag + "/" + id, notification);
      notified.add(notification);
    }

    @Override
    public void cancel(String tag, int id) {
      shown.remove(tag + "/" + id);
    }

    @Override
    public StatusBarNotification[] getActiveNotifications() {
      List<StatusBarNotification> active = new ArrayList<>();
      shown.forEach((key, notification) -> {
        int slash = key.lastIndexOf('/');
        active.add(new StatusBarNotification(
            key.substring(0, slash), Integer.parseInt(key.substring(slash + 1)), notification));
      });
      return active.toArray(new StatusBarNotification[0]);
    }
  };

  private final JobScheduler scheduler = new JobScheduler() {
    @Override
    public int schedule(JobInfo job) {
      if (jobFault != null) {
        throw jobFault;
      }
      if (jobResult == RESULT_SUCCESS) {
        jobs.put(job.getId(), job);
      }
      return jobResult;
    }

    @Override
    public void cancel(int jobId) {
      jobs.remove(jobId);
    }

    @Override
    public List<JobInfo> getAllPendingJobs() {
      return new ArrayList<>(jobs.values());
    }
  };

  private final AlarmManager alarmManager = new AlarmManager() {
    @Override
    public void setAndAllowWhileIdle(int type, long triggerAtMillis, PendingIntent operation) {
      alarms.put(operation, triggerAtMillis);
    }

    @Override
    public void cancel(PendingIntent operation) {
      alarms.remove(operation);
    }
  };

  private final ConnectivityManager connectivity = new ConnectivityManager() {
    @Override
    public Network getActiveNetwork() {
      return isOnline ? new Network() { } : null;
    }

    @Override
    public void registerDefaultNetworkCallback(NetworkCallback networkCallback) {
      network = networkCallback;
    }
  };

  private final PowerManager power = new PowerManager() {
    @Override
    public boolean isPowerSaveMode() {
      return isSaving;
    }
  };

  private final ActivityManager activities = new ActivityManager() {
    @Override
    public boolean isBackgroundRestricted() {
      return isRestricted;
    }
  };
}
