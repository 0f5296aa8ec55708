package dev.pushwire.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PushPayloadTests {
  private static PushPayload read(String text) throws JsonFault {
    return new PushPayload(JsonValue.parse(text));
  }

  @Test
  void apnsAndFcmSayTheSame() throws JsonFault {
    PushPayload apns = read("{\"aps\":{\"badge\":3},"
        + "\"pw\":{\"n\":\"ship-77\",\"c\":\"order_shipped\",\"r\":2,"
        + "\"b\":\"k3Jx9Qm2\",\"d\":\"order\",\"p\":{\"order\":\"8123\"}},\"colour\":\"blue\"}");
    PushPayload fcm = read("{\"pw.n\":\"ship-77\",\"pw.c\":\"order_shipped\",\"pw.r\":\"2\","
        + "\"pw.b\":\"k3Jx9Qm2\",\"pw.d\":\"order\",\"pw.p.order\":\"8123\",\"colour\":\"blue\","
        + "\"from\":\"1234\",\"google.message_id\":\"0:1\",\"gcm.n.e\":\"1\",\"message_type\":\"x\"}");
    for (PushPayload payload : new PushPayload[] {apns, fcm}) {
      assertTrue(payload.isOurs());
      assertEquals("ship-77", payload.notification);
      assertEquals("order_shipped", payload.notificationClass);
      assertEquals(2, payload.revision);
      assertEquals("k3Jx9Qm2", payload.tag);
      assertEquals(new Destination("order", Map.of("order", "8123")), payload.destination);
      assertEquals(Set.of("colour"), payload.data.keySet());
      assertFalse(payload.isLocal);
    }
  }

  @Test
  void whatIsMissingOrOddIsLeftOut() throws JsonFault {
    assertFalse(read("{\"aps\":{}}").isOurs());
    assertFalse(read("[]").isOurs());
    assertFalse(read("{\"pw\":{\"c\":\"\"}}").isOurs());
    PushPayload odd = read("{\"pw\":{\"c\":\"promo\",\"n\":[1],\"r\":\"x\",\"d\":\"offer\","
        + "\"p\":{\"a\":1,\"b\":true,\"c\":null,\"d\":1.5,\"e\":{}}}}");
    assertNull(odd.notification);
    assertEquals(1, odd.revision);
    assertEquals(Map.of("a", "1", "b", "true", "d", "1.5"), odd.destination.parameters());
    assertEquals(5, read("{\"pw\":{\"c\":\"a\",\"r\":\"+5\"}}").revision);
    assertEquals(1, read("{\"pw\":{\"c\":\"a\",\"r\":\"\u0665\"}}").revision);
    assertEquals(1, read("{\"pw\":{\"c\":\"a\",\"r\":\"9223372036854775808\"}}").revision);
    assertNull(read("{\"pw\":{\"c\":\"a\",\"n\":\"" + "n".repeat(129) + "\"}}").notification);
  }

  @Test
  void aLocalNotificationReadsAsARemoteOne() {
    LocalNotification local = new LocalNotification();
    local.notification = "ship-77";
    local.notificationClass = "order_shipped";
    local.destination = new Destination("order", Map.of("order", "8123"));
    local.tag = "local:alice";
    PushPayload payload = new PushPayload(local.payload());
    assertTrue(payload.isLocal);
    assertEquals("ship-77", payload.notification);
    assertEquals("local:alice", payload.tag);
    assertEquals(local.destination, payload.destination);
  }

  @Test
  void aChallengeIsTakenOutOfTheData() throws JsonFault {
    PushPayload payload = read("{\"pw.c\":\"pushwire.challenge\",\"pushwire_challenge\":\"c-1\"}");
    assertEquals("c-1", payload.challenge);
    assertTrue(payload.data.isEmpty());
  }
}
