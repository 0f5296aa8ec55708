package dev.pushwire.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

/** The same cases as the Swift DestinationValueTests. */
final class DestinationValueTests {
  @Test
  void valuesOfTheirTypeAreTaken() {
    assertEquals("", DestinationValue.string(""));
    assertEquals("a.B_9~:-", DestinationValue.id("a.B_9~:-"));
    assertEquals(Long.MIN_VALUE, DestinationValue.integer("-9223372036854775808"));
    assertEquals(12.5, DestinationValue.decimal("12.50"));
    assertEquals(-0.0, DestinationValue.decimal("-0"));
    assertEquals(false, DestinationValue.flag("false"));
    assertEquals(99_999_999_999L, DestinationValue.timestamp("99999999999"));
  }

  @Test
  void othersAreNot() {
    assertNull(DestinationValue.string(null));
    assertNull(DestinationValue.id(null));
    for (String text : new String[] {"", "a b", "ä", "a/b", "a".repeat(129)}) {
      assertNull(DestinationValue.id(text), text);
    }
    for (String text : new String[] {"", "+5", "05", "1.0", "1e3", " 1", "9223372036854775808", "٣"}) {
      assertNull(DestinationValue.integer(text), text);
    }
    for (String text : new String[] {"", ".5", "5.", "1e3", "NaN", "0x1", "1_0", "1".repeat(65)}) {
      assertNull(DestinationValue.decimal(text), text);
    }
    for (String text : new String[] {"", "TRUE", "1", "yes"}) {
      assertNull(DestinationValue.flag(text), text);
    }
    for (String text : new String[] {"", "-1", "100000000000", "1.5"}) {
      assertNull(DestinationValue.timestamp(text), text);
    }
  }

  @Test
  void numbersAreWrittenWithoutAnExponent() {
    assertEquals("0.1", DestinationValue.text(0.1));
    assertEquals("-12.5", DestinationValue.text(-12.5));
    for (double number : new double[] {1e16, 1.5e20, -2.5e-7, 123456789012345680.0, 1e-5, 9.87e10, 5e-324}) {
      String text = DestinationValue.text(number);
      assertEquals(-1, text.toLowerCase().indexOf('e'), text);
      assertEquals(number, Double.parseDouble(text));
    }
    assertNull(DestinationValue.decimal(DestinationValue.text(Double.NaN)));
    assertNull(DestinationValue.decimal(DestinationValue.text(Double.POSITIVE_INFINITY)));
  }

  @Test
  void pathsArePercentEncoded() {
    assertEquals("orders/8123", DestinationValue.path("orders", "8123"));
    assertEquals("a%2Fb%3F%23/%C3%A4%20%25/x%3Ay~", DestinationValue.path("a/b?#", "ä %", "x:y~"));
    assertNull(DestinationValue.path("orders", ""));
    assertNull(DestinationValue.path(".."));
    assertNull(DestinationValue.path("a", "."));
  }
}
