import Bytes
import PushContract

/// What the parts of an FCM message say together.
struct FCMCheck {
  /// Where the message stands in the walked text: empty, or `message.`.
  let root: String
  var pushType: APNsPushType?
  var priority = 10
  var hasTarget = false
  var message: Range<Int>?

  init(root: String) { self.root = root }

  mutating func run(_ walker: inout PayloadWalker, target: FCMTarget.Kind?) {
    if let place = walker.seen[root.isEmpty ? "" : "message"] {
      message = place.token.start..<place.end
    }
    let named = FCMTarget.Kind.allCases.filter { walker.has(root + $0.rawValue) }
    hasTarget = !named.isEmpty
    if let extra = named.dropFirst().first {
      walker.report(
        .error, .contradiction, root + extra.rawValue,
        "a message has exactly one target: \(named.map(\.rawValue).joined(separator: " and ")) are there")
    } else if let first = named.first, target != nil {
      walker.report(
        .error, .contradiction, root + first.rawValue,
        "the message names a \(first.rawValue), and another target was given: leave one of them out")
    }
    checkLegacy(&walker)
    checkData(&walker, root + "data")
    checkData(&walker, root + "android.data")
    checkSize(&walker, (named.first ?? target ?? .token).maximumPayload)
    if let text = walker.string(root + "android.ttl"), let seconds = PayloadValue.seconds(text),
      seconds > Double(FCMTemplate.longestTimeToLive)
    {
      walker.report(.error, .badValue, root + "android.ttl", "ttl is four weeks at most: \"2419200s\"")
    }
    if walker.has(root + "name") {
      walker.report(.warning, .unknownKey, root + "name", "name is FCM's answer; it is ignored in a request")
    }
    checkApple(&walker)
  }

  private func checkLegacy(_ walker: inout PayloadWalker) {
    for name in ["to", "registration_ids", "content_available", "mutable_content"]
    where walker.has(root + name) {
      walker.report(
        .error, .unknownKey, root + name, "\(name) belongs to FCM's old API, which is switched off")
    }
  }

  private func checkData(_ walker: inout PayloadWalker, _ path: String) {
    for name in walker.seen.keys where name.hasPrefix(path + ".") {
      let key = String(name.dropFirst(path.count + 1))
      // Pushwire's own keys may be written by hand; FCM's may not.
      if DataKeyOwner(ofKey: key) == .fcm {
        walker.report(.error, .reservedKey, name, "\(name) cannot be used: it is FCM's own")
      }
    }
  }

  private func checkSize(_ walker: inout PayloadWalker, _ limit: Int) {
    var size = 0
    for part in ["data", "notification", "android.data", "android.notification"] {
      guard let place = walker.seen[root + part] else { continue }
      size += Self.compactLength(UnsafeBufferPointer(rebasing: walker.text[place.token.start..<place.end]))
    }
    if size > limit {
      walker.report(
        .error, .tooLarge, root.isEmpty ? "" : "message",
        "data and notification are \(size) bytes, \(size - limit) over FCM's limit of \(limit)")
    }
  }

  private mutating func checkApple(_ walker: inout PayloadWalker) {
    let apns = root + "apns."
    guard walker.has(root + "apns") else { return }
    let payload = apns + "payload."
    let headers = apns + "headers."
    if let place = walker.seen[apns + "payload"], place.token.kind == .beginObject {
      let given = walker.string(headers + "apns-push-type").map { APNsPushType(rawValue: $0) }
      // FCM itself adds the common notification to `aps`.
      let common = walker.has(root + "notification")
      let type = given ?? (common ? .alert : walker.derivedPushType(payload))
      pushType = type
      let number = walker.string(headers + "apns-priority").flatMap { Int($0) }
      priority = number ?? (type == .background ? 5 : 10)
      if !(common && type == .alert) {
        let text = UnsafeBufferPointer(rebasing: walker.text[place.token.start..<place.end])
        walker.checkAPNs(type, priority: number, size: Self.compactLength(text), root: payload)
      }
    }
    if walker.has(headers + "apns-topic") {
      walker.report(
        .warning, .contradiction, headers + "apns-topic", "FCM sets the topic itself from the app")
    }
  }

  /// Bytes without the white space between tokens: FCM reads the JSON and encodes it anew.
  static func compactLength(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var length = 0
    var inside = false
    var escaped = false
    for byte in text {
      if inside {
        length += 1
        if escaped {
          escaped = false
        } else if byte == UInt8(ascii: "\\") {
          escaped = true
        } else if byte == UInt8(ascii: "\"") {
          inside = false
        }
      } else if byte != 0x20 && !(0x09...0x0D).contains(byte) {
        length += 1
        inside = byte == UInt8(ascii: "\"")
      }
    }
    return length
  }
}
