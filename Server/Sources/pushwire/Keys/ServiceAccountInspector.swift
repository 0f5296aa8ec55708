import Foundation
import PushCrypto

/// Is this the service account that the Firebase console gave out, and does it go with the project?
enum ServiceAccountInspector {
  /// - Parameter projectID: the project that the profile expects.
  static func inspect(_ bytes: [UInt8], file: String, projectID: String?) -> KeyReport {
    var report = KeyReport(file: file, kind: .fcm)
    guard let fields = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] else {
      let isPEM = String(decoding: bytes.prefix(4096), as: UTF8.self).contains("-----BEGIN ")
      report.problem(
        "not_json", isPEM ? "This is a PEM key, not a service account." : "This is no JSON object.",
        isPEM ? "A .p8 key belongs under credentials.apns." : whereToGetIt)
      return report
    }
    if let other = otherFile(fields) {
      report.problem("other_file", other, whereToGetIt)
      return report
    }
    checkProject(fields, projectID, &report)
    if let email = name(fields, "client_email", limit: 254, &report) { report.fact("client_email", email) }
    if let id = name(fields, "private_key_id", limit: 64, &report) { report.fact("key_id", id) }
    checkTokenURI(fields, &report)
    checkKey(fields, &report)
    return report
  }

  private static let whereToGetIt =
    "Firebase console, Project settings, Service accounts, Generate new private key."

  /// JSON that is often taken for a service account.
  private static func otherFile(_ fields: [String: Any]) -> String? {
    if fields["project_info"] != nil {
      return "This is google-services.json, which goes into the Android app."
    }
    if fields["installed"] != nil || fields["web"] != nil {
      return "This is an OAuth client of an app or web site."
    }
    guard let type = fields["type"] as? String, type != "service_account" else { return nil }
    return "This is a credential of the type \(quoted(type)), not a service account."
  }

  /// A field that has to be there.
  private static func text(_ fields: [String: Any], _ name: String, _ report: inout KeyReport) -> String? {
    if let value = fields[name] as? String, !value.isEmpty { return value }
    report.problem("missing_field", "The field `\(name)` is missing.", "Get the file anew: " + whereToGetIt)
    return nil
  }

  /// A field that names something, and so may be shown: one word of the letters that names have.
  private static func name(
    _ fields: [String: Any], _ name: String, limit: Int, _ report: inout KeyReport
  ) -> String? {
    guard let value = text(fields, name, &report) else { return nil }
    let isName = value.utf8.allSatisfy { byte in
      switch byte {
      case 48...57, 65...90, 97...122, 0x2D, 0x2E, 0x3A, 0x40, 0x5F: true
      default: false
      }
    }
    if isName, value.utf8.count <= limit { return value }
    report.problem(
      "bad_field", "The field `\(name)` does not hold a name.", "Get the file anew: " + whereToGetIt)
    return nil
  }

  private static func checkProject(_ fields: [String: Any], _ expected: String?, _ report: inout KeyReport) {
    guard let project = name(fields, "project_id", limit: 64, &report) else { return }
    report.fact("project_id", project)
    if let expected, expected != project {
      report.problem(
        "other_project",
        "The file belongs to the project \(quoted(project)), the profile says \(quoted(expected)).",
        "Tokens of one project are refused by another (SENDER_ID_MISMATCH): use the file of the app's project."
      )
    }
  }

  private static func checkTokenURI(_ fields: [String: Any], _ report: inout KeyReport) {
    guard let address = text(fields, "token_uri", &report) else { return }
    guard let url = URL(string: address), url.scheme == "https", let host = url.host, !host.isEmpty else {
      report.problem(
        "bad_token_uri", "The token_uri is no https address.", "Get the file anew: " + whereToGetIt)
      return
    }
    if host != "oauth2.googleapis.com" {
      report.notes.append("Access tokens are asked for at \(host), not at Google's oauth2.googleapis.com.")
    }
  }

  private static func checkKey(_ fields: [String: Any], _ report: inout KeyReport) {
    guard let pem = text(fields, "private_key", &report) else { return }
    do {
      _ = try SigningKey.load(pem: pem, expecting: .rsa)
      report.fact("key", "RSA, as Google wants it")
    } catch let error as CryptoError {
      report.problem(error.code.rawValue, error.message, "Get the file anew: " + whereToGetIt)
    } catch {
      report.problem("key", "The key cannot be used.", "Get the file anew: " + whereToGetIt)
    }
  }
}
