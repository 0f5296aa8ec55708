import PushCrypto

/// Is this the `.p8` key that Apple's developer account gave out, and does it go with its ids?
enum APNsKeyInspector {
  /// - Parameters:
  ///   - keyID: as the profile or the command line says; else the file's name is asked.
  ///   - teamID: as the profile or the command line says.
  static func inspect(_ bytes: [UInt8], file: String, keyID: String?, teamID: String?) -> KeyReport {
    var report = KeyReport(file: file, kind: .apns)
    checkKey(bytes, &report)
    checkKeyID(keyID, named: keyIDInName(file), &report)
    if let teamID {
      report.fact("team_id", teamID)
      if !isID(teamID) {
        report.problem(
          "bad_team_id", "\(quoted(teamID)) is no team id: ten capital letters and digits.", whereTeamID)
      } else if teamID == keyID {
        report.problem("same_ids", "Key id and team id are the same.", whereTeamID)
      }
    }
    return report
  }

  private static let whereTeamID = "Apple's developer account shows the team id under Membership details."

  private static func checkKey(_ bytes: [UInt8], _ report: inout KeyReport) {
    if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      report.problem(
        "json", "This is JSON, not a .p8 key.",
        "A service account belongs under credentials.fcm; the APNs key is the file AuthKey_….p8 from Apple.")
      return
    }
    do {
      let key = try SigningKey.load(pem: bytes, expecting: .ecP256)
      report.fact("key", "ECDSA P-256, as APNs wants it")
      report.fact("public_key_sha256", hex(try Digest.sha256(try key.publicKey.der())))
    } catch let error as CryptoError {
      report.problem(
        error.code.rawValue, error.message, "Download the .p8 again, or make a new key under Keys.")
    } catch {
      report.problem(
        "key", "The key cannot be used.", "Make a new key in Apple's developer account, under Keys.")
    }
  }

  private static func checkKeyID(_ given: String?, named: String?, _ report: inout KeyReport) {
    guard let id = given ?? named else {
      report.notes.append(
        "The key id stands neither in the file nor in its name (Apple names it AuthKey_KEYID.p8). Give --key-id."
      )
      return
    }
    report.fact("key_id", id)
    if !isID(id) {
      report.problem(
        "bad_key_id", "\(quoted(id)) is no key id: ten capital letters and digits.",
        "Apple's developer account shows it under Keys.")
    } else if let given, let named, given != named {
      report.problem(
        "other_key_id", "The key id is given as \(given), but the file is named after \(named).",
        "Use \(named) if the file was not renamed; APNs answers a wrong one InvalidProviderToken.")
    }
  }

  /// The key id in a name such as `AuthKey_ABC123DEFG.p8`.
  static func keyIDInName(_ file: String) -> String? {
    let name = file.split(separator: "/").last ?? ""
    guard name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") else { return nil }
    let id = String(name.dropFirst(8).dropLast(3))
    return isID(id) ? id : nil
  }

  /// Ten capital letters and digits: Apple's key and team ids.
  static func isID(_ text: String) -> Bool {
    text.utf8.count == 10 && text.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
