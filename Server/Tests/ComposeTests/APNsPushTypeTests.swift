import Compose
import Testing

struct APNsPushTypeTests {
  // Apple, Sending notification requests to APNs.
  @Test(arguments: [
    ("alert", "com.example.app"), ("background", "com.example.app"),
    ("complication", "com.example.app.complication"), ("controls", "com.example.app.push-type.controls"),
    ("fileprovider", "com.example.app.pushkit.fileprovider"),
    ("liveactivity", "com.example.app.push-type.liveactivity"),
    ("location", "com.example.app.location-query"), ("mdm", "com.example.app"),
    ("pushtotalk", "com.example.app.voip-ptt"), ("voip", "com.example.app.voip"),
    ("widgets", "com.example.app.push-type.widgets"), ("new-one", "com.example.app"),
  ])
  func topics(_ type: String, _ topic: String) throws {
    #expect(try APNsPushType(rawValue: type).topic(bundleID: "com.example.app") == topic)
  }

  @Test func noSuffixTwice() {
    for type in APNsPushType.known where !type.topicSuffix.isEmpty {
      let error = failure { _ = try type.topic(bundleID: "com.example.app" + type.topicSuffix) }
      #expect(error?.code == .badTopic)
    }
  }

  @Test(arguments: ["", "com.example app", "com/example", "com.example\n"])
  func noBundleIdentifier(_ text: String) {
    #expect(failure { _ = try APNsPushType.alert.topic(bundleID: text) }?.code == .badTopic)
  }

  @Test func payloadLimits() {
    #expect(APNsPushType.voip.maximumPayload == 5120)
    #expect(APNsPushType.alert.maximumPayload == 4096)
  }
}
