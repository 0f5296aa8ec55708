package dev.pushwire.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonValueTests {
  private static String again(String text) throws JsonFault {
    return JsonValue.parse(text).text();
  }

  private static int faultIn(String text) {
    return assertThrows(JsonFault.class, () -> JsonValue.parse(text), text).offset();
  }

  @Test
  void valuesAreReadAndWrittenCompact() throws JsonFault {
    assertEquals("{\"a\":[1,true,false,null,\"x\"],\"b\":{}}",
        again(" { \"b\" : { } ,\n\t\"a\" : [ 1 , true , false , null , \"x\" ] }\r\n"));
    assertEquals("[]", again("[ ]"));
    assertEquals("\"\"", again("\"\""));
  }

  @Test
  void membersAreSortedByTheirUtf8Bytes() throws JsonFault {
    // U+FFFD comes before U+1F600 in UTF-8, and behind its first half in UTF-16.
    assertEquals("{\"\":0,\"A\":5,\"a\":1,\"aa\":6,\"é\":2,\"\uFFFD\":3,\"\uD83D\uDE00\":4}",
        again("{\"\uD83D\uDE00\":4,\"\uFFFD\":3,\"é\":2,\"a\":1,\"aa\":6,\"A\":5,\"\":0}"));
  }

  @Test
  void ofTwoMembersWithOneNameTheLastCounts() throws JsonFault {
    assertEquals("{\"a\":2}", again("{\"a\":1,\"a\":2}"));
  }

  @Test
  void numbersAreWholeOrKeptAsTheyCome() throws JsonFault {
    assertEquals("[0,0,-1,9223372036854775807,-9223372036854775808]",
        again("[0,-0,-1,9223372036854775807,-9223372036854775808]"));
    assertEquals("[9223372036854775808,1.0,1e3,-0.0,1E-2,1e+2]",
        again("[9223372036854775808,1.0,1e3,-0.0,1E-2,1e+2]"));
    assertNull(JsonValue.parse("1.0").integer());
    assertNull(JsonValue.parse("9223372036854775808").integer());
    for (String text : new String[] {"01", "-", "+1", "1.", ".5", "1e", "1e+", "0x1", "NaN", "-01", "٣"}) {
      faultIn(text);
    }
  }

  @Test
  void onlyWhatMustBeIsEscaped() throws JsonFault {
    assertEquals("\"\\\"\\\\/\\u0008\\u000c\\u000a\\u000d\\u0009\\u0000\\u001f\u007f\u2028\"",
        again("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\\u001F\\u007F\\u2028\""));
    assertEquals("\"\uD83D\uDE00é\"", again("\"\\ud83d\\uDE00\\u00e9\""));
  }

  @Test
  void halfPairsAreNoText() {
    for (String text : new String[] {
      "\"\\ud83d\"", "\"\\ud83dx\"", "\"\\ud83d\\u0041\"", "\"\\ude00\"", "\"\\ud83d\\n\"", "\"\\u12\"",
      "\"\\u12g4\"", "\"\\x\"", "\"\n\"", "\"", "\"\\",
    }) {
      faultIn(text);
    }
    assertEquals("\"a\uFFFDb\uFFFD\"", JsonValue.of("a\uD83Db\uDE00").text());
    assertEquals("\"\uFFFD\uD83D\uDE00\"", JsonValue.of("\uD83D\uD83D\uDE00").text());
  }

  @Test
  void bytesThatAreNoUtf8AreNoText() {
    byte[][] faults = {
      {'"', (byte) 0xFF, '"'}, {'"', (byte) 0xC0, (byte) 0xAF, '"'}, {'"', (byte) 0xE2, (byte) 0x82, '"'},
      {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'},
      {'"', (byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80, '"'},
    };
    for (byte[] bytes : faults) {
      assertThrows(JsonFault.class, () -> JsonValue.parse(bytes));
    }
  }

  @Test
  void whatIsNoJsonSaysWhere() {
    assertEquals(0, faultIn(""));
    assertEquals(1, faultIn("["));
    assertEquals(3, faultIn("[1,]"));
    assertEquals(1, faultIn("{,}"));
    assertEquals(4, faultIn("{\"a\"}"));
    assertEquals(2, faultIn("[1}"
        .replace('}', ';')));
    assertEquals(2, faultIn("1 1"));
    assertEquals(3, faultIn("tru"));
  }

  @Test
  void nestingHasAnEnd() throws JsonFault {
    String deep = "[".repeat(JsonValue.DEEPEST) + "1" + "]".repeat(JsonValue.DEEPEST);
    assertEquals(deep, again(deep));
    faultIn("[" + deep + "]");
    faultIn("{\"a\":".repeat(100_000));
  }

  @Test
  void equalValuesHaveEqualText() {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    members.put("b", JsonValue.of(1));
    members.put("a", JsonValue.NULL);
    Map<String, JsonValue> turned = new LinkedHashMap<>();
    turned.put("a", JsonValue.NULL);
    turned.put("b", JsonValue.of(1));
    assertEquals(JsonValue.object(members), JsonValue.object(turned));
    assertEquals(JsonValue.object(members).text(), JsonValue.object(turned).text());
    assertNotEquals(JsonValue.of(1), JsonValue.of("1"));
    members.put("c", JsonValue.NULL);
    assertNotEquals(JsonValue.object(members), JsonValue.object(turned));
  }

  @Test
  void aMemberThatIsNotThereIsNull() throws JsonFault {
    assertEquals(JsonValue.NULL, JsonValue.parse("{}").get("a"));
    assertEquals(JsonValue.NULL, JsonValue.of("text").get("a"));
  }
}
