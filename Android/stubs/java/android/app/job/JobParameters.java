package android.app.job;

import android.os.PersistableBundle;

public class JobParameters {
  private final int jobId;
  private final PersistableBundle extras;

  /** Android's is hidden; this is the tests' alone. */
  public JobParameters(int jobId, PersistableBundle extras) {
    this.jobId = jobId;
    this.extras = extras;
  }

  public int getJobId() {
    return jobId;
  }

  public PersistableBundle getExtras() {
    return extras;
  }
}
