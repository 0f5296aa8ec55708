public import AppFacts

/// Finds what must not lie around: private keys, service accounts, provider tokens, whole device tokens, legacy
/// server keys. In one pass over any bytes, in time linear in them; no value is kept.
public enum SecretSearch {
  /// Findings of one file; more say nothing new.
  static let limit = 50

  /// - Parameters:
  ///   - place: of the file; sightings add line and column, or the offset where it is no text.
  ///   - isShipped: a part of an app, where any private key is one too many. In sources only keys of push
  ///     providers count, and folders of tests are passed over.
  public static func scan(_ bytes: [UInt8], _ place: Place, isShipped: Bool) -> [SecretSighting] {
    if !isShipped, isTestData(place.file) { return [] }
    let hits = bytes.withUnsafeBufferPointer { text in
      var scan = SecretScan(text, isShipped: isShipped)
      scan.run()
      return scan.hits
    }
    guard !hits.isEmpty else { return [] }
    let isText = !bytes.prefix(8 << 10).contains(0)
    var places = TextPlaces(place.file, isText ? bytes : [])
    return hits.map { hit in
      let found = isText ? places.place(hit.offset) : Place(place.file, offset: hit.offset)
      return SecretSighting(hit.kind, found, isShipped: isShipped)
    }
  }

  /// Test vectors, examples and dependencies: what looks like a secret or a request there is none of the app's.
  static func isTestData(_ path: String) -> Bool {
    path.lowercased().split { $0 == "/" || $0 == "!" }.contains { part in
      [
        "test", "tests", "fixtures", "mocks", "__tests__", "testdata", "androidtest", "node_modules",
        "examples", "samples", "pods", "carthage", ".build", "fuzz", "corpus", "corpora", "vectors",
        "testvectors", "snapshots", "__snapshots__",
      ].contains(part) || part.hasSuffix("tests") || part.hasSuffix("tests.swift")
        || part.hasSuffix("test.java") || part.hasSuffix("test.kt")
    }
  }
}

/// The pass itself.
struct SecretScan {
  struct Hit: Equatable {
    var kind: SecretSighting.Kind
    var offset: Int
  }

  private(set) var hits: [Hit] = []
  let text: UnsafeBufferPointer<UInt8>
  let isShipped: Bool
  var at = 0

  init(_ text: UnsafeBufferPointer<UInt8>, isShipped: Bool) {
    self.text = text
    self.isShipped = isShipped
  }

  mutating func run() {
    while at < text.count, hits.count < SecretSearch.limit {
      let byte = text[at]
      let isBoundary = at == 0 || !isWord(text[at - 1])
      switch byte {
      case UInt8(ascii: "-") where starts("-----BEGIN "): key()
      case UInt8(ascii: "e") where isBoundary && starts("eyJ"): token()
      case UInt8(ascii: "A") where isBoundary && starts("AAAA"): serverKey()
      case _ where isBoundary && DeviceTokenText.isHexByte(byte): deviceToken()
      default: at += 1
      }
    }
  }

  func starts(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard at + length <= text.count else { return false }
    for index in 0..<length where text[at + index] != word.utf8Start[index] { return false }
    return true
  }

  func isWord(_ byte: UInt8) -> Bool { isNameByte(byte) || byte == UInt8(ascii: "-") }

  private mutating func add(_ kind: SecretSighting.Kind, _ offset: Int) {
    hits.append(Hit(kind: kind, offset: offset))
  }

  // MARK: private keys

  private mutating func key() {
    let start = at
    at += 11
    var label: [UInt8] = []
    while at < text.count, label.count <= 32, text[at] != UInt8(ascii: "-") {
      label.append(text[at])
      at += 1
    }
    let name = String(decoding: label, as: UTF8.self)
    guard ["PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY"].contains(name), starts("-----") else { return }
    at += 5
    let body = armoured()
    // Shorter than any key, or `…` in the middle: shown as an example.
    guard body.count >= 120 else { return }
    if isMember(before: start) {
      add(.serviceAccount, start)
    } else if isShipped || isP256(body) {
      add(.privateKey, start)
    }
  }

