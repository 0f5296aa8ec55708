package dev.pushwire.android;

import android.app.job.JobParameters;
import android.app.job.JobService;

/** The system starts background tasks here. It stands in the library's manifest. */
public final class PushwireJobService extends JobService {
  /** Made by the system. */
  public PushwireJobService() {}

  @Override
  public boolean onStartJob(JobParameters params) {
    Pushwire push = Pushwire.current();
    if (push == null) {
      // The app did not launch the client in Application.onCreate: later, perhaps it has by then.
      jobFinished(params, true);
      return true;
    }
    return push.tasks.started(this, params);
  }

  @Override
  public boolean onStopJob(JobParameters params) {
    Pushwire push = Pushwire.current();
    if (push != null) {
      push.tasks.stopped(params);
    }
    return false;
  }
}
