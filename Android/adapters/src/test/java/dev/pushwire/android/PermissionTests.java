package dev.pushwire.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.AlertDialog;
import android.app.NotificationChannel;
import android.app.NotificationChannelGroup;
import android.content.DialogInterface;
import dev.pushwire.client.JsonValue;
import java.io.File;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PermissionTests {
  @TempDir File folder;
  private Device device;

  @BeforeEach
  void begin() {
    device = new Device(folder);
    AlertDialog.FAKE_SHOWN.clear();
  }

  private void askAgain() {
    device.worker.advance(86_400_000);
    for (int count = 0; count < 2; count++) {
      device.push.reached("order_placed");
    }
  }

  @Test
  void theFirstLaunchAsksNothing() {
    device.launch();
    device.open();
    assertNull(device.push.explainer().moment());
    assertEquals(Arrays.asList(), device.activity.fakeRequests);
    assertEquals("not_determined", device.state().permission.status);
    assertNull(device.push.explainer().settingsRow());
  }

  @Test
  void aValueMomentShowsTheExplainerAndOnlyAYesAsks() {
    device.launch();
    device.open();
    device.push.reached("order_placed");
    assertEquals("order_placed", device.push.explainer().moment());
    assertEquals("We tell you when your parcel moves.", device.push.explainer().text());
    assertEquals(Arrays.asList(), device.activity.fakeRequests);
    device.push.explainer().accept();
    assertEquals(Arrays.asList("android.permission.POST_NOTIFICATIONS"), device.activity.fakeRequested);
    assertNull(device.push.explainer().moment());
    device.answer(true, false, 2_000);
    assertEquals("authorized", device.state().permission.status);
    JsonValue last = device.server.registrations().get(device.server.registrations().size() - 1);
    assertEquals("authorized", last.get("permission").get("status").string());
  }

  @Test
  void notNowUsesUpNoDialogAndComesAgain() {
    device.launch();
    device.open();
    device.push.reached("order_placed");
    device.push.explainer().decline();
    assertEquals(Arrays.asList(), device.activity.fakeRequests);
    device.push.reached("order_placed");
    assertNull(device.push.explainer().moment());
    askAgain();
    assertEquals("order_placed", device.push.explainer().moment());
  }

  @Test
  void theFirstDenialAllowsOneMoreAndTheSecondIsTheLast() {
    device.launch();
    device.open();
    device.push.reached("order_placed");
    device.push.explainer().accept();
    device.answer(false, true, 2_000);
    assertEquals("denied", device.state().permission.status);
    assertEquals(1, device.state().priming.denials);

    askAgain();
    assertEquals("order_placed", device.push.explainer().moment());
    device.push.explainer().accept();
    device.answer(false, false, 2_000);
    assertTrue(device.state().priming.isBlocked);
    assertEquals("denied", device.push.explainer().settingsRow());
    askAgain();
    assertNull(device.push.explainer().moment());
    assertEquals(2, device.activity.fakeRequests.size());
  }

  @Test
  void aDialogThatIsSwipedAwayIsNoDenial() {
    device.launch();
    device.open();
    device.push.reached("order_placed");
    device.push.explainer().accept();
    device.answer(false, false, 3_000);
    assertEquals(0, device.state().priming.denials);
    assertFalse(device.state().priming.isBlocked);
    assertEquals("not_determined", device.state().permission.status);
    assertTrue(device.metrics.contains("prompt dismissed"));
  }

  @Test
  void anAnswerWithoutADialogMeansBlocked() {
    device.launch();
    device.open();
    device.push.reached("order_placed");
    device.push.explainer().accept();
    device.answer(false, false, 40);
    assertTrue(device.state().priming.isBlocked);
    assertEquals("denied", device.push.explainer().settingsRow());
  }

  @Test
  void anInterruptedRequestIsNoAnswerHoweverFast() {
    device.launch();
    device.open();
    device.push.reached("order_placed");
    device.push.explainer().accept();
    // As Android does while another request of the app's is under way.
    assertTrue(device.push.requestPermissionsResult(
        device.activity, Permissions.REQUEST, new String[0], new int[0]));
    assertFalse(device.state().priming.isBlocked);
    assertEquals(0, device.state().priming.denials);
  }

  @Test
  void theAppsOwnRequestsAreLeftAlone() {
    device.launch();
    device.open();
    assertFalse(device.push.requestPermissionsResult(
        device.activity, 1, new String[] {"android.permission.CAMERA"}, new int[] {0}));
    assertEquals("not_determined", device.state().permission.status);
  }

  @Test
  void withoutAnActivityNobodyIsAsked() {
    device.launch();
    device.open();
    device.push.reached("order_placed");
    device.app.fakeCallbacks.forEach(callbacks -> callbacks.onActivityPaused(device.activity));
    device.push.explainer().accept();
    assertEquals(Arrays.asList(), device.activity.fakeRequests);
    assertFalse(device.state().priming.isBlocked);
    assertFalse(device.state().session.isPrompting);
  }

  @Test
  void upToAndroid12TheCheckDecides() {
    device.apiLevel = 32;
    device.install();
    device.launch();
    device.open();
    assertEquals("authorized", device.state().permission.status);
    device.push.reached("order_placed");
    assertNull(device.push.explainer().moment());
    device.system.areEnabled = false;
    device.leave();
    device.show();
    assertEquals("denied", device.state().permission.status);
    assertEquals("denied", device.push.explainer().settingsRow());
    device.push.reached("order_placed");
    assertNull(device.push.explainer().moment());
    assertEquals(Arrays.asList(), device.activity.fakeRequests);
  }

  @Test
  void anUpgradedDeviceMayHaveItGrantedBefore() {
    device.system.isGranted = true;
    device.launch();
    device.open();
    assertEquals("authorized", device.state().permission.status);
    device.push.reached("order_placed");
    assertNull(device.push.explainer().moment());
  }

  @Test
  void grantedAndOffAllTheSameIsToldAsSuch() {
    device.system.isGranted = true;
    device.system.areEnabled = false;
    device.launch();
    assertEquals("app_blocked", device.push.explainer().settingsRow());
    assertTrue(device.server.registrations().get(0).get("permission").get("app_blocked").bool());
  }

  @Test
  void withdrawnInTheSettingsIsSentAndNotAskedOver() {
    device.launchRegistered();
    device.leave();
    device.system.isGranted = false;
    device.system.areEnabled = false;
    device.show();
    JsonValue last = device.server.registrations().get(device.server.registrations().size() - 1);
    assertEquals("denied", last.get("permission").get("status").string());
    device.push.reached("order_placed");
    assertNull(device.push.explainer().moment());
    assertEquals("denied", device.push.explainer().settingsRow());
    // A new process does not forget it.
    device.kill();
    device.launch();
    device.open();
    assertEquals("denied", device.state().permission.status);
  }

  @Test
  void aBlockedChannelLeadsToItsPage() {
    device.launchRegistered();
    device.leave();
    device.system.channels.get("orders").setImportance(0);
    NotificationChannel others = new NotificationChannel("a-of-another", "Another", 0);
    device.system.channels.put("a-of-another", others);
    device.show();
    assertEquals(Arrays.asList("orders", "a-of-another"), device.push.explainer().permission().blockedChannels);
    assertEquals("channel_blocked", device.push.explainer().settingsRow());
    device.push.openSettings();
    assertEquals("android.settings.CHANNEL_NOTIFICATION_SETTINGS", device.system.started.get(0).getAction());
    assertEquals("orders", device.system.started.get(0).getStringExtra("android.provider.extra.CHANNEL_ID"));
  }

  @Test
  void theChannelsOfABlockedGroupAreBlocked() {
    NotificationChannel orders = new NotificationChannel("orders", "Orders", 4);
    orders.setGroup("shop");
    device.system.channels.put("orders", orders);
    device.system.groups.put("shop", new NotificationChannelGroup("shop", "Shop"));
    device.system.groups.get("shop").fakeBlocked = true;
    device.system.isGranted = true;
    device.launch();
    assertEquals(Arrays.asList("orders"), device.push.explainer().permission().blockedChannels);
    device.kill();
    device.apiLevel = 27; // has no way to ask
    device.install();
    device.launch();
    assertEquals(Arrays.asList(), device.push.explainer().permission().blockedChannels);
    assertEquals("", device.push.explainer().permission().backgroundRefresh);
  }

  @Test
  void powerAndRestrictionAreRead() {
    device.system.isSaving = true;
    device.system.isRestricted = true;
    device.launch();
    JsonValue permission = device.server.registrations().get(0).get("permission");
    assertTrue(permission.get("low_power_mode").bool());
    assertEquals("restricted", permission.get("background_refresh").string());
    assertTrue(permission.get("rationale").isNull());
  }

  @Test
  void theSettingsOfTheAppAreOpened() {
    device.launch();
    device.open();
    device.push.openSettings();
    assertEquals("android.settings.APP_NOTIFICATION_SETTINGS", device.system.started.get(0).getAction());
    assertEquals(
        "com.example.parcel", device.system.started.get(0).getStringExtra("android.provider.extra.APP_PACKAGE"));
    device.system.hasSettings = false;
    device.push.openChannelSettings("orders");
    assertEquals(Arrays.asList("no_settings"), device.logged("no_settings"));
  }

  @Test
  void theReadyMadeDialogIsThereWhileAnExplainerIsDue() {
    device.launch();
    device.push.explainer().useDialog(new PushwireExplainerWords("Stay informed", "Yes", "Not now"));
    device.open();
    assertEquals(0, AlertDialog.FAKE_SHOWN.size());
    device.push.reached("order_placed");
    AlertDialog first = AlertDialog.FAKE_SHOWN.get(0);
    assertTrue(first.isShowing());
    assertFalse(first.fakeCancelable);
    assertEquals("We tell you when your parcel moves.", first.fakeMessage);
    // A turn of the screen takes it along to the next Activity.
    device.activity.fakeChangesConfiguration = true;
    device.leave();
    assertFalse(first.isShowing());
    device.open();
    assertEquals(2, AlertDialog.FAKE_SHOWN.size());
    AlertDialog second = AlertDialog.FAKE_SHOWN.get(1);
    second.fakeClick(DialogInterface.BUTTON_POSITIVE);
    assertEquals(1, device.activity.fakeRequests.size());
    assertEquals(2, AlertDialog.FAKE_SHOWN.size());
  }

  @Test
  void theDialogsNoIsANotNow() {
    device.launch();
    device.push.explainer().useDialog(new PushwireExplainerWords("Stay informed", "Yes", "Not now"));
    device.open();
    device.push.reached("order_placed");
    AlertDialog.FAKE_SHOWN.get(0).fakeClick(DialogInterface.BUTTON_NEGATIVE);
    assertEquals(1, device.state().priming.declines);
    assertEquals(Arrays.asList(), device.activity.fakeRequests);
  }

  @Test
  void whoListensIsTold() {
    int[] told = new int[1];
    device.push.explainer().setListener(() -> told[0]++);
    assertEquals(1, told[0]);
    device.launch();
    device.open();
    int before = told[0];
    device.push.reached("order_placed");
    assertEquals(before + 1, told[0]);
  }
}
