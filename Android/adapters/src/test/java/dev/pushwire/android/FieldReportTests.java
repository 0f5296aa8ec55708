package dev.pushwire.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.Intent;
import android.net.Uri;
import com.google.firebase.messaging.RemoteMessage;
import dev.pushwire.client.ClientConstant;
import dev.pushwire.client.RegistrationOutcome;
import dev.pushwire.client.WorkResult;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What went wrong with other clients, each a test of the right behaviour. */
class FieldReportTests {
  @TempDir File folder;
  private Device device;

  @BeforeEach
  void begin() {
    device = new Device(folder);
  }

  @Test
  @DisplayName("OneSignal/react-native-onesignal#1567, flutterfire#17107: a tap on a cold start is not lost")
  void aTapOnAColdStartWaitsForTheUi() {
    device.launch();
    Intent tap = Device.tapped(Device.alert("n-1", "promo", null, "offers"));
    device.push.opened(tap, null);
    device.open(tap);
    assertEquals(1, device.state().taps.waiting.size());
    assertEquals(Arrays.asList(), device.places);
    device.ready();
    assertEquals(Arrays.asList("offers"), device.places);
    assertEquals(0, device.state().taps.waiting.size());
  }

  @Test
  @DisplayName("notifee#880, wix/react-native-notifications#872: the launch notification is not returned again")
  void theLaunchNotificationLeadsSomewhereOnce() {
    device.launch();
    device.open();
    device.ready();
    RemoteMessage message = Device.alert("n-1", "promo", null, "offers");
    device.push.opened(Device.tapped(message));
    assertEquals(Arrays.asList("offers"), device.places);
    // Another process, and the system hands over the old intent, without a mark that it is old.
    device.kill();
    device.launch();
    device.push.opened(Device.tapped(message), null);
    device.open();
    device.ready();
    assertEquals(Arrays.asList(), device.places);
    device.push.openLink(Uri.parse("parcel://offers"));
    assertEquals(Arrays.asList("offers"), device.places);
  }

  @Test
  @DisplayName("uxduck/push#58: a launch in the background by a message is no tap")
  void aBackgroundLaunchIsNoTap() {
    device.system.isGranted = true;
    device.launch();
    device.push.messageReceived(Device.alert("n-1", "promo", null, "offers"));
    device.push.messageReceived(Device.message("n-2", "prices_changed", null, "offers"));
    device.open();
    device.ready();
    assertEquals(0, device.state().taps.waiting.size());
    assertEquals(Arrays.asList(), device.places);
    device.worker.advance(60_000);
    assertFalse(device.server.receipts().contains("n-1 opened"));
  }

  @Test
  @DisplayName("react-navigation#9713: a link before the navigator exists waits, and leads there once")
  void aLinkBeforeTheNavigatorWaits() {
    device.push.opened(new Intent(Intent.ACTION_VIEW, Uri.parse("https://parcel.example/offers")), null);
    device.launch();
    device.open();
    device.push.ready();
    assertEquals(Arrays.asList(), device.places);
    device.ready();
    assertEquals(Arrays.asList("offers"), device.places);
    // The router's Activity goes and comes again.
    device.push.endNavigations(device.router);
    device.ready();
    assertEquals(Arrays.asList("offers"), device.places);
  }

  @Test
  @DisplayName("react-native-firebase#5884: one owner of each message; what is another's is not touched")
  void aForeignMessageIsLeftToItsOwner() {
    device.launchRegistered();
    String before = device.state().savedText();
    RemoteMessage foreign = new RemoteMessage();
    foreign.fakeNotification = new RemoteMessage.Notification();
    foreign.fakeData.put("vendor", "another");
    assertFalse(device.push.messageReceived(foreign, true));
    assertEquals(Arrays.asList(), device.shown());
    assertEquals(before, device.state().savedText());
  }

  @Test
  @DisplayName("react-native-firebase#5884: an app that is silent leaves it to the class, shown once")
  void anAppThatIsSilentLeavesItToTheClass() {
    List<Runnable> main = new ArrayList<>();
    device.launchRegistered();
    device.push.onForeground(arrival -> false);
    device.push.around.main = main::add;
    device.push.messageReceived(Device.shipped("n-1"));
    assertEquals(Arrays.asList(), device.shown());
    device.worker.advance(device.options.foregroundDecision);
    assertEquals(Arrays.asList("n-1"), device.shown());
    assertEquals(Arrays.asList("foreground_decision_late"), device.logged("foreground_decision_late"));
    main.forEach(Runnable::run);
    assertEquals(Arrays.asList("n-1"), device.shown());
    assertEquals(1, device.system.notified.size());
  }

  @Test
  @DisplayName("firebase-ios-sdk#6863: work ends exactly once")
  void workEndsOnce() {
    Device.ByHand byHand = new Device.ByHand();
    device.push.onSilentPush(work -> WorkResult.NEW_DATA);
    device.launchRegistered();
    device.background = byHand;
    device.push.messageReceived(Device.message("n-1", "prices_changed", null, null));
    device.worker.advance(Limits.MESSAGE);
    byHand.run();
    device.background = Runnable::run;
    device.worker.advance(60_000);
    assertEquals(
        Arrays.asList("n-1 received", "n-1 completed expired"), device.server.receipts());
  }

