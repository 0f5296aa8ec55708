package dev.pushwire.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InboxTests {
  private static final String FIRST =
      "{\"unread\":2,\"next\":7,\"items\":[{\"notification\":\"n-2\",\"class\":\"order_shipped\",\"title\":\"T\","
          + "\"body\":\"B\",\"parameters\":{\"order\":\"8123\"},\"at\":\"2030-01-01T00:00:00.000Z\"},{\"odd\":1}]}";
  private static final String SECOND =
      "{\"unread\":2,\"items\":[{\"notification\":\"n-2\"},{\"notification\":\"n-1\",\"read\":true}]}";

  @TempDir File folder;
  private Device device;

  @BeforeEach
  void begin() {
    device = new Device(folder);
    device.launchRegistered();
    device.server.answers = call -> {
      if (!call.url.contains("/v1/inbox")) {
        return FakeServer.usual(call);
      }
      return FakeServer.reply(200, call.url.contains("before=7") ? SECOND : FIRST);
    };
  }

  private static List<String> ids(PushwireInbox inbox) {
    List<String> ids = new ArrayList<>();
    inbox.items().forEach(item -> ids.add(item.id));
    return ids;
  }

  @Test
  void itIsFetchedPageByPageWithTheSecretAlone() throws PushwireFault {
    PushwireInbox inbox = device.push.inbox();
    assertTrue(inbox.isStale());
    inbox.refresh();
    assertEquals(Arrays.asList("n-2"), ids(inbox));
    assertEquals("8123", inbox.items().get(0).parameters.get("order"));
    assertFalse(inbox.items().get(0).isRead);
    assertFalse(inbox.isStale());
    assertTrue(inbox.more());
    assertEquals(Arrays.asList("n-2", "n-1"), ids(inbox));
    assertTrue(inbox.items().get(1).isRead);
    assertFalse(inbox.more());
    HttpCall call = device.server.calls("GET", "/v1/inbox").get(0);
    assertEquals("installation-1", call.headers.get("Pushwire-Installation"));
    assertEquals(43, call.headers.get("Pushwire-Installation-Secret").length());
    assertFalse(call.headers.containsKey("Authorization"));
  }

  @Test
  void readIsToldToTheServerAndCountedOnce() throws PushwireFault {
    PushwireInbox inbox = device.push.inbox();
    inbox.refresh();
    inbox.markRead(Arrays.asList("n-2", "n-9"));
    inbox.markRead(Arrays.asList("n-2"));
    assertEquals(1, inbox.unread());
    assertTrue(inbox.items().get(0).isRead);
    assertEquals("{\"notifications\":[\"n-2\",\"n-9\"]}", device.server.calls("POST", "/read").get(0).body);
  }

  @Test
  void aNotificationMakesItStaleAndALogoutEmpty() throws PushwireFault {
    PushwireInbox inbox = device.push.inbox();
    int[] told = new int[1];
    inbox.setListener(() -> told[0]++);
    inbox.refresh();
    device.push.messageReceived(Device.shipped("n-3"));
    assertTrue(inbox.isStale());
    assertEquals(2, told[0]);
    device.push.logOut();
    assertEquals(Arrays.asList(), inbox.items());
    assertEquals(0, inbox.unread());
  }

  @Test
  void whatIsUnderWayForAnAccountThatLeavesIsDropped() throws PushwireFault {
    PushwireInbox inbox = device.push.inbox();
    device.server.answers = call -> {
      if (call.method.equals("GET")) {
        device.push.logOut();
        return FakeServer.reply(200, FIRST);
      }
      return FakeServer.usual(call);
    };
    inbox.refresh();
    assertEquals(Arrays.asList(), inbox.items());
  }

  @Test
  void aRefusalIsAFaultWithItsCode() {
    device.server.answers = call -> FakeServer.reply(409, "{\"code\":\"no_account\"}");
    PushwireFault fault = assertThrows(PushwireFault.class, () -> device.push.inbox().refresh());
    assertEquals(409, fault.status);
    assertEquals("no_account", fault.code);
    device.server.answers = call -> null;
    fault = assertThrows(PushwireFault.class, () -> device.push.inbox().refresh());
    assertEquals(0, fault.status);
    device.kill();
    fault = assertThrows(PushwireFault.class, () -> device.push.inbox().refresh());
    assertEquals("not_registered", fault.code);
  }

  @Test
  void deletedMessagesMakeItStaleAndAreMadeUpFor() throws PushwireFault {
    List<PushwireWork> works = new ArrayList<>();
    device.push.onReconcile(works::add);
    device.push.inbox().refresh();
    device.push.messagesDeleted();
    assertTrue(device.push.inbox().isStale());
    assertEquals(1, works.size());
  }
}
