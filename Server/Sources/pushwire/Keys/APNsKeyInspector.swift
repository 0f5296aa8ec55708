import Providers
import PushCrypto

/// What the providers' check says of a `.p8` key, as a report.
enum APNsKeyInspector {
  /// - Parameters:
  ///   - keyID: as the profile or the command line says; else the file's name is asked.
  ///   - teamID: as the profile or the command line says; nil leaves the ids' fit unjudged.
  static func inspect(_ bytes: [UInt8], file: String, keyID: String?, teamID: String?) -> KeyReport {
    var report = KeyReport(file: file, kind: .apns)
    do {
      if let teamID {
        let found = try APNsKeyFile.check(pem: bytes, file: file, keyID: keyID, teamID: teamID)
        report.fact("key_id", found.keyID)
        report.fact("team_id", found.teamID)
        try report.describe(found.key)
        report.notes += found.remarks
      } else {
        let found = try APNsKeyFile.check(pem: bytes, file: file, keyID: keyID)
        try report.describe(found.key)
        report.fact("key_id", found.keyID ?? "not in the file's name")
        report.notes += found.remarks
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

  /// What a check of the providers found wrong; `advice` is for a fault of the key itself, all others
  /// say what to do.
  mutating func problem(of error: any Error, _ advice: String) {
    guard let error = error as? CredentialError else {
      return problem("credential.unusable", "The key cannot be used.", advice)
    }
    problem(error.code.rawValue, error.message, error.isOfTheKey ? advice : nil)
  }
}
