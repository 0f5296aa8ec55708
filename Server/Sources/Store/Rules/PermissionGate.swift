internal import Bytes

/// What a device's permission means for an alert: a handful of bits.
///
/// | the device says | meaning |
/// |---|---|
/// | `status` `denied` | denied |
/// | `status` `not_determined` (or Apple's word, `notDetermined`) | not asked |
/// | `status` `authorized` and `alert` `disabled` | alerts off |
/// | `app_blocked` true | app blocked |
/// | the class's channel among `blocked_channels` | channel blocked |
/// | anything else, or nothing | may be shown |
///
/// Unknown words are no reason to withhold a push: the device decides then.
struct PermissionGate: OptionSet, Sendable {
  let rawValue: UInt8
  static let denied = Self(rawValue: 1)
  static let notAsked = Self(rawValue: 2)
  static let alertsOff = Self(rawValue: 4)
  static let appBlocked = Self(rawValue: 8)
  static let channelBlocked = Self(rawValue: 16)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ permission: Permission?, channel: String?) {
    self = []
    guard let permission else { return }
    switch permission.status {
    case "denied": insert(.denied)
    case "not_determined", "notDetermined": insert(.notAsked)
    case "authorized" where permission.alert == "disabled": insert(.alertsOff)
    default: break
    }
    if permission.appBlocked == true { insert(.appBlocked) }
    if let channel, permission.blockedChannels?.contains(channel) == true { insert(.channelBlocked) }
  }

  /// The same from a permission's JSON as it is stored, without a tree: this is asked for each message.
  ///
  /// - Returns: what stands before the text breaks off, where it is not JSON.
  init(json: UnsafeBufferPointer<UInt8>, channel: String?) {
    self = []
    guard !json.isEmpty else { return }
    var scanner = JSONScanner(json)
    var key = Key.other
    var isAuthorized = false
    var hasNoAlert = false
    while let token = try? scanner.next() {
      switch token.kind {
      case .key where token.depth == 1: key = Key(scanner.bytes(token))
      case .string where token.depth == 1:
        let text = scanner.bytes(token)
        switch key {
        case .status where text.equals("denied"): insert(.denied)
        case .status where text.equals("not_determined") || text.equals("notDetermined"):
          insert(.notAsked)
        case .status where text.equals("authorized"): isAuthorized = true
        case .alert where text.equals("disabled"): hasNoAlert = true
        default: break
        }
      case .string where token.depth == 2 && key == .blockedChannels:
        if let channel, Self.is(channel, scanner.bytes(token)) { insert(.channelBlocked) }
      case .yes where token.depth == 1 && key == .appBlocked: insert(.appBlocked)
      default: break
      }
    }
    if isAuthorized && hasNoAlert { insert(.alertsOff) }
  }

  private enum Key {
    case status, alert, appBlocked, blockedChannels, other
    init(_ name: UnsafeBufferPointer<UInt8>) {
      if name.equals("status") {
        self = .status
      } else if name.equals("alert") {
        self = .alert
      } else if name.equals("app_blocked") {
        self = .appBlocked
      } else if name.equals("blocked_channels") {
        self = .blockedChannels
      } else {
        self = .other
      }
    }
  }

  private static func `is`(_ channel: String, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.contains(UInt8(ascii: "\\")) else { return channel.utf8.elementsEqual(text) }
    var plain = ByteBuffer()
    JSONText.appendUnescaped(text, to: &plain)
    return channel.utf8.elementsEqual(plain.bytes)
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func equals(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { other in
      for at in 0..<count where self[at] != other[at] { return false }
      return true
    }
  }
}