  @Test
  @DisplayName("macro-inc/macro#5348, sendbird JS#76, onesignal#1730: the old account's pushes stay away")
  void afterAnAccountSwitchTheOldAccountsPushesStayAway() {
    device.launchRegistered();
    device.push.messageReceived(Device.shipped("n-1"));
    device.push.messageReceived(Device.alert("n-3", "promo", null, "offers"));
    assertEquals(Arrays.asList("n-1", "n-3"), device.shown());

    device.push.logOut();
    assertEquals(Arrays.asList("n-3"), device.shown());
    assertEquals(1, device.server.calls("POST", "/logout").size());
    device.push.messageReceived(Device.shipped("n-2"));
    assertEquals(Arrays.asList("n-3"), device.shown());

    device.server.answers = call -> call.method.equals("PUT")
        ? FakeServer.reply(200, "{\"generation\":" + FakeServer.json(call).get("generation").integer()
            + ",\"binding\":\"bound\",\"binding_tag\":\"tag-of-bob\"}")
        : FakeServer.usual(call);
    device.push.logIn("bob");
    device.push.messageReceived(Device.shipped("n-4"));
    device.push.messageReceived(Device.alert("n-5", "order_shipped", "tag-of-bob", "order", "order", "1"));
    assertEquals(Arrays.asList("n-3", "n-5"), device.shown());
    // And a tap on what Firebase had shown of the old one leads home.
    device.ready();
    device.push.opened(Device.tapped(Device.shipped("n-6")));
    assertEquals(Arrays.asList("home"), device.places);
  }

  @Test
  @DisplayName("WordPress-iOS#18156, flutter_workmanager#660: task ids are checked at start")
  void taskIdsAreCheckedAtStart() {
    device.push.onTask("com.example.upload", work -> { });
    device.push.onTask("com.example.upload", work -> { });
    device.push.onTask("com.example.forgotten", work -> { });
    device.launch();
    assertEquals(Arrays.asList("task_unknown com.example.forgotten"), device.logged("task_unknown"));
    assertEquals(
        Arrays.asList("task_registered_twice com.example.upload"), device.logged("task_registered_twice"));
    device.push.submitTask("com.example.refresh");
    assertEquals(
        Arrays.asList("task_not_registered com.example.refresh"), device.logged("task_not_registered"));
  }

  @Test
  @DisplayName("expo#37516: a token that never comes is unavailable in time, which is not denied")
  void aTokenThatNeverComesTimesOut() {
    device.givesTokens = false;
    device.system.isGranted = true;
    device.launch();
    List<RegistrationOutcome> outcomes = new ArrayList<>();
    device.push.register(outcomes::add);
    device.worker.advance(ClientConstant.TOKEN_WAIT);
    assertEquals(Arrays.asList(RegistrationOutcome.UNAVAILABLE), outcomes);
    assertEquals("unavailable", device.state().registration.failure);
    assertNull(device.push.explainer().settingsRow());
    assertEquals("authorized", device.push.explainer().permission().status);
  }

  @Test
  @DisplayName("react-native-permissions#725: denied and blocked are told apart by an own history")
  void deniedAndBlockedAreToldApart() {
    device.launch();
    device.open();
    // The rationale is false now and will be after the last denial: it alone says nothing.
    device.push.reached("order_placed");
    device.push.explainer().accept();
    device.answer(false, true, 2_000);
    assertNull(device.push.explainer().settingsRow());
    device.kill();
    device.launch();
    device.open();
    device.activity.fakeRationale = true;
    device.worker.advance(86_400_000);
    device.push.reached("order_placed");
    device.push.reached("order_placed");
    assertEquals("order_placed", device.push.explainer().moment());
    device.push.explainer().accept();
    device.answer(false, false, 2_000);
    assertEquals("denied", device.push.explainer().settingsRow());
    device.kill();
    device.launch();
    device.open();
    assertEquals("denied", device.push.explainer().settingsRow());
    device.push.reached("order_placed");
    assertNull(device.push.explainer().moment());
    assertEquals(Arrays.asList(), device.activity.fakeRequests);
  }

  @Test
  @DisplayName("notifee#1275: what a lost data message would have told is fetched at the next launch")
  void aLostDataMessageIsMadeUpFor() {
    List<String> fetched = new ArrayList<>();
    device.push.onReconcile(work -> fetched.addAll(work.classes));
    device.launch();
    assertEquals(Arrays.asList("prices_changed"), fetched);
    device.open();
    device.leave();
    device.show();
    assertEquals(3, fetched.size());
    device.push.messagesDeleted();
    assertEquals(4, fetched.size());
    // And what is essential shows as a notification, though nobody works for it.
    assertTrue(device.push.messageReceived(Device.alert("n-1", "promo", null, "offers"), true));
    assertEquals(Arrays.asList("n-1"), device.shown());
  }

  @Test
  @DisplayName("react-native-push-notification/ios#174: no count does not mean no notifications")
  void aMessageWithoutACountTakesNothingAway() {
    device.launchRegistered();
    RemoteMessage counted = Device.shipped("n-1");
    counted.fakeNotification.fakeCount = 3;
    device.push.messageReceived(counted);
    RemoteMessage cleared = Device.shipped("n-2");
    cleared.fakeNotification.fakeCount = 0;
    device.push.messageReceived(cleared);
    device.push.messageReceived(Device.shipped("n-3"));
    assertEquals(Arrays.asList("n-1", "n-2", "n-3"), device.shown());
  }
}
