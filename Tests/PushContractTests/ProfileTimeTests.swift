import PushContract
import Testing

struct ProfileTimeTests {
  @Test(arguments: [
    "2030-01-31T18:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z",
    "2028-02-29T00:00:00+01:00", "2000-02-29T00:00:00-23:59", "2030-04-30T00:00:00.5Z",
  ])
  func times(_ text: String) { #expect(ProfileTime.isTimestamp(text)) }

  @Test(arguments: [
    "", "2030-01-31", "2030-01-31T18:00:00", "2030-01-31 18:00:00Z", "2030-01-31t18:00:00z",
    "2030-13-01T00:00:00Z", "2030-00-01T00:00:00Z", "2030-01-32T00:00:00Z", "2030-01-00T00:00:00Z",
    "2029-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2030-04-31T00:00:00Z", "0000-01-01T00:00:00Z",
    "2030-01-31T24:00:00Z", "2030-01-31T18:60:00Z", "2030-01-31T18:00:60Z", "2030-01-31T18:00:00.Z",
    "2030-01-31T18:00:00.1234567890Z", "2030-01-31T18:00:00Zx", "2030-01-31T18:00:00+1:00",
    "2030-01-31T18:00:00+24:00", "2030-01-31T18:00:00+01:60", "1893434400", "٢٠٣٠-01-31T18:00:00Z",
  ])
  func noTimes(_ text: String) { #expect(!ProfileTime.isTimestamp(text)) }

  @Test func shortDurations() {
    let right = ["0ms": 0, "200ms": 200, "2s": 2_000, "1.5s": 1_500, "0.05s": 50, "3.005s": 3_005, "0s": 0]
    for (text, value) in right { #expect(ProfileDuration.milliseconds(text) == value, "\(text)") }
    for text in [
      "", "s", "ms", "1", "1m", "-1s", "1.s", ".5s", "1.2345s", "1.2.3s", "1.5ms", "1 s", "1234567s",
    ] {
      #expect(ProfileDuration.milliseconds(text) == nil, "\(text)")
    }
  }
}
