package dev.pushwire.android;

import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.app.job.JobScheduler;
import android.app.job.JobService;
import android.content.ComponentName;
import android.os.PersistableBundle;
import dev.pushwire.client.ClientEvent;
import dev.pushwire.client.TaskPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Background tasks as jobs, and the job that sends receipts.
 *
 * <p>The next run is submitted when one begins, and a job that is scheduled under the id of one that runs
 * stops that one (Android, JobScheduler.schedule). So each task has two ids, made of its own, and the next
 * takes the one that does not run.
 */
final class Tasks {
  private static final String TASK = "task";
  private static final String FLUSH = "dev.pushwire.flush";

  private static final class Run {
    final JobService service;
    final JobParameters job;
    RunningWork work;
    boolean isStopped;

    Run(JobService service, JobParameters job) {
      this.service = service;
      this.job = job;
    }
  }

  private final Pushwire push;
  private final List<String> handlers = new ArrayList<>();
  private final Map<String, PushwireHandlers.Work> bodies = new HashMap<>();
  /** Those that the system began and that have not ended. Guarded by this. */
  private final Map<Long, Run> runs = new HashMap<>();

  Tasks(Pushwire push) {
    this.push = push;
  }

  synchronized void handle(String id, PushwireHandlers.Work body) {
    handlers.add(id);
    bodies.putIfAbsent(id, body);
  }

  synchronized List<String> handlers() {
    return new ArrayList<>(handlers);
  }

  // Submitting, on the worker

  void submit(String id, long earliest) {
    TaskPolicy task = push.policy.tasks.get(id);
    String fault = "not_permitted";
    if (task != null) {
      fault = schedule(
          id, Math.max(0, earliest - push.around.worker.now()), task.network, task.power);
    }
    if (fault != null) {
      push.log("task_" + fault, id);
    }
    push.decisions.post(ClientEvent.taskSubmitted(id, fault));
  }

  void submitFlush(long delay) {
    String fault = schedule(FLUSH, delay, true, false);
    if (fault != null) {
      push.log("flush_" + fault, "");
    }
  }

  void cancelFlush() {
    cancel(Collections.singletonList(FLUSH));
  }

  /** Null: it is pending. */
  private String schedule(String id, long delay, boolean network, boolean power) {
    int first = jobId(id);
    boolean isRunning = isRunning(first);
    int job = isRunning ? first + 1 : first;
    int other = isRunning ? first : first + 1;
    PersistableBundle extras = new PersistableBundle();
    extras.putString(TASK, id);
    JobScheduler scheduler = push.app.getSystemService(JobScheduler.class);
    try {
      if (!isRunning(other)) {
        scheduler.cancel(other);
      }
      JobInfo info = new JobInfo.Builder(job, new ComponentName(push.app, PushwireJobService.class))
          .setExtras(extras)
          .setMinimumLatency(delay)
          .setRequiredNetworkType(network ? JobInfo.NETWORK_TYPE_ANY : JobInfo.NETWORK_TYPE_NONE)
          .setRequiresCharging(power)
          .setPersisted(true)
          .build();
      return scheduler.schedule(info) == JobScheduler.RESULT_SUCCESS ? null : "unavailable";
    } catch (IllegalStateException full) {
      return "too_many"; // of the app's own, of everybody in it
    } catch (IllegalArgumentException | SecurityException manifest) {
      return "not_permitted"; // the service or a permission is not in the manifest
    }
  }

  void cancel(List<String> ids) {
    JobScheduler scheduler = push.app.getSystemService(JobScheduler.class);
    for (String id : ids) {
      for (int job = jobId(id); job <= jobId(id) + 1; job++) {
        if (!isRunning(job)) {
          scheduler.cancel(job);
        }
      }
    }
  }

  /** The same in each process and build; the next number is the task's as well. */
  static int jobId(String id) {
    return Hash.number("dev.pushwire.task/" + id);
  }

  private synchronized boolean isRunning(int job) {
    for (Run run : runs.values()) {
      if (run.job.getJobId() == job) {
        return true;
      }
    }
    return false;
  }

  // Running. The system calls on the main thread.

  boolean started(JobService service, JobParameters job) {
    String id = job.getExtras().getString(TASK);
    if (id == null) {
      return false;
    }
    long number = push.newHandle();
    synchronized (this) {
      runs.put(number, new Run(service, job));
    }
    if (id.equals(FLUSH)) {
      push.around.worker.run(() -> {
        push.registration.flush();
        push.registration.whenIdle(() -> complete(number));
      });
    } else {
      push.decisions.post(ClientEvent.taskStarted(id, number), () -> complete(number));
    }
    return true;
  }

  /** Its time is over: from here on nothing of it has an effect. */
  void stopped(JobParameters job) {
    Long number = null;
    RunningWork work = null;
    synchronized (this) {
      for (Map.Entry<Long, Run> entry : runs.entrySet()) {
        if (entry.getValue().job.getJobId() == job.getJobId()) {
          number = entry.getKey();
          entry.getValue().isStopped = true;
          work = entry.getValue().work;
        }
      }
    }
    if (work != null) {
      work.cancel();
    }
    if (number != null) {
      long run = number;
      if (FLUSH.equals(job.getExtras().getString(TASK))) {
        complete(run);
      } else {
        push.decisions.post(ClientEvent.taskExpired(run), () -> complete(run));
      }
    }
  }

  void run(String id, long number) {
    PushwireWork work = PushwireWork.task(id);
    RunningWork made;
    synchronized (this) {
      Run run = runs.get(number);
      PushwireHandlers.Work body = bodies.get(id);
      if (run == null || run.isStopped || body == null) {
        push.decisions.post(ClientEvent.taskFinished(number, false), () -> complete(number));
        return;
      }
      made = RunningWork.prepare(
          work.gate, () -> Works.done(body, work),
          isDone -> push.decisions.post(
              ClientEvent.taskFinished(number, isDone != null), () -> complete(number)));
      run.work = made;
    }
    made.begin(push.around.background);
  }

  void cancelRun(long number) {
    RunningWork work;
    synchronized (this) {
      Run run = runs.get(number);
      work = run == null ? null : run.work;
    }
    if (work != null) {
      work.cancel();
    }
  }

  /** Once; the next run is submitted already, so that it is never asked for again here. */
  void complete(long number) {
    Run run;
    synchronized (this) {
      run = runs.remove(number);
    }
    if (run != null) {
      cancelWork(run);
      run.service.jobFinished(run.job, false);
    }
  }

  private static void cancelWork(Run run) {
    if (run.work != null) {
      run.work.cancel();
    }
  }
}
