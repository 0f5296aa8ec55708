package dev.pushwire.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientEngineTests {
  private static final long NOW = 1_800_000_000_000L;

  /** A store in memory that tells what was done with it. */
  private static final class Store implements StateStore {
    String text;
    boolean fails;
    int saves = 0;

    @Override
    public String load() throws IOException {
      if (fails) {
        throw new IOException("the disk cannot be read");
      }
      return text;
    }

    @Override
    public void save(String text) throws IOException {
      saves += 1;
      if (fails) {
        throw new IOException("the disk is full");
      }
      this.text = text;
    }
  }

  private final Store store = new Store();
  private final ClientPolicy policy = Scenario.commonPolicy();

  private static ClientEvent launch() {
    Launch launch = new Launch();
    launch.platform = Platform.ANDROID;
    launch.apiLevel = 34;
    launch.freshInstallation = "i-1";
    launch.deviceKey = "d-1";
    launch.permission = new Permission(Permission.NOT_DETERMINED);
    return ClientEvent.launched(launch);
  }

  @Test
  void whatIsDecidedIsSavedBeforeItIsHandedOut() throws IOException {
    ClientEngine engine = new ClientEngine(policy, store);
    Effects effects = engine.take(launch(), NOW);
    assertEquals("adopt_installation", effects.commands().get(0).name());
    assertTrue(store.text.contains("\"installation\":\"i-1\""), store.text);
    assertEquals(store.text, engine.state().savedText());
    assertEquals("i-1", new ClientEngine(policy, store).state().installation);
  }

  @Test
  void whatChangesNothingIsNotSaved() throws IOException {
    ClientEngine engine = new ClientEngine(policy, store);
    engine.take(launch(), NOW);
    engine.take(ClientEvent.uiNotReady(), NOW);
    int saves = store.saves;
    engine.take(ClientEvent.uiReady(), NOW);
    assertEquals(saves, store.saves);
    assertTrue(engine.state().session.isReady);
  }

  @Test
  void whatIsNotSavedHasNotHappened() throws IOException {
    ClientEngine engine = new ClientEngine(policy, store);
    engine.take(launch(), NOW);
    engine.take(ClientEvent.uiNotReady(), NOW);
    ClientState before = engine.state();
    String saved = store.text;
    store.fails = true;
    assertThrows(IOException.class, () -> engine.take(ClientEvent.momentReached("order_placed"), NOW));
    assertSame(before, engine.state());
    assertNull(engine.state().session.explainer);
    assertEquals(saved, store.text);

    // The store may have the new text or the old one: the next event saves, whatever it changes.
    store.fails = false;
    int saves = store.saves;
    engine.take(ClientEvent.uiReady(), NOW);
    assertEquals(saves + 1, store.saves);
  }

  @Test
  void whatCannotBeReadIsNoReasonToFail() throws IOException {
    for (String text : new String[] {"", "[]", "{\"version\":2}", "{\"counter\":\"1\"}", "{\"counter\":1"}) {
      store.text = text;
      ClientEngine engine = new ClientEngine(policy, store);
      assertNotNull(engine.loadFault(), text);
      assertEquals("", engine.state().installation);
      engine.take(launch(), NOW);
      assertEquals("i-1", engine.state().installation);
    }
    store.fails = true;
    assertTrue(new ClientEngine(policy, store).loadFault().contains("the disk cannot be read"));
    store.fails = false;
    store.text = null;
    assertNull(new ClientEngine(policy, store).loadFault());
  }

  @Test
  void commandsAreDoneInTheirOrder() throws IOException {
    ClientEngine engine = new ClientEngine(policy, store);
    List<String> done = new ArrayList<>();
    for (ClientCommand command : engine.take(launch(), NOW).commands()) {
      done.add(command.toString());
    }
    assertEquals(
        List.of("adopt_installation", "clear_delivered", "clear_inbox", "cancel_tasks", "create_channels",
            "ask_for_token", "reconcile"), done);
  }

  @Test
  void recordsTellNothingInALog() {
    DeviceToken token = new DeviceToken();
    token.value = "secret-token";
    Response response = new Response();
    response.text = "typed";
    assertEquals("DeviceToken", token.toString());
    assertEquals("responded", ClientEvent.responded(response).toString());
    assertEquals("token_received", ClientEvent.tokenReceived(token).toString());
    assertEquals("order", new Destination("order", java.util.Map.of("order", "8123")).toString());
  }
}
