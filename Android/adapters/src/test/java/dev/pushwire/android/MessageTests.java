package dev.pushwire.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.PendingIntent;
import android.os.Bundle;
import com.google.firebase.messaging.RemoteMessage;
import java.io.File;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageTests {
  @TempDir File folder;
  private Device device;

  @BeforeEach
  void begin() {
    device = new Device(folder);
    device.launchRegistered();
  }

  @Test
  void anAlertShowsInItsChannelUnderFirebasesTag() {
    assertTrue(device.push.messageReceived(Device.shipped("n-1"), true));
    Notification shown = device.system.shown.get("n-1/0");
    assertEquals("orders", shown.getChannelId());
    assertEquals("On its way", shown.extras.getCharSequence(Notification.EXTRA_TITLE));
    assertEquals("Your parcel arrives on Friday.", shown.extras.getCharSequence(Notification.EXTRA_TEXT));
    assertEquals(7, shown.fakeIcon);
    assertTrue((shown.flags & Notification.FLAG_AUTO_CANCEL) != 0);
    assertEquals(0, shown.flags & Notification.FLAG_ONLY_ALERT_ONCE);
    assertNull(shown.fakeGroup);
  }

  @Test
  void itOpensTheActivityDirectlyAndCannotBeChanged() {
    device.push.messageReceived(Device.shipped("n-1"));
    device.push.messageReceived(Device.shipped("n-2"));
    PendingIntent first = device.system.shown.get("n-1/0").contentIntent;
    PendingIntent second = device.system.shown.get("n-2/0").contentIntent;
    for (PendingIntent intent : Arrays.asList(first, second)) {
      assertEquals("activity", intent.fakeKind);
      assertTrue((intent.fakeFlags & PendingIntent.FLAG_IMMUTABLE) != 0);
      assertEquals("com.example.parcel.MainActivity", intent.fakeIntent.getComponent().getClassName());
    }
    // The system tells them apart by the code alone, and the first keeps its own destination.
    assertNotEquals(first.fakeRequestCode, second.fakeRequestCode);
    assertEquals("n-1", first.fakeIntent.getStringExtra("pw.n"));
    assertEquals("n-2", second.fakeIntent.getStringExtra("pw.n"));
  }

  @Test
  void eachClassShowsWhatItSays() {
    device.push.messageReceived(Device.alert("n-1", "promo", null, "offers"));
    Notification listed = device.system.shown.get("n-1/0");
    // In the list alone: no sound, nothing over the screen.
    assertTrue((listed.flags & Notification.FLAG_ONLY_ALERT_ONCE) != 0);
    assertEquals("silent", listed.fakeGroup);
    assertEquals(Notification.GROUP_ALERT_SUMMARY, listed.fakeGroupAlertBehavior);
    device.push.messageReceived(Device.alert("n-2", "quiet", null, "offers"));
    assertEquals(Arrays.asList("n-1"), device.shown());
    // Behind, all of them are whole.
    device.leave();
    device.push.messageReceived(Device.alert("n-3", "quiet", null, "offers"));
    assertEquals(0, device.system.shown.get("n-3/0").flags & Notification.FLAG_ONLY_ALERT_ONCE);
  }

  @Test
  void theSameShowsOnceAlsoAfterARestart() {
    device.push.messageReceived(Device.shipped("n-1"));
    device.push.messageReceived(Device.shipped("n-1"));
    device.kill();
    device.launch();
    device.push.messageReceived(Device.shipped("n-1"));
    assertEquals(1, device.system.notified.size());
    assertEquals(2, device.metrics.stream().filter("duplicate"::equals).count());
  }

  @Test
  void aHigherRevisionReplacesWithoutANewAlert() {
    device.push.messageReceived(Device.shipped("n-1"));
    RemoteMessage revised = Device.shipped("n-1");
    revised.fakeData.put("pw.r", "2");
    revised.fakeNotification.fakeBody = "It arrives on Saturday.";
    device.push.messageReceived(revised);
    assertEquals(Arrays.asList("n-1"), device.shown());
    Notification shown = device.system.shown.get("n-1/0");
    assertEquals("It arrives on Saturday.", shown.extras.getCharSequence(Notification.EXTRA_TEXT));
    assertTrue((shown.flags & Notification.FLAG_ONLY_ALERT_ONCE) != 0);
  }

  @Test
  void aCollapseKeyIsTheTag() {
    RemoteMessage one = Device.shipped("n-1");
    one.fakeNotification.fakeTag = "order-8123";
    RemoteMessage two = Device.shipped("n-2");
    two.fakeNotification.fakeTag = "order-8123";
    device.push.messageReceived(one);
    device.push.messageReceived(two);
    assertEquals(Arrays.asList("order-8123"), device.shown());
  }

  @Test
  void withoutATagTheNotificationIdIsOne() {
    RemoteMessage untagged = Device.shipped("n-1");
    untagged.fakeNotification.fakeTag = null;
    device.push.messageReceived(untagged);
    assertEquals(Arrays.asList("n-1"), device.shown());
    // D6: without either each shows.
    for (int count = 0; count < 2; count++) {
      RemoteMessage nameless = Device.alert(null, "promo", null, "offers");
      device.push.messageReceived(nameless);
    }
    assertEquals(3, device.shown().size());
  }

  @Test
  void aForeignMessageShowsOrIsLeftToItsOwner() {
    RemoteMessage foreign = new RemoteMessage();
    foreign.fakeNotification = new RemoteMessage.Notification();
    foreign.fakeNotification.fakeTitle = "Another's";
    assertFalse(device.push.messageReceived(foreign, true));
    assertEquals(Arrays.asList(), device.shown());
    assertTrue(device.push.messageReceived(foreign, false));
    Notification shown = device.system.notified.get(0);
    assertEquals("Another's", shown.extras.getCharSequence(Notification.EXTRA_TITLE));
    assertEquals("fcm_fallback_notification_channel", shown.getChannelId());
    assertNull(shown.deleteIntent);
    // Data of another's without anything to show.
    device.push.messageReceived(new RemoteMessage());
    assertEquals(1, device.system.notified.size());
  }

  @Test
  void aChannelThatIsNotThereFallsBack() {
    RemoteMessage message = Device.shipped("n-1");
    message.fakeNotification.fakeChannel = "gone";
    device.push.messageReceived(message);
    assertEquals("orders", device.system.shown.get("n-1/0").getChannelId());

    device.system.info.metaData = new Bundle();
    device.system.info.metaData.putString("com.google.firebase.messaging.default_notification_channel_id", "misc");
    device.system.channels.put("misc", new NotificationChannel("misc", "Misc", 3));
    RemoteMessage foreign = new RemoteMessage();
    foreign.fakeNotification = new RemoteMessage.Notification();
    foreign.fakeNotification.fakeTag = "f";
    device.push.messageReceived(foreign);
    assertEquals("misc", device.system.shown.get("f/0").getChannelId());
  }

  @Test
  void theIconIsTheOneThatFirebaseTakes() {
    device.system.info.metaData = new Bundle();
    device.system.info.metaData.putInt("com.google.firebase.messaging.default_notification_icon", 11);
    device.push.messageReceived(Device.shipped("n-1"));
    assertEquals(11, device.system.shown.get("n-1/0").fakeIcon);
    device.options.smallIcon = 12;
    device.push.messageReceived(Device.shipped("n-2"));
    assertEquals(12, device.system.shown.get("n-2/0").fakeIcon);
  }

  @Test
  void textsAreTranslatedByTheApp() {
    device.system.texts.put("PROMO_TITLE", "Angebote");
    device.system.texts.put("PROMO_BODY", "Heute: %1$s");
    RemoteMessage message = Device.alert("n-1", "promo", null, "offers");
    message.fakeNotification.fakeTitle = null;
    message.fakeNotification.fakeBody = null;
    message.fakeNotification.fakeTitleKey = "PROMO_TITLE";
    message.fakeNotification.fakeBodyKey = "PROMO_BODY";
    message.fakeNotification.fakeBodyArguments = new String[] {"zwei für eins"};
    device.push.messageReceived(message);
    Bundle extras = device.system.shown.get("n-1/0").extras;
    assertEquals("Angebote", extras.getCharSequence(Notification.EXTRA_TITLE));
    assertEquals("Heute: zwei für eins", extras.getCharSequence(Notification.EXTRA_TEXT));
    // A key that the app has not: its name stands there, and no crash.
    message.fakeData.put("pw.n", "n-2");
    message.fakeNotification.fakeTag = "n-2";
    message.fakeNotification.fakeTitleKey = "GONE";
    device.system.texts.put("PROMO_BODY", "Heute: %2$s");
    device.push.messageReceived(message);
    extras = device.system.shown.get("n-2/0").extras;
    assertEquals("App", extras.getCharSequence(Notification.EXTRA_TITLE));
    assertEquals("", extras.getCharSequence(Notification.EXTRA_TEXT));
  }

  @Test
  void aSensitiveOneHasAPublicVersion() {
    device.push.messageReceived(Device.alert("n-1", "sign_in_code", "tag-1", null));
    Notification shown = device.system.shown.get("n-1/0");
    assertEquals(Notification.VISIBILITY_PRIVATE, shown.visibility);
    assertEquals("App", shown.publicVersion.extras.getCharSequence(Notification.EXTRA_TITLE));
    assertEquals("", shown.publicVersion.extras.getCharSequence(Notification.EXTRA_TEXT));
  }

  @Test
  void theAppMayDecideOtherwise() {
    Boolean[] answer = {false};
    PushwireArrival[] asked = new PushwireArrival[1];
    device.push.onForeground(arrival -> {
      asked[0] = arrival;
      return answer[0];
    });
    device.push.messageReceived(Device.shipped("n-1"));
    assertEquals("order_shipped", asked[0].notificationClass);
    assertEquals("8123", asked[0].destination.parameters().get("order"));
    assertEquals(Arrays.asList(), device.shown());
    answer[0] = null;
    device.push.messageReceived(Device.shipped("n-2"));
    assertEquals(Arrays.asList("n-2"), device.shown());
    // It is not asked about what is withheld, nor behind.
    asked[0] = null;
    device.push.messageReceived(Device.alert("n-3", "order_shipped", "tag-of-bob", null));
    device.leave();
    device.push.messageReceived(Device.shipped("n-4"));
    assertNull(asked[0]);
    assertEquals(Arrays.asList("n-2", "n-4"), device.shown());
  }

  @Test
  void aNotificationCountIsKept() {
    RemoteMessage message = Device.shipped("n-1");
    message.fakeNotification.fakeCount = 3;
    message.fakeNotification.fakeSticky = true;
    device.push.messageReceived(message);
    assertEquals(3, device.system.shown.get("n-1/0").number);
    assertEquals(0, device.system.shown.get("n-1/0").flags & Notification.FLAG_AUTO_CANCEL);
  }

  @Test
  void aDowngradedPriorityIsCounted() {
    RemoteMessage message = Device.shipped("n-1");
    message.fakePriority = RemoteMessage.PRIORITY_NORMAL;
    device.push.messageReceived(message);
    assertTrue(device.metrics.contains("priority downgraded"));
    device.metrics.clear();
    RemoteMessage normal = Device.shipped("n-2");
    normal.fakePriority = RemoteMessage.PRIORITY_NORMAL;
    normal.fakeOriginalPriority = RemoteMessage.PRIORITY_NORMAL;
    device.push.messageReceived(normal);
    assertFalse(device.metrics.contains("priority downgraded"));
  }

  @Test
  void aLogoutTakesAwayWhatIsTheAccounts() {
    device.push.messageReceived(Device.shipped("ours"));
    device.push.messageReceived(Device.alert("everybodys", "promo", null, "offers"));
    // What Firebase has shown: the class is not to be seen, the channel is.
    device.system.shown.put("by-firebase/0", new Notification.Builder(device.app, "orders").build());
    device.system.shown.put("by-firebase-public/0", new Notification.Builder(device.app, "offers").build());
    // The app's own, as of a player.
    device.system.shown.put("null/42", new Notification.Builder(device.app, "orders").build());
    device.push.logOut();
    assertEquals(Arrays.asList("everybodys", "by-firebase-public", "null"), device.shown());
  }

  @Test
  void withoutALauncherItShowsAllTheSame() {
    device.system.hasLauncher = false;
    device.push.messageReceived(Device.alert("n-1", "promo", null, "offers"));
    assertNull(device.system.shown.get("n-1/0").contentIntent);
    assertEquals(Arrays.asList("no_launcher"), device.logged("no_launcher"));
    device.options.activity = android.app.Activity.class;
    device.push.messageReceived(Device.alert("n-2", "promo", null, "offers"));
    assertEquals(
        "android.app.Activity", device.opens("n-2").getComponent().getClassName());
  }

  /** As on a maker's Android that refuses what others take: all else is done, and Firebase's thread let go. */
  @Test
  void aFaultOfTheSystemsSpoilsNothingElse() {
    long[] open = {1};
    device.push.around.patience = (latch, milliseconds) -> open[0] = latch.getCount();
    device.system.displayFault = new NullPointerException("with the text of a notification");
    device.push.messageReceived(Device.shipped("n-1"));
    assertEquals(0, open[0]);
    assertEquals(Arrays.asList("command_failed display"), device.logged("command_failed"));
    assertTrue(device.push.inbox().isStale());
    device.worker.advance(60_000);
    assertTrue(device.server.receipts().contains("n-1 received"));
    device.system.displayFault = null;
    device.push.messageReceived(Device.shipped("n-2"));
    assertEquals(Arrays.asList("n-2"), device.shown());
  }

  @Test
  void nothingPrivateIsInLogsOrMetrics() {
    device.push.messageReceived(Device.shipped("n-1"));
    device.push.messageReceived(Device.alert("n-2", "order_shipped", "tag-of-bob", "order", "order", "secret-42"));
    device.server.answers = call -> FakeServer.reply(500, "{}");
    device.worker.advance(3_600_000);
    String all = device.log + " " + device.metrics;
    for (String word : Arrays.asList("alice", "8123", "secret-42", "token-1", "tag-", "Friday", "n-1", "ticket")) {
      assertFalse(all.contains(word), word + " in " + all);
    }
  }
}
