package dev.pushwire.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.firebase.messaging.RemoteMessage;
import dev.pushwire.client.WorkResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WorkTests {
  @TempDir File folder;
  private Device device;
  private final List<String> effects = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void end() throws InterruptedException {
    device.settle();
  }

  @BeforeEach
  void begin() {
    device = new Device(folder);
  }

  private static RemoteMessage silent(String id) {
    return Device.message(id, "prices_changed", null, null);
  }

  /** Firebase's own thread. */
  private static FutureTask<Boolean> received(Pushwire push, RemoteMessage message) {
    FutureTask<Boolean> thread = new FutureTask<>(() -> push.messageReceived(message, true));
    new Thread(thread, "firebase").start();
    return thread;
  }

  @Test
  void newDataAndNoDataAreTold() {
    WorkResult[] result = {WorkResult.NEW_DATA};
    List<PushwireWork> works = new ArrayList<>();
    device.push.onSilentPush(work -> {
      works.add(work);
      return result[0];
    });
    device.launchRegistered();
    RemoteMessage message = silent("n-1");
    message.fakeData.put("version", "7");
    device.push.messageReceived(message);
    result[0] = WorkResult.NO_DATA;
    device.push.messageReceived(silent("n-2"));
    assertEquals(PushwireWork.Reason.PUSH, works.get(0).reason);
    assertEquals(Arrays.asList("prices_changed"), works.get(0).classes);
    assertEquals("n-1", works.get(0).notification);
    assertEquals("7", works.get(0).data.get("version").string());
    assertTrue(works.get(0).isOver());
    device.worker.advance(60_000);
    assertEquals(
        Arrays.asList("n-1 received", "n-1 completed new_data", "n-2 received", "n-2 completed no_data"),
        device.server.receipts());
    // The same once more is no work.
    device.push.messageReceived(silent("n-2"));
    assertEquals(2, works.size());
    assertEquals(Arrays.asList(), device.shown());
  }

  @Test
  void workThatThrowsHasFailed() {
    device.push.onSilentPush(work -> {
      throw new IOException("offline");
    });
    device.launch();
    device.push.messageReceived(silent("n-1"));
    assertTrue(device.metrics.contains("work failed"));
  }

  @Test
  void withoutAHandlerThereIsNoData() {
    device.launch();
    device.push.messageReceived(silent("n-1"));
    assertEquals(Arrays.asList("no_silent_handler prices_changed"), device.logged("no_silent_handler"));
    assertTrue(device.metrics.contains("work no_data"));
  }

  /** Expiring work really cancels it: its thread is interrupted, and nothing of it is seen afterwards. */
  @Test
  void expiryCancelsTheWorkAndNothingHappensAfterwards() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    device.background = new Device.Real();
    device.push.onSilentPush(work -> {
      work.perform(() -> effects.add("before"));
      begun.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException stopped) {
        interrupted.countDown();
      }
      // A body that does not care goes on.
      over.await();
      try {
        work.perform(() -> effects.add("after"));
      } catch (CancellationException late) {
        effects.add("refused");
      }
      ended.countDown();
      return WorkResult.NEW_DATA;
    });
    device.launch();
    FutureTask<Boolean> firebase = received(device.push, silent("n-1"));
    begun.await();
    assertFalse(firebase.isDone());
    device.worker.advance(Limits.MESSAGE);
    assertTrue(firebase.get());
    interrupted.await();
    over.countDown();
    ended.await();
    assertEquals(Arrays.asList("before", "refused"), effects);
    assertTrue(device.metrics.contains("work expired"));
    assertFalse(device.metrics.contains("work new_data"));
  }

  /** The end waits for an effect that is under way, whole, and lets no other begin. */
  @Test
  void anEffectUnderWayIsLetThroughWhole() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch finish = new CountDownLatch(1);
    EffectGate gate = new EffectGate();
    Thread worker = new Thread(() -> {
      try {
        gate.perform(() -> {
          inside.countDown();
          finish.await();
          return effects.add("whole");
        });
        gate.perform(() -> effects.add("next"));
      } catch (Exception late) {
        effects.add("refused");
      }
    });
    worker.start();
    inside.await();
    Thread closer = new Thread(() -> {
      gate.close();
      effects.add("closed");
    });
    closer.start();
    // It cannot have closed: the effect holds the gate until the test lets it go.
    assertEquals(Arrays.asList(), effects);
    finish.countDown();
    closer.join();
    worker.join();
    assertEquals("whole", effects.get(0));
    // "next" may come before the close, if the worker was faster; never after it.
    int closed = effects.indexOf("closed");
    assertFalse(effects.subList(closed, effects.size()).contains("next"));
    assertThrows(CancellationException.class, () -> gate.perform(() -> effects.add("late")));
  }

  /** Many works against many expiries: no effect is seen once the end has been told. */
  @Test
  void noEffectIsSeenAfterItsEnd() throws Exception {
    for (int round = 0; round < 300; round++) {
      EffectGate gate = new EffectGate();
      int[] count = new int[1];
      CountDownLatch begun = new CountDownLatch(1);
      RunningWork work = RunningWork.prepare(gate, () -> {
        while (true) {
          gate.perform(() -> ++count[0]);
          begun.countDown();
        }
      }, outcome -> effects.add("ended"));
      work.begin(new Device.Real());
      begun.await();
      assertTrue(work.cancel());
      int atTheEnd = count[0];
      Thread.yield();
      assertEquals(atTheEnd, count[0]);
    }
    assertEquals(Arrays.asList(), effects);
  }

  @Test
  void finishedWorkHasNoEffectsLater() throws Exception {
    CountDownLatch later = new CountDownLatch(1);
    CountDownLatch tried = new CountDownLatch(1);
    device.push.onSilentPush(work -> {
      new Thread(() -> {
        try {
          later.await();
          work.perform(() -> effects.add("leaked"));
        } catch (Exception late) {
          tried.countDown();
        }
      }).start();
      return WorkResult.NEW_DATA;
    });
    device.launch();
    device.push.messageReceived(silent("n-1"));
    later.countDown();
    assertTrue(tried.await(30, TimeUnit.SECONDS));
    assertEquals(Arrays.asList(), effects);
  }

  @Test
  void overlappingPushesHaveTheirOwnEnds() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    CountDownLatch both = new CountDownLatch(2);
    device.background = new Device.Real();
    device.push.onSilentPush(work -> {
      both.countDown();
      (work.notification.equals("n-1") ? first : second).await();
      return WorkResult.NEW_DATA;
    });
    device.launch();
    FutureTask<Boolean> one = received(device.push, silent("n-1"));
    FutureTask<Boolean> two = received(device.push, silent("n-2"));
    both.await();
    second.countDown();
    assertTrue(two.get());
    assertFalse(one.isDone());
    first.countDown();
    assertTrue(one.get());
  }

  @Test
  void logoutEndsTheAccountsWork() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    device.push.onSilentPush(work -> {
      begun.countDown();
      try {
        new CountDownLatch(1).await();
      } finally {
        stopped.countDown();
      }
      return WorkResult.NEW_DATA;
    });
    device.launchRegistered();
    device.background = new Device.Real();
    FutureTask<Boolean> firebase =
        received(device.push, Device.message("n-1", "orders_changed", "tag-1", null));
    begun.await();
    device.push.logOut();
    assertTrue(firebase.get());
    stopped.await();
  }

  @Test
  void aStateThatCannotBeSavedLetsFirebasesThreadGo() throws IOException {
    device.push.onSilentPush(work -> {
      effects.add("worked");
      return WorkResult.NEW_DATA;
    });
    device.launchRegistered();
    device.leave();
    // A folder stands where the next state is written.
    Files.createDirectory(folder.toPath().resolve("pushwire/state.json.new"));
    List<Long> open = new ArrayList<>();
    device.push.around.patience = (latch, milliseconds) -> open.add(latch.getCount());
    assertTrue(device.push.messageReceived(silent("n-1"), true));
    assertTrue(device.push.messageReceived(Device.shipped("n-2"), true));
    assertEquals(Arrays.asList(), effects);
    assertEquals(Arrays.asList(), device.shown());
    assertEquals(2, device.logged("state_unsaved").size());
    // Nobody waits for what does not come: each message is let go, and no request is under way.
    assertEquals(Arrays.asList(0L, 0L, 0L, 0L), open);
  }

  @Test
  void reconcilingComesAtTheLaunchAndAtEachReturn() {
    List<PushwireWork> works = new ArrayList<>();
    device.push.onReconcile(works::add);
    device.launch();
    assertEquals(PushwireWork.Reason.RECONCILE, works.get(0).reason);
    assertEquals(Arrays.asList("prices_changed"), works.get(0).classes);
    device.open();
    device.leave();
    device.show();
    assertEquals(3, works.size());
  }

  @Test
  void aSecondReconcileTakesThePlaceOfTheFirst() {
    Device.ByHand byHand = new Device.ByHand();
    device.push.onReconcile(work -> work.perform(() -> effects.add("fetched")));
    device.background = byHand;
    device.launch();
    device.open();
    byHand.run();
    assertEquals(Arrays.asList("fetched"), effects);
    device.background = Runnable::run;
    device.push.onReconcile(work -> {
      throw new IOException("offline");
    });
    device.leave();
    device.show();
    assertEquals(Arrays.asList("reconcile_failed"), device.logged("reconcile_failed"));
  }
}
