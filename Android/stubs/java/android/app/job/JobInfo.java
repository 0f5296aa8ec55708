package android.app.job;

import android.content.ComponentName;
import android.os.PersistableBundle;

public class JobInfo {
  public static final int NETWORK_TYPE_NONE = 0;
  public static final int NETWORK_TYPE_ANY = 1;

  private int id;
  private ComponentName service;
  private PersistableBundle extras = new PersistableBundle();
  private int networkType;
  private boolean charging;
  private boolean persisted;
  private long minLatency;

  private JobInfo() {}

  public int getId() {
    return id;
  }

  public ComponentName getService() {
    return service;
  }

  public PersistableBundle getExtras() {
    return extras;
  }

  public int getNetworkType() {
    return networkType;
  }

  public boolean isRequireCharging() {
    return charging;
  }

  public boolean isPersisted() {
    return persisted;
  }

  public long getMinLatencyMillis() {
    return minLatency;
  }

  public static final class Builder {
    private final JobInfo made = new JobInfo();

    public Builder(int jobId, ComponentName jobService) {
      made.id = jobId;
      made.service = jobService;
    }

    public Builder setExtras(PersistableBundle extras) {
      made.extras = extras;
      return this;
    }

    public Builder setRequiredNetworkType(int networkType) {
      made.networkType = networkType;
      return this;
    }

    public Builder setRequiresCharging(boolean requiresCharging) {
      made.charging = requiresCharging;
      return this;
    }

    public Builder setPersisted(boolean isPersisted) {
      made.persisted = isPersisted;
      return this;
    }

    public Builder setMinimumLatency(long minLatencyMillis) {
      made.minLatency = minLatencyMillis;
      return this;
    }

    public JobInfo build() {
      return made;
    }
  }
}
