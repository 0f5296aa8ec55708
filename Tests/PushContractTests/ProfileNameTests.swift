import PushContract
import Testing

struct ProfileNameTests {
  @Test func shapesAreTold() {
    #expect(ProfileName.isName("order_shipped2") && !ProfileName.isName("2x") && !ProfileName.isName("a-b"))
    #expect(!ProfileName.isName("") && !ProfileName.isName(String(repeating: "a", count: 65)))
    #expect(ProfileName.isAppleID("ABCDE12345") && !ProfileName.isAppleID("abcde12345"))
    #expect(!ProfileName.isAppleID("ABCDE1234") && !ProfileName.isAppleID("ABCDÉ12345"))
    #expect(ProfileName.isBundleID("com.example.my-app") && !ProfileName.isBundleID("com.example.*"))
    #expect(
      !ProfileName.isBundleID("com..a") && !ProfileName.isBundleID("app") && !ProfileName.isBundleID("com.a.")
    )
    #expect(ProfileName.isPackage("com.example.my_app") && !ProfileName.isPackage("com.1a.b"))
    #expect(ProfileName.isProjectID("parcel-1f3c2") && !ProfileName.isProjectID("Parcel"))
    #expect(!ProfileName.isProjectID("123456") && !ProfileName.isProjectID("parcel-"))
    #expect(ProfileName.isAnalyticsLabel("a-1_.~%") && !ProfileName.isAnalyticsLabel("a b"))
    #expect(ProfileName.osVersion("12.4.1") == [12, 4, 1] && ProfileName.osVersion("15") == [15])
    #expect(ProfileName.osVersion("iOS 15") == nil && ProfileName.osVersion("15.") == nil)
    #expect(ProfileName.isDataKey("a.b-c") && !ProfileName.isDataKey("a b") && !ProfileName.isDataKey("ü"))
  }

  @Test func durationsAreSeconds() {
    let right = [("30s", 30), ("10m", 600), ("4h", 14_400), ("7d", 604_800), ("0s", 0)]
    for (text, seconds) in right { #expect(ProfileDuration.seconds(text) == seconds) }
    for text in ["", "s", "10", "1.5h", "-1s", "1w", "1 h", "9999999999d", "１s"] {
      #expect(ProfileDuration.seconds(text) == nil, "\(text)")
    }
    for (text, seconds) in right where seconds > 0 { #expect(ProfileDuration.text(seconds) == (text)) }
    #expect(ProfileDuration.text(90) == "90s" && ProfileDuration.text(0) == "0s")
  }
}
