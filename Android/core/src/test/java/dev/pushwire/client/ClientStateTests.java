package dev.pushwire.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ClientStateTests {
  @Test
  void aNewStateSavesItsVersionAlone() throws ClientState.Fault {
    assertEquals("{\"version\":1}", new ClientState().savedText());
    assertEquals(new ClientState(), ClientState.load("{\"version\":1}"));
    assertEquals("{}", new ClientState().json().text());
  }

  @Test
  void theSessionEndsWithTheProcess() throws ClientState.Fault {
    ClientState state = new ClientState();
    state.session.isLaunched = true;
    state.counter = 7;
    assertEquals("{\"counter\":7,\"version\":1}", state.savedText());
    assertFalse(ClientState.load("{\"session\":{\"launched\":true}}").session.isLaunched);
  }

  @Test
  void whatALaterCodeAddsIsPassedOver() throws ClientState.Fault {
    ClientState state = ClientState.load("{\"counter\":7,\"later\":[1],\"taps\":{\"later\":{}}}");
    assertEquals(7, state.counter);
  }

  @Test
  void whatCannotBeUsedSaysWhy() {
    assertEquals("the saved state is not JSON", fault("{"));
    assertEquals("the saved state is not JSON", fault("[]"));
    assertEquals("the saved state has version 2, newer than this code", fault("{\"version\":2}"));
    String[] texts = {
      "{\"counter\":1.5}", "{\"installation\":null}", "{\"account\":{\"binding\":\"else\"}}",
      "{\"taps\":{\"waiting\":[{\"tap\":\"1\"}]}}", "{\"priming\":[]}", "{\"seen\":{}}",
    };
    for (String text : texts) {
      assertEquals("the saved state has a member that does not fit", fault(text), text);
    }
  }

  private static String fault(String text) {
    return assertThrows(ClientState.Fault.class, () -> ClientState.load(text), text).getMessage();
  }

  @Test
  void aCopySharesNothing() {
    ClientState state = new ClientState();
    state.account.tags.add("tag-a1");
    state.registration.token = new DeviceToken();
    state.taps.waiting.add(new WaitingTap());
    ClientState copy = state.copy();
    assertEquals(state, copy);
    copy.account.tags.add("tag-a2");
    copy.registration.token.value = "t-1";
    copy.taps.waiting.get(0).isAsked = true;
    copy.permission.status = Permission.DENIED;
    assertEquals(1, state.account.tags.size());
    assertEquals("", state.registration.token.value);
    assertFalse(state.taps.waiting.get(0).isAsked);
    assertEquals(Permission.UNREAD, state.permission.status);
    assertNotEquals(state, copy);
  }

  /** Each version has left a state with everything in it; every one of them loads, and loses nothing. */
  @Test
  void statesOfEarlierVersionsLoad() throws ClientState.Fault, JsonFault {
    for (long version = 1; version <= ClientState.CURRENT; version++) {
      String text = Repository.text(Repository.path("contract/states/v" + version + ".json"));
      ClientState state = ClientState.load(text);
      assertEquals(ClientState.CURRENT, state.version);
      assertFalse(state.installation.isEmpty(), "version " + version);
      assertEquals(state.savedText(), ClientState.load(state.savedText()).savedText());
      if (version == ClientState.CURRENT) {
        assertEquals(JsonValue.parse(text).text(), state.savedText());
      }
    }
    System.out.println("states: of " + ClientState.CURRENT + " versions load in Java");
  }

  @Test
  void aPolicyIsReadStrictly() throws JsonFault {
    assertEquals("Parcel", ClientPolicy.parse("{\"app\":\"Parcel\"}").app);
    assertTrue(ClientPolicy.parse("{}").receipts);
    assertNull(ClientPolicy.parse("{}").reoffer);
    assertThrows(JsonFault.class, () -> ClientPolicy.parse("{"));
    assertThrows(IllegalArgumentException.class, () -> ClientPolicy.parse("{\"apps\":\"Parcel\"}"));
    assertThrows(IllegalArgumentException.class, () -> ClientPolicy.parse("{\"app\":1}"));
  }
}
