package dev.pushwire.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.AlertDialog;
import android.content.DialogInterface;
import android.content.Intent;
import android.os.Handler;
import com.example.parcel.Backend;
import com.example.parcel.MainActivity;
import com.example.parcel.ParcelApp;
import com.example.parcel.PushService;
import com.example.parcel.Screens;
import com.google.firebase.messaging.RemoteMessage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The app of the guide, with the real surroundings, as far as a plain machine has them. */
@Timeout(60)
class SampleTests {
  @TempDir File folder;
  private FakeSystem system;
  private final ParcelApp app = new ParcelApp();

  @BeforeEach
  void begin() {
    AlertDialog.FAKE_SHOWN.clear();
    Screens.INSTANCE.getOpened().clear();
    Backend.INSTANCE.getFetched().clear();
    system = new FakeSystem(folder);
    system.isOnline = false; // no server is asked from here
    app.fakeAttach(system);
    system.run(app);
    app.onCreate();
  }

  /** Nothing writes into the folder any more. */
  @AfterEach
  void end() throws InterruptedException {
    for (int count = 0; count < 5; count++) {
      Handler.fakeRun();
      CountDownLatch done = new CountDownLatch(1);
      app.push.around.worker.run(done::countDown);
      done.await();
    }
  }

  private static void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Handler.fakeRun();
      Thread.yield();
    }
  }

  private MainActivity open(Intent intent) {
    MainActivity activity = new MainActivity();
    activity.fakeAttach(app, intent);
    activity.fakeCreate(null);
    app.fakeCallbacks.forEach(callbacks -> callbacks.onActivityStarted(activity));
    app.fakeCallbacks.forEach(callbacks -> callbacks.onActivityResumed(activity));
    return activity;
  }

  @Test
  void theAppsOwnCodeIsAtMost40Lines() throws IOException {
    int lines = 0;
    for (String name : Arrays.asList("ParcelApp", "MainActivity", "PushService")) {
      Path file = Paths.get("Examples/android/kotlin/com/example/parcel/" + name + ".kt");
      String text = new String(Files.readAllBytes(file), "UTF-8");
      for (String line : text.substring(text.indexOf("\nclass ")).split("\n")) {
        lines += line.trim().isEmpty() ? 0 : 1;
      }
    }
    assertTrue(lines > 20 && lines <= 40, lines + " lines");
  }

  @Test
  void aTapFromAColdStartLeadsToItsScreen() {
    RemoteMessage offer = new RemoteMessage();
    offer.fakeData.put("pw.n", "n-1");
    offer.fakeData.put("pw.c", "promo");
    offer.fakeData.put("pw.d", "offers");
    MainActivity activity = open(Device.tapped(offer));
    until(() -> Screens.INSTANCE.getOpened().size() == 1);
    assertEquals("Offers", Screens.INSTANCE.getOpened().get(0).getClass().getSimpleName());
    activity.fakeNewIntent(Device.tapped(offer));
    activity.fakeNewIntent(new Intent(Intent.ACTION_VIEW, android.net.Uri.parse("parcel://nowhere/at/all")));
    until(() -> Screens.INSTANCE.getOpened().size() == 2);
    assertEquals("Home", Screens.INSTANCE.getOpened().get(1).getClass().getSimpleName());
  }

  @Test
  void aMessageShowsAndItsTapLeads() {
    PushService service = new PushService();
    service.fakeAttach(app);
    RemoteMessage offer = new RemoteMessage();
    offer.fakeData.put("pw.n", "n-1");
    offer.fakeData.put("pw.c", "promo");
    offer.fakeData.put("pw.d", "offers");
    offer.fakeNotification = new RemoteMessage.Notification();
    offer.fakeNotification.fakeTitle = "Two for one";
    offer.fakeNotification.fakeTag = "promo";
    service.onMessageReceived(offer);
    assertEquals("offers", system.shown.get("promo/0").getChannelId());
    open(new Intent(system.shown.get("promo/0").contentIntent.fakeIntent));
    until(() -> Screens.INSTANCE.getOpened().size() == 1);
    assertEquals("Offers", Screens.INSTANCE.getOpened().get(0).getClass().getSimpleName());
  }

  @Test
  void theValueMomentLeadsToTheDialog() {
    MainActivity activity = open(new Intent(Intent.ACTION_MAIN));
    Screens.INSTANCE.orderPlaced(app);
    until(() -> AlertDialog.FAKE_SHOWN.size() == 1);
    assertEquals("Stay informed", AlertDialog.FAKE_SHOWN.get(0).fakeTitle);
    assertTrue(activity.fakeRequests.isEmpty());
    AlertDialog.FAKE_SHOWN.get(0).fakeClick(DialogInterface.BUTTON_POSITIVE);
    until(() -> activity.fakeRequests.size() == 1);
    system.isGranted = true;
    activity.onRequestPermissionsResult(
        activity.fakeRequests.get(0), new String[] {"android.permission.POST_NOTIFICATIONS"}, new int[] {0});
    until(() -> app.push.explainer().permission().status.equals("authorized"));
  }
}
