import Foundation
import PushCrypto
import Store

/// Fills a store with installations, each with an account, as launches would have: the SQLite file through the
/// store itself, PostgreSQL by a copy of the file's rows.
struct ScaleLoader {
  let path: String
  let installations: Int
  private static let batch = 5_000
  static let key = String(repeating: "k", count: 43)
  static let authorization = "pwk_benchbench_" + key

  init(folder: String, installations: Int) throws {
    path = folder + "/push.db"
    self.installations = installations
  }

  func fill() throws {
    let began = ProcessInfo.processInfo.systemUptime
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    let now = Int(Date().timeIntervalSince1970 * 1000)
    var record = ServerKeyRecord()
    record.id = "benchbench"
    record.name = "bench"
    record.tenant = "*"
    record.scopes = ["send", "read", "admin"]
    record.secretHash = try Digest.sha256(Array(Self.key.utf8))
    record.createdAt = now
    let made = record
    try store.transaction { (session) throws(StoreError) in _ = try session.addKey(made) }
    for start in stride(from: 0, to: installations, by: Self.batch) {
      try store.transaction { (session) throws(StoreError) in
        for number in start..<min(start + Self.batch, installations) {
          // Over the last three weeks, so that none is stale.
          _ = try session.register(Self.registration(number), now: now - number % 21 * 86_400_000)
        }
      }
      try store.rest()
    }
    Self.tell("\(installations) installations in SQLite", since: began)
  }

  static func account(_ number: Int) -> String { "a\(number)" }

  private static let versions = ["4.2.0", "4.1.3", "4.1.0", "3.9.8"]
  private static let locales = ["en_GB", "de_DE", "fr_FR", "pt_BR", "ja_JP"]

  /// Three of four are on iOS.
  private static func registration(_ number: Int) -> RegistrationRequest {
    var request = RegistrationRequest()
    request.installation = "installation-\(number)"
    request.platform = number % 4 == 3 ? .android : .ios
    request.environment = .production
    request.environmentSource = "embedded_profile"
    request.topic = "com.example.parcel"
    request.token = token(number)
    request.generation = 1
    request.account = account(number)
    request.secretHash = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 32)
    request.freshChallengeHash = [UInt8](repeating: 7, count: 32)
    var permission = Permission()
    permission.status = "authorized"
    permission.alert = "enabled"
    request.permission = permission
    request.osVersion = "18.\(number % 4)"
    request.appVersion = versions[number % versions.count]
    request.locale = locales[number % locales.count]
    request.timeZone = "Europe/London"
    return request
  }

  /// 32 bytes from a counter, well mixed.
  private static func token(_ number: Int) -> String {
    var seed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    var text = ""
    for _ in 0..<4 {
      seed ^= seed >> 29
      seed = seed &* 0xBF58_476D_1CE4_E5B9
      let digits = String(seed, radix: 16)
      text += String(repeating: "0", count: 16 - digits.count) + digits
    }
    return text
  }

  static func tell(_ text: String, since began: Double) {
    let seconds = ProcessInfo.processInfo.systemUptime - began
    FileHandle.standardError.write(Data("scale: \(text) in \(Int(seconds.rounded())) s\n".utf8))
  }
}
