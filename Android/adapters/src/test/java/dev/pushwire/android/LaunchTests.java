package dev.pushwire.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.pushwire.client.JsonValue;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchTests {
  @TempDir File folder;
  private Device device;

  @BeforeEach
  void begin() {
    device = new Device(folder);
  }

  @Test
  void everyLaunchRegisters() {
    device.launch();
    assertEquals(1, device.server.registrations().size());
    JsonValue body = device.server.registrations().get(0);
    assertEquals("android", body.get("platform").string());
    assertEquals("token-1", body.get("token").string());
    assertEquals("token", body.get("token_kind").string());
    assertTrue(body.get("environment").isNull());
    assertEquals(1, body.get("generation").integer());
    assertEquals("15", body.get("os_version").string());
    assertEquals("4.1", body.get("app_version").string());
    assertNotNull(body.get("time_zone").string());

    device.kill();
    device.launch();
    assertEquals(2, device.server.registrations().size());
    assertEquals(body.text(), device.server.registrations().get(1).text());
  }

  @Test
  void secretsAreInHeadersAlone() {
    device.launchRegistered();
    String secret = device.server.calls.get(0).headers.get("Pushwire-Installation-Secret");
    assertEquals(43, secret.length());
    for (HttpCall call : device.server.calls) {
      assertEquals(secret, call.headers.get("Pushwire-Installation-Secret"));
      assertFalse(call.url.contains(secret));
      assertFalse(call.body.contains(secret));
      assertFalse(call.body.contains("ticket-of-"));
    }
    HttpCall bound = device.server.calls("PUT", "").get(device.server.calls("PUT", "").size() - 1);
    assertEquals("Bearer ticket-of-alice", bound.headers.get("Authorization"));
    assertNull(bound.headers.get("Pushwire-App"));
    assertEquals("pub_parcel", device.server.calls.get(0).headers.get("Pushwire-App"));
  }

  @Test
  void aSecondLaunchIsTold() {
    device.launch();
    device.launch();
    assertEquals(Arrays.asList("launched_twice"), device.logged("launched_twice"));
    assertEquals(1, device.server.registrations().size());
  }

  @Test
  void channelsOfTheProfileAreMadeOnce() {
    device.launch();
    assertEquals(
        Arrays.asList("offers", "orders", "security"), Arrays.asList(device.system.channels.keySet().toArray()));
    assertEquals(4, device.system.channels.get("orders").getImportance());
    assertEquals("Where your parcels are", device.system.channels.get("orders").getDescription());
    assertEquals(2, device.system.channels.get("offers").getImportance());
    // What the person chose stays.
    device.system.channels.get("orders").setImportance(0);
    device.kill();
    device.launch();
    assertEquals(0, device.system.channels.get("orders").getImportance());
  }

  @Test
  void whatComesBeforeTheLaunchWaits() {
    device.push.opened(Device.tapped(Device.message("n-1", "promo", null, "offers")));
    device.ready();
    device.push.messageReceived(Device.alert("n-2", "promo", null, "offers"));
    assertEquals(Arrays.asList("not_launched"), device.logged("not_launched"));
    assertEquals(Arrays.asList(), device.places);
    device.launch();
    device.open();
    assertEquals(Arrays.asList("offers"), device.places);
    assertEquals(Arrays.asList("n-2"), device.shown());
  }

  @Test
  void aStateThatMakesNoSenseIsSetAside() throws IOException {
    device.launch();
    String first = device.push.installation();
    Path state = folder.toPath().resolve("pushwire/state.json");
    Files.write(state, "{".getBytes());
    device.kill();
    device.launch();
    assertEquals(Arrays.asList("state_set_aside"), device.logged("state_set_aside"));
    assertTrue(Files.exists(state.resolveSibling("state.json.unusable")));
    assertFalse(device.push.installation().isEmpty());
    assertFalse(device.push.installation().equals(first));
  }

  @Test
  void aLaunchThatCouldNotBeSavedIsMadeUpFor() throws IOException {
    // A file stands where the folder has to be.
    Path blocked = folder.toPath().resolve("pushwire");
    Files.write(blocked, new byte[0]);
    device.launch();
    assertEquals("", device.push.installation());
    assertEquals(Arrays.asList(), device.server.calls);
    Files.delete(blocked);
    device.open();
    assertEquals("installation-1", device.push.installation());
    assertEquals(1, device.server.registrations().size());
  }

  @Test
  void aTurnOfTheScreenIsNoReturnToTheFront() {
    device.launch();
    device.open();
    assertTrue(device.state().session.isForeground);
    device.activity.fakeChangesConfiguration = true;
    device.leave();
    assertTrue(device.state().session.isForeground);
    device.activity.fakeChangesConfiguration = false;
    device.show();
    device.leave();
    assertFalse(device.state().session.isForeground);
  }

  @Test
  void theNetworkIsTold() {
    device.system.isOnline = false;
    device.launch();
    assertEquals(Arrays.asList(), device.server.calls);
    device.system.network.onAvailable(null);
    assertEquals(1, device.server.registrations().size());
    device.system.network.onLost(null);
    assertFalse(device.state().session.isOnline);
  }
}
