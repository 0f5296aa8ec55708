import PushContract
import Testing

struct AuditSuppressionTests {
  private func covers(_ path: String?, _ file: String) -> Bool {
    AuditSuppression(rule: "SRC007", reason: "r", path: path).covers(file)
  }

  @Test func withoutAPathItIsForEverything() {
    #expect(covers(nil, "anything"))
  }

  @Test func partsOfAPathAreComparedWhole() {
    for file in ["Legacy/Push.m", "./Legacy/Push.m", "/home/me/app/Legacy/Push.m"] {
      #expect(covers("Legacy/Push.m", file))
      #expect(covers("Legacy", file))
      #expect(covers("Push.m", file))
      #expect(!covers("egacy/Push.m", file))
      #expect(!covers("Legacy/Push", file))
      #expect(!covers("Push.m/Legacy", file))
    }
    #expect(covers("Payload/Parcel.app/Info.plist", "out/Parcel.ipa!Payload/Parcel.app/Info.plist"))
    #expect(covers("Parcel.ipa", "out/Parcel.ipa!Payload/Parcel.app/Info.plist"))
    #expect(!covers("/", "a"))
    #expect(!covers("", "a"))
  }

  @Test func aStarStandsForAnyPartOfAName() {
    #expect(covers("*.m", "Legacy/Push.m"))
    #expect(covers("Leg*/P*h.m", "Legacy/Push.m"))
    #expect(covers("*u*h*", "Legacy/Push.m"))
    #expect(covers("Push.m*", "Legacy/Push.m"))
    #expect(!covers("*.swift", "Legacy/Push.m"))
    #expect(!covers("Leg*.m", "Legacy/Push.m"))
    #expect(!covers("Push*Push.m", "Legacy/Push.m"))
    #expect(!covers("*h*u*", "Legacy/Push.m"))
    #expect(!covers("ab*ba", "aba"))
  }

  @Test func itCountsThroughItsLastDay() {
    var entry = AuditSuppression(rule: "SRC007", reason: "r", until: "2026-11-30")
    let midnight = 1_796_083_200_000  // 2026-12-01
    #expect(!entry.isOver(at: midnight - 1))
    #expect(entry.isOver(at: midnight))
    entry.until = nil
    #expect(!entry.isOver(at: .max))
  }

  @Test func daysBeginWhereTheCalendarSays() {
    #expect(ProfileTime.startOfDay("1970-01-01") == 0)
    #expect(ProfileTime.startOfDay("1969-12-31") == -86_400_000)
    #expect(ProfileTime.startOfDay("2000-03-01") == 951_868_800_000)
    #expect(ProfileTime.startOfDay("2024-02-29") == 1_709_164_800_000)
    #expect(ProfileTime.startOfDay("9999-12-31") == 253_402_214_400_000)
    #expect(ProfileTime.startOfDay("0001-01-01") == -62_135_596_800_000)
    for text in [
      "2023-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "2026-11-30T", "", "26-11-30", "0000-01-01",
    ] {
      #expect(ProfileTime.startOfDay(text) == nil, "\(text)")
    }
  }
}
