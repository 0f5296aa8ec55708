package dev.pushwire.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.Notification;
import android.app.PendingIntent;
import android.content.Intent;
import dev.pushwire.client.Destination;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalTests {
  private static final PushwireLocalText TEXT = new PushwireLocalText("Reminder", "Your parcel waits.");
  private static final long HOUR = 3_600_000;

  @TempDir File folder;
  private Device device;

  @BeforeEach
  void begin() {
    device = new Device(folder);
    device.launchRegistered();
    device.ready();
  }

  private void plan(String id, String name) {
    device.push.scheduleLocal(
        id, name, new Destination("order", Collections.singletonMap("order", "8123")),
        device.worker.now() + HOUR, TEXT);
  }

  /** The system rings what is due. */
  private void ring() {
    for (PendingIntent alarm : Arrays.asList(device.system.alarms.keySet().toArray(new PendingIntent[0]))) {
      Long at = device.system.alarms.get(alarm); // what rings first shows all that are due
      if (at != null && at <= device.worker.now()) {
        device.system.alarms.remove(alarm);
        PushwireReceiver receiver = new PushwireReceiver();
        receiver.onReceive(device.app, new Intent(alarm.fakeIntent));
        assertEquals(1, receiver.fakePending.fakeFinished);
      }
    }
  }

  @Test
  void anAlarmWakesTheAppWhichShowsIt() {
    plan("l-1", "order_shipped");
    assertEquals(1, device.system.alarms.size());
    PendingIntent alarm = device.system.alarms.keySet().iterator().next();
    assertEquals("broadcast", alarm.fakeKind);
    assertTrue((alarm.fakeFlags & PendingIntent.FLAG_IMMUTABLE) != 0);
    assertEquals(Arrays.asList(), device.shown());
    device.leave();
    device.worker.advance(HOUR);
    ring();
    Notification shown = device.system.shown.get("l-1/0");
    assertEquals("Reminder", shown.extras.getCharSequence(Notification.EXTRA_TITLE));
    assertEquals("orders", shown.getChannelId());
    assertEquals(4, shown.actions.length);
  }

  @Test
  void itsTapLeadsWhereItsRemoteTwinsDoes() {
    plan("l-1", "order_shipped");
    device.worker.advance(HOUR);
    ring();
    device.push.opened(device.opens("l-1"));
    device.push.opened(Device.tapped(Device.shipped("r-1")));
    assertEquals(Arrays.asList("order[8123]", "order[8123]"), device.places);
    // The server is told nothing of a local one.
    device.worker.advance(60_000);
    assertTrue(device.server.receipts().stream().noneMatch(receipt -> receipt.startsWith("l-1")));
  }

  @Test
  void localAndRemoteOfOneIdShowOnce() {
    plan("n-1", "order_shipped");
    device.push.messageReceived(Device.shipped("n-1"));
    assertEquals(Collections.emptyMap(), device.system.alarms);
    plan("n-1", "order_shipped");
    assertEquals(Collections.emptyMap(), device.system.alarms);
    assertEquals(1, device.system.notified.size());
  }

  @Test
  void aLateAlarmIsAskedBeforeItsRemoteTwin() {
    plan("n-1", "order_shipped");
    device.leave();
    // The device slept over it.
    device.worker.leap(HOUR + 600_000);
    device.push.messageReceived(Device.shipped("n-1"));
    assertEquals(1, device.system.notified.size());
    assertEquals("Reminder", device.system.notified.get(0).extras.getCharSequence(Notification.EXTRA_TITLE));
    ring();
    assertEquals(1, device.system.notified.size());
  }

  @Test
  void alarmsAreSetAnewAfterTheDeviceWasRestarted() {
    plan("l-1", "promo");
    plan("l-2", "promo");
    device.system.alarms.clear();
    device.kill();
    device.worker.leap(HOUR / 2);
    device.launch(); // as the receiver of BOOT_COMPLETED brings about
    assertEquals(2, device.system.alarms.size());
    device.worker.advance(HOUR);
    ring();
    assertEquals(Arrays.asList("l-1", "l-2"), device.shown());
    assertEquals("Reminder", device.system.notified.get(0).extras.getCharSequence(Notification.EXTRA_TITLE));
  }

  @Test
  void oneThatWasDueWhileTheDeviceWasOffShowsAtTheLaunch() {
    plan("l-1", "promo");
    device.system.alarms.clear();
    device.kill();
    device.worker.leap(2 * HOUR);
    device.launch();
    assertEquals(Arrays.asList("l-1"), device.shown());
    assertEquals(Collections.emptyMap(), device.system.alarms);
  }

  @Test
  void theAccountsLocalsGoWithIt() {
    plan("l-1", "order_shipped");
    plan("l-2", "promo");
    device.push.logOut();
    assertEquals(1, device.system.alarms.size());
    device.worker.advance(HOUR);
    ring();
    assertEquals(Arrays.asList("l-2"), device.shown());
    plan("l-3", "order_shipped");
    assertEquals(Collections.emptyMap(), device.system.alarms);
  }

  @Test
  void whatIsWithdrawnDoesNotShow() {
    plan("l-1", "promo");
    plan("l-1", "promo");
    assertEquals(1, device.system.alarms.size());
    device.push.withdrawLocal("l-1");
    assertEquals(Collections.emptyMap(), device.system.alarms);
    device.worker.advance(HOUR);
    device.leave();
    device.show();
    assertEquals(Arrays.asList(), device.shown());
  }

  @Test
  void whatCannotBeKeptIsRefused() throws IOException {
    Path blocked = folder.toPath().resolve("pushwire/locals.json.new");
    Files.createDirectory(blocked);
    plan("l-1", "promo");
    assertEquals(Collections.emptyMap(), device.system.alarms);
    assertEquals(Collections.emptyList(), device.state().locals);
    assertTrue(device.metrics.contains("local refused"));
    Files.delete(blocked);
    Files.write(folder.toPath().resolve("pushwire/locals.json"), "[{]".getBytes());
    device.kill();
    device.launch();
    assertEquals(Arrays.asList("locals_set_aside"), device.logged("locals_set_aside"));
  }

  @Test
  void oneThatIsAskedForBeforeTheLaunchWaits() {
    device.kill();
    device.push.scheduleLocal("l-1", "promo", null, device.worker.now() + HOUR, TEXT);
    device.launch();
    assertEquals(1, device.system.alarms.size());
    List<String> before = device.shown();
    assertEquals(Arrays.asList(), before);
  }
}
