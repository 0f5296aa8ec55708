import Bytes
import PushCrypto
import Store

/// A new server key: shown once, kept as a hash.
struct IssuedKey {
  /// What the app's backend sends as its bearer: `pwk_`, ten characters of an id, and the secret.
  let text: String
  let record: ServerKeyRecord

  /// - Parameter tenant: `*`: every tenant.
  init(name: String, tenant: String, scopes: [KeyScope], now: Int) throws {
    let id = try Self.word(10)
    let secret = Base64URL.encode(try Digest.randomBytes(32))
    var record = ServerKeyRecord()
    record.id = id
    record.name = name
    record.tenant = tenant
    record.scopes = scopes.map(\.rawValue)
    record.secretHash = try Digest.sha256(Array(secret.utf8))
    record.createdAt = now
    self.record = record
    text = "pwk_\(id)_\(secret)"
  }

  /// Letters and digits that are not mistaken for each other; 32 of them, so that each is as likely.
  static func word(_ count: Int) throws -> String {
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    return String(try Digest.randomBytes(count).map { letters[Int($0 & 31)] })
  }
}

/// What a server key may do.
enum KeyScope: String, CaseIterable, Sendable {
  /// Notifications, tickets.
  case send
  /// The ladder and the evidence.
  case read
  /// Everything, erasing and cancelling among it.
  case admin

  static func list(_ text: String) throws -> [KeyScope] {
    var scopes: [KeyScope] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard let scope = KeyScope(rawValue: word) else {
        let words = allCases.map(\.rawValue)
        throw CommandError.usage(
          "--scopes does not know \(quoted(word)).",
          advice: "Write one or more of \(pushwire.list(words)), with commas."
            + suggestion(for: word, in: words))
      }
      if !scopes.contains(scope) { scopes.append(scope) }
    }
    return scopes
  }
}

/// Names and tenants as people choose them.
enum AccessName {
  /// 1 to 64 letters, digits and `._-`; what is longer is more likely a key.
  static func check(_ text: String, _ what: String) throws {
    let isGood = (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(isNameByte)
    guard isGood else {
      throw CommandError.usage(
        "\(quoted(text)) is no \(what).", advice: "Write 1 to 64 letters, digits and ._- of ASCII.")
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 0x2E, 0x5F, 0x2D: true
    default: false
    }
  }
}
