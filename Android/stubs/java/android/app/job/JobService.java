package android.app.job;

import android.app.Service;
import java.util.ArrayList;
import java.util.List;

public abstract class JobService extends Service {
  public final List<JobParameters> fakeFinished = new ArrayList<>();
  public final List<Boolean> fakeRescheduled = new ArrayList<>();

  public abstract boolean onStartJob(JobParameters params);

  public abstract boolean onStopJob(JobParameters params);

  public final void jobFinished(JobParameters params, boolean wantsReschedule) {
    fakeFinished.add(params);
    fakeRescheduled.add(wantsReschedule);
  }
}
