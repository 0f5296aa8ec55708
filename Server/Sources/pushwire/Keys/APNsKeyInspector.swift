import Providers
import PushCrypto

/// Is this the `.p8` key that Apple's developer account gave out, and does it go with its ids?
enum APNsKeyInspector {
  /// - Parameters:
  ///   - keyID: as the profile or the command line says; else the file's name is asked.
  ///   - teamID: as the profile or the command line says; nil leaves the ids' fit unjudged.
  static func inspect(_ bytes: [UInt8], file: String, keyID: String?, teamID: String?) -> KeyReport {
    var report = KeyReport(file: file, kind: .apns)
    if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      report.problem(
        "credential.wrongFile", "This is JSON, not a .p8 key.",
        "A service account belongs under credentials.fcm; the APNs key is the file AuthKey_….p8 from Apple.")
      return report
    }
    do {
      if let teamID {
        let found = try APNsKeyFile.check(pem: bytes, file: file, keyID: keyID, teamID: teamID)
        report.fact("key_id", found.keyID)
        report.fact("team_id", found.teamID)
        try report.describe(found.key)
        report.notes += found.remarks
      } else {
        try report.describe(try SigningKey.load(pem: bytes, expecting: .ecP256))
        report.fact("key_id", keyID ?? APNsKeyFile.keyID(inFileName: file) ?? "not in the file's name")
        report.notes.append("Give --team-id as well, and whether the ids fit is looked at, too.")
      }
    } catch {
      report.problem(
        of: error, "Download the .p8 again, or make a new key in Apple's developer account, under Keys.")
    }
    return report
  }
}

extension KeyReport {
  fileprivate mutating func describe(_ key: SigningKey) throws {
    fact("key", "ECDSA P-256, as APNs wants it")
    let digest = try Digest.sha256(try key.publicKey.der())
    fact("public_key_sha256", digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
  }

  /// What a check of the providers found wrong.
  mutating func problem(of error: any Error, _ advice: String) {
    switch error {
    case let error as CredentialError: problem(error.code.rawValue, error.message)
    case let error as CryptoError: problem(error.code.rawValue, error.message, advice)
    default: problem("credential.unusable", "The key cannot be used.", advice)
    }
  }
}
