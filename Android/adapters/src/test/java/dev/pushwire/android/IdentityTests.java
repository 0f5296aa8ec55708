package dev.pushwire.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentityTests {
  @TempDir File folder;
  private Device device;

  @BeforeEach
  void begin() {
    device = new Device(folder);
  }

  private String secret() {
    return device.server.calls.get(device.server.calls.size() - 1).headers.get("Pushwire-Installation-Secret");
  }

  @Test
  void aRelaunchKeepsInstallationAndSecret() {
    device.launch();
    String secret = secret();
    device.kill();
    device.launch();
    assertEquals("installation-1", device.push.installation());
    assertEquals(secret, secret());
  }

  @Test
  void everyFileLiesOutsideBackups() {
    device.launchRegistered();
    device.push.scheduleLocal("n-1", "promo", null, device.worker.now() + 1_000, new PushwireLocalText("a", "b"));
    Set<String> names = new HashSet<>(Arrays.asList(new File(folder, "pushwire").list()));
    assertEquals(new HashSet<>(Arrays.asList("state.json", "identity.json", "locals.json")), names);
    assertEquals(1, folder.list().length);
  }

  @Test
  void aReinstalledAppIsANewInstallation() throws IOException {
    device.launch();
    String secret = secret();
    for (File file : new File(folder, "pushwire").listFiles()) {
      Files.delete(file.toPath()); // as Android does with the app
    }
    device.kill();
    device.launch();
    assertEquals("installation-2", device.push.installation());
    assertNotEquals(secret, secret());
    assertEquals(1, device.server.registrations().get(1).get("generation").integer());
    assertTrue(device.metrics.contains("installation new"));
  }

  @Test
  void filesOfAnotherDeviceAreNotTakenOver() {
    device.launchRegistered();
    device.kill();
    device.deviceKey = "key-of-another-device";
    device.install();
    device.launch();
    assertEquals("installation-2", device.push.installation());
    assertTrue(device.metrics.contains("installation other_device"));
    assertNull(device.state().account.account);
  }

  @Test
  void aDeviceThatCannotTellWhichItIsKeepsWhatItHas() {
    device.launch();
    device.kill();
    device.deviceKey = "";
    device.install();
    device.launch();
    assertEquals("installation-1", device.push.installation());
  }

  @Test
  void withoutItsSecretAnInstallationIsGivenUp() throws IOException {
    device.launch();
    Path identity = folder.toPath().resolve("pushwire/identity.json");
    Files.write(identity, "not JSON".getBytes());
    device.kill();
    device.launch();
    assertEquals(Arrays.asList("identity_set_aside"), device.logged("identity_set_aside"));
    assertEquals("installation-2", device.push.installation());
    assertEquals(43, secret().length());
  }

  @Test
  void theSecretOfAnEarlierInstallationGoesIntoTheBody() throws IOException {
    device.launch();
    String before = secret();
    // The state is lost alone: the marker is left.
    Files.delete(folder.toPath().resolve("pushwire/state.json"));
    device.kill();
    device.launch();
    assertEquals("installation-2", device.push.installation());
    assertEquals(before, device.server.registrations().get(1).get("predecessor_secret").string());
    assertNotEquals(before, secret());
  }

  @Test
  void aFileIsReplacedAsAWhole() throws IOException {
    AtomicText text = new AtomicText(folder, "deep.json");
    assertNull(text.read());
    text.write("one");
    text.write("zwei ü");
    assertEquals("zwei ü", text.read());
    assertEquals(Arrays.asList("deep.json"), Arrays.asList(folder.list()));
    text.setAside();
    assertNull(text.read());
    text.write("three");
    text.setAside();
    assertEquals(Arrays.asList("deep.json.unusable"), Arrays.asList(folder.list()));
  }

  @Test
  void halfAFileOfAnEarlierDeathIsNoState() throws IOException {
    device.launch();
    Files.write(folder.toPath().resolve("pushwire/state.json.new"), "{\"inst".getBytes());
    device.kill();
    device.launch();
    assertEquals("installation-1", device.push.installation());
    assertFalse(new File(folder, "pushwire/state.json.new").exists());
  }

  @Test
  void secretsAreOf256BitsAndDiffer() {
    Set<String> all = new HashSet<>();
    for (int count = 0; count < 100; count++) {
      String secret = Hash.secret();
      assertTrue(secret.matches("[A-Za-z0-9_-]{43}"), secret);
      all.add(secret);
    }
    assertEquals(100, all.size());
  }

  @Test
  void hashesAreTheSameInEachProcess() {
    assertEquals("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824", Hash.hex("hello"));
    assertEquals(0x2cf24dba, Hash.number("hello"));
    assertEquals(Tasks.jobId("com.example.refresh"), Tasks.jobId("com.example.refresh"));
    assertEquals(0, Tasks.jobId("com.example.refresh") % 2);
    assertNotEquals(Tasks.jobId("com.example.refresh"), Tasks.jobId("com.example.upload"));
  }
}
