import PushClient
import Testing

/// The same cases as the Java DestinationValueTests.
struct DestinationValueTests {
  @Test func valuesOfTheirTypeAreTaken() {
    #expect(DestinationValue.string("") == "")
    #expect(DestinationValue.id("a.B_9~:-") == "a.B_9~:-")
    #expect(DestinationValue.integer("-9223372036854775808") == .min)
    #expect(DestinationValue.decimal("12.50") == 12.5)
    #expect(DestinationValue.decimal("-0") == 0)
    #expect(DestinationValue.boolean("false") == false)
    #expect(DestinationValue.timestamp("99999999999") == 99_999_999_999)
  }

  @Test func othersAreNot() {
    #expect(DestinationValue.string(nil) == nil)
    #expect(DestinationValue.id(nil) == nil)
    for text in ["", "a b", "ä", "a/b", String(repeating: "a", count: 129)] {
      #expect(DestinationValue.id(text) == nil, "\(text)")
    }
    for text in ["", "+5", "05", "1.0", "1e3", " 1", "9223372036854775808", "٣"] {
      #expect(DestinationValue.integer(text) == nil, "\(text)")
    }
    for text in ["", ".5", "5.", "1e3", "NaN", "0x1", "1_0", String(repeating: "1", count: 65)] {
      #expect(DestinationValue.decimal(text) == nil, "\(text)")
    }
    for text in ["", "TRUE", "1", "yes"] { #expect(DestinationValue.boolean(text) == nil, "\(text)") }
    for text in ["", "-1", "100000000000", "1.5"] {
      #expect(DestinationValue.timestamp(text) == nil, "\(text)")
    }
  }

  @Test func numbersAreWrittenWithoutAnExponent() {
    #expect(DestinationValue.text(0.1) == "0.1")
    #expect(DestinationValue.text(-12.5) == "-12.5")
    #expect(DestinationValue.text(1.5e20) == "150000000000000000000.0")
    #expect(DestinationValue.text(-2.5e-7) == "-0.00000025")
    for number in [
      1e16, 1.5e20, -2.5e-7, 123_456_789_012_345_680, 1e-5, 9.87e10, .leastNonzeroMagnitude, 1.7e308, -1e22,
    ] {
      let text = DestinationValue.text(number)
      #expect(!text.lowercased().contains("e") && Double(text) == number, "\(text)")
    }
    #expect(DestinationValue.decimal(DestinationValue.text(.nan)) == nil)
    #expect(DestinationValue.decimal(DestinationValue.text(-.infinity)) == nil)
  }

  @Test func pathsArePercentEncoded() {
    #expect(DestinationValue.path(["orders", "8123"]) == "orders/8123")
    #expect(DestinationValue.path(["a/b?#", "ä %", "x:y~"]) == "a%2Fb%3F%23/%C3%A4%20%25/x%3Ay~")
    #expect(DestinationValue.path(["orders", ""]) == nil)
    #expect(DestinationValue.path([".."]) == nil)
    #expect(DestinationValue.path(["a", "."]) == nil)
  }
}
