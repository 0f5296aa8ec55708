import PushContract
import Testing

struct DataKeyOwnerTests {
  @Test func reservedKeysHaveTheirOwner() {
    for (key, owner) in [
      ("aps", DataKeyOwner.apns), ("pw", .pushwire), ("pw.n", .pushwire), ("from", .fcm),
      ("message_type", .fcm), ("google.sent_time", .fcm), ("gcm.n.e", .fcm),
    ] {
      #expect(DataKeyOwner(ofKey: key) == owner, "\(key)")
    }
    for key in ["", "order", "pwd", "APS", "from_shop", "my.google"] {
      #expect(DataKeyOwner(ofKey: key) == nil, "\(key)")
    }
  }
}
