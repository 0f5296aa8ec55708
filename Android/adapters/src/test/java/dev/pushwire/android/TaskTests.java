package dev.pushwire.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.app.job.JobScheduler;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TaskTests {
  private static final String REFRESH = "com.example.refresh";
  private static final String UPLOAD = "com.example.upload";

  @TempDir File folder;
  private Device device;
  private final PushwireJobService service = new PushwireJobService();
  private final List<String> effects = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void end() throws InterruptedException {
    device.settle();
  }

  @BeforeEach
  void begin() {
    device = new Device(folder);
  }

  @Test
  void aTaskIsAJobThatSurvivesARestart() {
    device.push.onTask(UPLOAD, work -> { });
    device.launch();
    device.push.submitTask(UPLOAD);
    JobInfo job = device.job(UPLOAD);
    assertEquals(Tasks.jobId(UPLOAD), job.getId());
    assertEquals(JobInfo.NETWORK_TYPE_ANY, job.getNetworkType());
    assertTrue(job.isRequireCharging());
    assertTrue(job.isPersisted());
    assertEquals(0, job.getMinLatencyMillis());
    assertEquals("dev.pushwire.android.PushwireJobService", job.getService().getClassName());
    // Once more is one all the same.
    device.push.submitTask(UPLOAD);
    assertEquals(1, device.system.jobs.values().stream().filter(one -> one.isRequireCharging()).count());
  }

  @Test
  void theEarliestBeginIsAFloor() {
    device.push.onTask(REFRESH, work -> { });
    device.launchRegistered();
    device.push.submitTask(REFRESH);
    assertEquals(14_400_000, device.job(REFRESH).getMinLatencyMillis());
    assertEquals(JobInfo.NETWORK_TYPE_NONE, device.job(REFRESH).getNetworkType());
  }

  /** A job that is scheduled under the id of one that runs stops that one; so the next has another id. */
  @Test
  void aRunSubmitsTheNextFirstUnderItsOtherId() {
    List<Integer> pending = new ArrayList<>();
    device.push.onTask(UPLOAD, work -> pending.add(device.job(UPLOAD).getId()));
    device.launch();
    device.push.submitTask(UPLOAD);
    JobParameters first = device.start(service, UPLOAD);
    assertEquals(Arrays.asList(Tasks.jobId(UPLOAD) + 1), pending);
    assertEquals(Arrays.asList(first), service.fakeFinished);
    assertEquals(Arrays.asList(false), service.fakeRescheduled);
    JobParameters second = device.start(service, UPLOAD);
    assertEquals(Tasks.jobId(UPLOAD) + 1, second.getJobId());
    assertEquals(Arrays.asList(Tasks.jobId(UPLOAD) + 1, Tasks.jobId(UPLOAD)), pending);
    assertEquals(Arrays.asList(first, second), service.fakeFinished);
    assertEquals(1, device.system.jobs.values().stream().filter(one -> one.isRequireCharging()).count());
    assertEquals(2, device.metrics.stream().filter("task succeeded"::equals).count());
  }

  @Test
  void workThatThrowsIsNoSuccess() {
    device.push.onTask(UPLOAD, work -> {
      throw new IOException("offline");
    });
    device.launch();
    device.push.submitTask(UPLOAD);
    device.start(service, UPLOAD);
    assertTrue(device.metrics.contains("task failed"));
    assertEquals(1, service.fakeFinished.size());
  }

  /** onStopJob really cancels: when it has returned, nothing of the run has an effect. */
  @Test
  void theSystemsStopCancelsTheRunAndNothingHappensAfterwards() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    device.push.onTask(UPLOAD, work -> {
      work.perform(() -> effects.add("before"));
      begun.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException stopped) {
        interrupted.countDown();
      }
      over.await();
      try {
        work.perform(() -> effects.add("after"));
      } catch (CancellationException late) {
        effects.add("refused");
      }
      ended.countDown();
    });
    device.launch();
    device.push.submitTask(UPLOAD);
    device.background = new Device.Real();
    JobParameters job = device.start(service, UPLOAD);
    begun.await();
    assertEquals(Arrays.asList(), service.fakeFinished);
    assertFalse(service.onStopJob(job));
    interrupted.await();
    over.countDown();
    ended.await();
    assertEquals(Arrays.asList("before", "refused"), effects);
    assertTrue(device.metrics.contains("task expired"));
    assertFalse(device.metrics.contains("task succeeded"));
    // It was submitted before it began; the system is not asked for another.
    assertNotNull(device.job(UPLOAD));
    assertEquals(Arrays.asList(false), service.fakeRescheduled);
  }

  @Test
  void aStopBeforeTheWorkHasBegunLetsNoneBegin() {
    Device.ByHand byHand = new Device.ByHand();
    device.push.onTask(UPLOAD, work -> work.perform(() -> effects.add("worked")));
    device.launch();
    device.push.submitTask(UPLOAD);
    device.background = byHand;
    JobParameters job = device.start(service, UPLOAD);
    service.onStopJob(job);
    byHand.run();
    assertEquals(Arrays.asList(), effects);
    service.onStopJob(job); // and again: nothing
    assertEquals(1, service.fakeFinished.size());
  }

  @Test
  void theSystemsFaultsAreTheCoresWords() {
    device.push.onTask(UPLOAD, work -> { });
    device.launch();
    device.system.jobFault = new IllegalStateException("Apps may not schedule more than 150 distinct jobs");
    device.push.submitTask(UPLOAD);
    device.system.jobFault = null;
    device.system.jobResult = JobScheduler.RESULT_FAILURE;
    device.push.submitTask(UPLOAD);
    assertEquals(Arrays.asList(UPLOAD), device.state().tasks.postponed);
    // Unavailable: tried again in front.
    device.system.jobResult = JobScheduler.RESULT_SUCCESS;
    device.open();
    assertNotNull(device.job(UPLOAD));
    device.system.jobFault = new IllegalArgumentException("No such service");
    device.push.submitTask(UPLOAD);
    assertEquals(Arrays.asList(UPLOAD), device.state().tasks.disabled);
    assertEquals(
        Arrays.asList("task_too_many " + UPLOAD, "task_unavailable " + UPLOAD, "task_not_permitted " + UPLOAD),
        device.log.subList(device.log.size() - 3, device.log.size()));
  }

  @Test
  void logoutCancelsTheAccountsTasksAndRuns() {
    Device.ByHand byHand = new Device.ByHand();
    device.push.onTask(REFRESH, work -> work.perform(() -> effects.add("worked")));
    device.push.onTask(UPLOAD, work -> { });
    device.launchRegistered();
    device.push.submitTask(REFRESH);
    device.push.submitTask(UPLOAD);
    device.background = byHand;
    device.start(service, REFRESH);
    device.push.logOut();
    assertNull(device.job(REFRESH));
    assertNotNull(device.job(UPLOAD));
    byHand.run();
    assertEquals(Arrays.asList(), effects);
    assertEquals(1, service.fakeFinished.size());
  }

  @Test
  void aJobOfAProcessThatIsGoneIsTakenUpByTheNext() {
    device.push.onTask(UPLOAD, work -> effects.add(work.task));
    device.launch();
    device.push.submitTask(UPLOAD);
    device.kill();
    device.push.onTask(UPLOAD, work -> effects.add(work.task));
    device.launch();
    device.start(service, UPLOAD);
    assertEquals(Arrays.asList(UPLOAD), effects);
    assertNotNull(device.job(UPLOAD));
  }

  @Test
  void aTaskThatAnUpdateRemovedEndsAtOnce() {
    device.push.onTask(UPLOAD, work -> { });
    device.launch();
    device.push.submitTask(UPLOAD);
    device.kill();
    device.launch();
    device.start(service, UPLOAD);
    assertEquals(1, service.fakeFinished.size());
    assertNull(device.job(UPLOAD));
  }

  @Test
  void withoutAClientAJobComesAgainLater() throws Exception {
    java.lang.reflect.Field current = Pushwire.class.getDeclaredField("current");
    current.setAccessible(true);
    current.set(null, null);
    android.os.PersistableBundle extras = new android.os.PersistableBundle();
    extras.putString("task", UPLOAD);
    assertTrue(service.onStartJob(new JobParameters(5, extras)));
    assertEquals(Arrays.asList(true), service.fakeRescheduled);
    assertFalse(service.onStopJob(new JobParameters(5, extras)));
  }

  @Test
  void behindAJobSendsTheReceipts() {
    device.launchRegistered();
    device.worker.advance(60_000);
    device.push.messageReceived(Device.shipped("n-0"));
    assertNull(device.job("dev.pushwire.flush")); // in front a timer does
    device.worker.advance(60_000);
    int posts = device.server.calls("POST", "/receipts").size();
    device.leave();
    assertNull(device.job("dev.pushwire.flush"));
    device.push.messageReceived(Device.shipped("n-1"));
    JobInfo job = device.job("dev.pushwire.flush");
    assertEquals(JobInfo.NETWORK_TYPE_ANY, job.getNetworkType());
    assertEquals(6_000, job.getMinLatencyMillis());
    // The process is frozen meanwhile; its timers stand still, and the system starts the job.
    device.worker.leap(20_000);
    device.start(service, "dev.pushwire.flush");
    assertEquals(posts + 1, device.server.calls("POST", "/receipts").size());
    assertEquals(1, service.fakeFinished.size());
    assertTrue(device.server.receipts().contains("n-1 received"));
    device.worker.advance(60_000);
    assertEquals(posts + 1, device.server.calls("POST", "/receipts").size());
  }

  @Test
  void theJobThatSendsReceiptsEndsWhenTheServerHasAnswered() {
    Device.ByHand byHand = new Device.ByHand();
    device.launchRegistered();
    device.leave();
    device.push.messageReceived(Device.shipped("n-1"));
    device.background = byHand;
    JobParameters job = device.start(service, "dev.pushwire.flush");
    assertEquals(Arrays.asList(), service.fakeFinished);
    device.server.answers = call -> null;
    byHand.run();
    assertEquals(Arrays.asList(job), service.fakeFinished);
    // It is tried again later, by another job under the other id.
    assertNotEquals(job.getJobId(), device.job("dev.pushwire.flush").getId());
  }
}