  /// The base64 characters that follow, over line breaks, `\n` and what puts strings together.
  private mutating func armoured() -> [UInt8] {
    var body: [UInt8] = []
    while at < text.count, body.count < 4096 {
      let byte = text[at]
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
        body.append(byte)
        at += 1
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      case UInt8(ascii: "\\") where at + 1 < text.count && [0x6E, 0x72, 0x0A].contains(text[at + 1]): at += 2
      // JSON may write a slash so.
      case UInt8(ascii: "\\") where at + 1 < text.count && text[at + 1] == UInt8(ascii: "/"): at += 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ","): at += 1
      default: return body
      }
    }
    return body
  }

  /// PKCS#8 with the object identifiers of EC and P-256.
  private func isP256(_ body: [UInt8]) -> Bool {
    body.prefix(64).withUnsafeBufferPointer { head in
      let wanted = Array("AgEAMBMGByqGSM49AgEGCCqGSM49AwEH".utf8)
      return Array(head).firstRange(of: wanted) != nil
    }
  }

  /// It is the value of `"private_key"`.
  private func isMember(before start: Int) -> Bool {
    let near = Array(text[max(0, start - 40)..<start])
    return near.firstRange(of: Array("private_key\"".utf8)) != nil
  }

  // MARK: tokens

  /// A JWT of APNs' form: ES256, a key id of ten characters, a team and a time, and little else.
  private mutating func token() {
    let start = at
    var dots = 0
    while at < text.count, isWord(text[at]) || text[at] == UInt8(ascii: ".") {
      if text[at] == UInt8(ascii: ".") { dots += 1 }
      at += 1
    }
    guard dots == 2, at - start <= ProviderTokenText.limit else { return }
    let parts = Array(text[start..<at]).split(separator: UInt8(ascii: "."))
    // 64 bytes of signature.
    guard parts.count == 3, parts[2].count == 86, let header = ProviderTokenText.object(parts[0]),
      let claims = ProviderTokenText.object(parts[1]), header["alg"]?.string == "ES256",
      header["kid"]?.string?.count == 10, claims["iss"]?.string?.count == 10, claims["iat"] != nil,
      claims.members.count <= 3
    else { return }
    add(.providerToken, start)
  }

  /// `AAAA…:APA91…`, 152 characters.
  private mutating func serverKey() {
    let start = at
    while at < text.count, isWord(text[at]) { at += 1 }
    guard at - start == 11, at < text.count, text[at] == UInt8(ascii: ":") else { return }
    at += 1
    guard starts("APA91") else { return }
    let second = at
    while at < text.count, isWord(text[at]) { at += 1 }
    if at - second == 140 { add(.legacyServerKey, start) }
  }

  private mutating func deviceToken() {
    let start = at
    while at < text.count, DeviceTokenText.isHexByte(text[at]) { at += 1 }
    let end = at
    while at < text.count, isWord(text[at]) { at += 1 }
    guard end == at, end - start == 64, saysToken(before: start), !isPattern(start..<end) else { return }
    add(.deviceToken, start)
  }

  /// The line before it names a device token, and nothing that hashes are called.
  private func saysToken(before start: Int) -> Bool {
    var from = start
    while from > 0, start - from < 80, text[from - 1] != 0x0A { from -= 1 }
    let line = String(decoding: text[from..<start], as: UTF8.self).lowercased()
    let hashes = [
      "sha", "hash", "digest", "checksum", "commit", "integrity", "fingerprint", "secret", "example",
    ]
    guard !hashes.contains(where: line.contains) else { return false }
    let plain = line.filter { $0.isLetter || $0 == "/" || $0.isNumber }
    return plain.hasSuffix("/3/device/")
      || ["devicetoken", "apnstoken", "pushtoken", "apntoken"].contains { plain.contains($0) }
  }

  /// Repeated, or with few digits: made up by a person.
  private func isPattern(_ range: Range<Int>) -> Bool {
    let token = Array(text[range])
    if Set(token.map { $0 | 0x20 }).count < 9 { return true }
    for period in [1, 2, 4, 8, 10, 16, 32] {
      if (period..<token.count).allSatisfy({ token[$0] == token[$0 - period] }) { return true }
    }
    // 0123…: each digit follows the one before it.
    let steps = (1..<token.count).count { token[$0] == token[$0 - 1] &+ 1 }
    return steps > token.count / 2 || String(decoding: token, as: UTF8.self) == Self.documented
  }

  /// The token in Apple's own example (Sending notification requests to APNs).
  private static let documented = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"
}
