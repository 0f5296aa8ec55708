internal import Bytes

/// A permission as the store keeps it: a JSON object of what the device said, always in the same order, so
/// that equal ones are equal bytes. Written and read without a tree, since every launch brings one.
public enum PermissionText {
  public static func encode(_ permission: Permission) -> [UInt8] {
    var out = ByteBuffer(capacity: 192)
    out.append("{")
    text("\"status\":", permission.status, &out)
    text("\"alert\":", permission.alert, &out)
    text("\"sound\":", permission.sound, &out)
    text("\"badge\":", permission.badge, &out)
    text("\"lock_screen\":", permission.lockScreen, &out)
    flag("\"app_blocked\":", permission.appBlocked, &out)
    if let channels = permission.blockedChannels {
      name("\"blocked_channels\":", &out)
      out.append("[")
      for (index, channel) in channels.enumerated() {
        if index > 0 { out.append(",") }
        out.appendJSONString(channel)
      }
      out.append("]")
    }
    flag("\"managed\":", permission.managed, &out)
    text("\"background_refresh\":", permission.backgroundRefresh, &out)
    flag("\"low_power_mode\":", permission.lowPowerMode, &out)
    out.append("}")
    return Array(out.slice(0, out.count))
  }

  /// What is not understood is left out; nil: not an object.
  public static func decode(_ text: UnsafeBufferPointer<UInt8>) -> Permission? {
    var scanner = JSONScanner(text)
    guard let first = try? scanner.next(), first.kind == .beginObject else { return nil }
    var permission = Permission()
    while let key = try? scanner.next(), key.kind == .key {
      guard let value = try? scanner.next() else { return nil }
      guard read(key, value, &scanner, &permission) else { return nil }
    }
    return permission
  }

  private static func read(
    _ key: JSONScanner.Token, _ value: JSONScanner.Token, _ scanner: inout JSONScanner,
    _ permission: inout Permission
  ) -> Bool {
    let name = scanner.bytes(key)
    switch value.kind {
    case .string:
      let word = string(value, scanner)
      if isName(name, "status") {
        permission.status = word
      } else if isName(name, "alert") {
        permission.alert = word
      } else if isName(name, "sound") {
        permission.sound = word
      } else if isName(name, "badge") {
        permission.badge = word
      } else if isName(name, "lock_screen") {
        permission.lockScreen = word
      } else if isName(name, "background_refresh") {
        permission.backgroundRefresh = word
      }
    case .yes, .no:
      if isName(name, "app_blocked") {
        permission.appBlocked = value.kind == .yes
      } else if isName(name, "managed") {
        permission.managed = value.kind == .yes
      } else if isName(name, "low_power_mode") {
        permission.lowPowerMode = value.kind == .yes
      }
    case .beginArray where isName(name, "blocked_channels"):
      var channels: [String] = []
      while let item = try? scanner.next(), item.kind != .endArray {
        if item.kind == .string { channels.append(string(item, scanner)) }
      }
      permission.blockedChannels = channels
    default:
      do { try scanner.skip(value) } catch { return false }
    }
    return true
  }

  private static func isName(_ bytes: UnsafeBufferPointer<UInt8>, _ name: StaticString) -> Bool {
    bytes.count == name.utf8CodeUnitCount
      && bytes.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  private static func string(_ token: JSONScanner.Token, _ scanner: JSONScanner) -> String {
    guard token.escaped else { return String(decoding: scanner.bytes(token), as: UTF8.self) }
    var out = ByteBuffer(capacity: token.end - token.start)
    scanner.appendUnescaped(token, to: &out)
    return String(decoding: out.slice(0, out.count), as: UTF8.self)
  }

  private static func name(_ key: StaticString, _ out: inout ByteBuffer) {
    if out.count > 1 { out.append(",") }
    out.append(key)
  }

  private static func text(_ key: StaticString, _ value: String?, _ out: inout ByteBuffer) {
    guard let value else { return }
    name(key, &out)
    out.appendJSONString(value)
  }

  private static func flag(_ key: StaticString, _ value: Bool?, _ out: inout ByteBuffer) {
    guard let value else { return }
    name(key, &out)
    if value { out.append("true") } else { out.append("false") }
  }
}
