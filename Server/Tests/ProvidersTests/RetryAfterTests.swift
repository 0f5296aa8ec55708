import Foundation
import Providers
import TestSupport
import Testing

@Suite struct RetryAfterTests {
  /// A library looked for `Retry-After` where the runtime had lower-cased names, and never waited.
  @Test func namesInAnyCaseAreFound() {
    for name in ["retry-after", "Retry-After", "RETRY-AFTER", "rEtRy-aFtEr"] {
      #expect(RetryAfter.isHeader(name))
    }
    for name in ["retry_after", "retry-afte", "retry-after ", "", "retry\rafter"] {
      #expect(!RetryAfter.isHeader(name))
    }
  }

  @Test func secondsAreRead() {
    #expect(RetryAfter.seconds("0", now: 5) == 0)
    #expect(RetryAfter.seconds(" 120 ", now: 5) == 120)
    #expect(RetryAfter.seconds("99999999999999999999", now: 5) == RetryAfter.longest)
    for text in ["", " ", "-1", "1.5", "soon", "1s", "+3", "٣"] {
      #expect(RetryAfter.seconds(text, now: 5) == nil)
    }
  }

  @Test func allThreeFormsOfADateAreRead() {
    let now = 784_111_777 - 30
    for text in [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ] {
      #expect(RetryAfter.seconds(text, now: now) == 30)
      #expect(RetryAfter.seconds(text, now: now + 100) == 0)
      #expect(RetryAfter.seconds(text, now: 0) == RetryAfter.longest)
    }
    for text in [
      "Sun, 31 Feb 2026 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:49 GMT",
      "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 199444 08:49:37 GMT",
      String(repeating: "1", count: 65),
    ] {
      #expect(RetryAfter.seconds(text, now: now) == nil)
    }
  }

  @Test func datesAgreeWithFoundation() {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    var random = Fuzz.random("Dates")
    for _ in 0..<500 {
      let time = Int.random(in: 0...4_000_000_000, using: &random)
      let text = formatter.string(from: Date(timeIntervalSince1970: TimeInterval(time)))
      #expect(RetryAfter.seconds(text, now: time - 77) == 77)
    }
  }
}
