package dev.pushwire.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random changes of JSON texts: each is read or refused; what was read is written and read as the same. */
class JsonFuzzTests {
  private static final String[] CORPUS = {
    "{\"aps\":{\"alert\":{\"title\":\"On its way\"},\"badge\":3},"
        + "\"pw\":{\"n\":\"ship-77\",\"r\":1,\"p\":{\"order\":\"8\"}}}",
    "{\"pw.n\":\"ship-77\",\"pw.c\":\"order_shipped\","
        + "\"pw.r\":\"1\",\"pw.p.order\":\"8123\",\"from\":\"12\"}",
    "[0,-1,1.5e-7,9223372036854775807,9223372036854775808,true,false,null,\"\\u00e9\\ud83d\\ude00\\\\\\/\"]",
    "{\"é\":[[[[{}]]]],\"\uD83D\uDE00\":\"\\b\\f\\n\\r\\t\\u0000\",\"\uFFFD\":\"\u2028\"}",
    "{\"version\":1,\"counter\":12,\"permission\":{\"status\":\"authorized\"},"
        + "\"taps\":{\"consumed\":[\"a/tap\"]}}",
  };
  private static final byte[] MARKS =
      "{}[]\",:\\u0123456789abcdefE+-. \ntrfnsl".getBytes(StandardCharsets.US_ASCII);

  private final Seed seed = Seed.of("PUSHWIRE_FUZZ_SEED");
  private final Random random = seed.random();

  private byte[] changed() {
    byte[] bytes = CORPUS[random.nextInt(CORPUS.length)].getBytes(StandardCharsets.UTF_8);
    for (int count = random.nextInt(4); count >= 0; count--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0: bytes[at] = (byte) random.nextInt(256); break;
        case 1: bytes[at] = MARKS[random.nextInt(MARKS.length)]; break;
        case 2: // a piece again
          int from = random.nextInt(bytes.length);
          System.arraycopy(bytes.clone(), from, bytes, at, Math.min(bytes.length - Math.max(at, from), 9));
          break;
        default: // the end is cut off
          bytes = java.util.Arrays.copyOf(bytes, at + 1);
      }
    }
    return bytes;
  }

  @Test
  void fuzz() {
    long end = System.nanoTime() + Seed.fuzzSeconds() * 1_000_000_000L;
    long count = 0;
    long read = 0;
    do {
      byte[] bytes = changed();
      String shown = new String(bytes, StandardCharsets.UTF_8);
      try {
        JsonValue value = JsonValue.parse(bytes);
        JsonValue again = JsonValue.parse(value.text());
        assertEquals(value, again, shown);
        assertEquals(value.text(), again.text(), shown);
        read++;
        readAsWhatItMightBe(value, shown);
      } catch (JsonFault fault) {
        assertTrue(fault.offset() >= 0 && fault.offset() <= bytes.length, shown);
      }
      count++;
    } while (System.nanoTime() < end);
    System.out.println("fuzz: " + count + " texts, " + read + " of them JSON, " + seed);
    assertTrue(read > 0 && read < count, "nothing was read, or all");
  }

  /** A payload, a saved state, an event: never an exception that is not said. */
  private static void readAsWhatItMightBe(JsonValue value, String shown) {
    PushPayload payload = new PushPayload(value);
    if (payload.destination != null) {
      assertTrue(!payload.destination.name().isEmpty(), shown);
    }
    try {
      String saved = ClientState.load(value.text()).savedText();
      assertEquals(saved, ClientState.load(saved).savedText(), shown);
    } catch (ClientState.Fault fault) {
      assertTrue(fault.getMessage().startsWith("the saved state"), shown);
    }
    ClientEvent.of(value);
  }
}
