package dev.pushwire.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.Notification;
import android.app.PendingIntent;
import android.app.RemoteInput;
import android.content.Intent;
import android.os.Bundle;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ActionTests {
  @TempDir File folder;
  private Device device;
  private final List<PushwireAction> ran = new ArrayList<>();

  @BeforeEach
  void begin() {
    device = new Device(folder);
    device.push.onAction(ran::add);
    device.launchRegistered();
    device.ready();
    device.push.messageReceived(Device.shipped("n-1"));
  }

  private Notification.Action action(int index) {
    return device.system.shown.get("n-1/0").actions[index];
  }

  private PushwireReceiver receive(Intent intent) {
    PushwireReceiver receiver = new PushwireReceiver();
    receiver.onReceive(device.app, new Intent(intent));
    return receiver;
  }

  @Test
  void theClassHasItsButtons() {
    assertEquals(4, device.system.shown.get("n-1/0").actions.length);
    assertEquals("Track", action(0).title);
    assertEquals("ACTION_MUTE", action(1).title); // the app has no such text: its name, and no crash
    device.system.texts.put("ACTION_MUTE", "Stumm");
    device.push.messageReceived(Device.shipped("n-2"));
    assertEquals("Stumm", device.system.shown.get("n-2/0").actions[1].title);
    assertNull(device.system.shown.get("n-2/0").actions[1].getRemoteInputs());
    assertFalse(action(0).fakeAuthenticationRequired);
    assertTrue(action(3).fakeAuthenticationRequired);
  }

  @Test
  void noReceiverStartsAnActivity() {
    // From Android 12 on it may not: what opens the app goes to the Activity straight.
    assertEquals("activity", action(0).actionIntent.fakeKind);
    assertEquals("broadcast", action(1).actionIntent.fakeKind);
    assertEquals("broadcast", action(2).actionIntent.fakeKind);
    assertEquals("activity", action(3).actionIntent.fakeKind);
    for (int index : new int[] {0, 1, 3}) {
      assertTrue((action(index).actionIntent.fakeFlags & PendingIntent.FLAG_IMMUTABLE) != 0);
    }
    // The system puts the text in.
    assertTrue((action(2).actionIntent.fakeFlags & PendingIntent.FLAG_MUTABLE) != 0);
    receive(action(1).actionIntent.fakeIntent);
    assertEquals(Arrays.asList(), device.system.started);
  }

  @Test
  void upToAndroid11APendingIntentIsMutableWithoutAFlag() {
    device.kill();
    device.apiLevel = 30;
    device.install();
    device.launch();
    device.push.messageReceived(Device.shipped("n-3"));
    Notification.Action[] actions = device.system.shown.get("n-3/0").actions;
    assertEquals(PendingIntent.FLAG_ONE_SHOT, actions[2].actionIntent.fakeFlags);
    assertFalse(actions[3].fakeAuthenticationRequired);
  }

  @Test
  void aButtonInTheBackgroundRunsAndLeadsNowhere() {
    PushwireReceiver receiver = receive(action(1).actionIntent.fakeIntent);
    assertEquals("mute", ran.get(0).action);
    assertEquals("n-1", ran.get(0).notification);
    assertEquals("order_shipped", ran.get(0).notificationClass);
    assertNull(ran.get(0).text);
    assertEquals(1, receiver.fakePending.fakeFinished);
    assertEquals(Arrays.asList(), device.places);
    assertEquals(Arrays.asList(), device.shown());
    // Once.
    receive(action1Again());
    assertEquals(1, ran.size());
  }

  private Intent action1Again() {
    return device.system.notified.get(0).actions[1].actionIntent.fakeIntent;
  }

  @Test
  void aTypedAnswerIsDataAndInNoLogOrMetric() {
    RemoteInput input = action(2).getRemoteInputs()[0];
    assertEquals("Reply", input.getLabel());
    Intent intent = new Intent(action(2).actionIntent.fakeIntent);
    Bundle typed = new Bundle();
    typed.putCharSequence(input.getResultKey(), "Leave it with the neighbour");
    RemoteInput.addResultsToIntent(new RemoteInput[] {input}, intent, typed);
    receive(intent);
    assertEquals("Leave it with the neighbour", ran.get(0).text);
    assertEquals("reply", ran.get(0).toString());
    device.worker.advance(60_000);
    assertFalse((device.log + " " + device.metrics).contains("neighbour"));
    assertFalse(device.server.calls.stream().anyMatch(call -> call.body.contains("neighbour")));
    assertFalse(device.state().savedText().contains("neighbour"));
  }

  @Test
  void aDismissalIsCountedAndLeadsNowhere() {
    PushwireReceiver receiver = receive(device.system.shown.get("n-1/0").deleteIntent.fakeIntent);
    assertEquals(1, receiver.fakePending.fakeFinished);
    assertEquals(Arrays.asList(), ran);
    assertEquals(Arrays.asList(), device.places);
    assertTrue(device.metrics.contains("tap dismissed"));
  }

  @Test
  void theReceiverIsHeldWhileTheActionRunsAndNotForEver() {
    Device.ByHand byHand = new Device.ByHand();
    device.background = byHand;
    PushwireReceiver receiver = receive(action(1).actionIntent.fakeIntent);
    assertEquals(0, receiver.fakePending.fakeFinished);
    byHand.run();
    assertEquals(1, receiver.fakePending.fakeFinished);
    assertEquals(1, ran.size());

    device.push.messageReceived(Device.shipped("n-2"));
    receiver = receive(device.system.shown.get("n-2/0").actions[1].actionIntent.fakeIntent);
    device.worker.advance(Limits.ACTION);
    assertEquals(1, receiver.fakePending.fakeFinished);
    assertEquals(Arrays.asList("action_expired mute"), device.logged("action_expired"));
    byHand.run();
    assertEquals(1, receiver.fakePending.fakeFinished);
  }

  @Test
  void anActionOfAnotherAccountDoesNotRun() {
    Intent mute = new Intent(action(1).actionIntent.fakeIntent);
    device.push.logOut();
    receive(mute);
    assertEquals(Arrays.asList(), ran);
  }

  @Test
  void withoutAHandlerItIsTold() {
    device.push.onAction(null);
    PushwireReceiver receiver = receive(action(1).actionIntent.fakeIntent);
    assertEquals(1, receiver.fakePending.fakeFinished);
    assertEquals(Arrays.asList("no_action_handler mute"), device.logged("no_action_handler"));
    device.push.onAction(action -> {
      throw new IllegalStateException();
    });
    device.push.messageReceived(Device.shipped("n-2"));
    receiver = receive(device.system.shown.get("n-2/0").actions[1].actionIntent.fakeIntent);
    assertEquals(1, receiver.fakePending.fakeFinished);
    assertEquals(Arrays.asList("action_failed mute"), device.logged("action_failed"));
  }
}
