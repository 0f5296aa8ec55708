internal import Foundation
public import PushCrypto

/// A key of a Google service account, read from the JSON file that the console gives.
public struct ServiceAccount: Sendable {
  public let projectID: String
  public let privateKeyID: String
  public let clientEmail: String
  /// Where access tokens are fetched; also the assertion's `aud`.
  public let tokenURI: TokenURI
  public let key: SigningKey
  /// What is odd but not wrong, for a person.
  public var remarks: [String] {
    tokenURI.host == Self.usualHost
      ? []
      : ["Access tokens are asked for at \(tokenURI.host), not at Google's \(Self.usualHost)."]
  }

  private static let usualHost = "oauth2.googleapis.com"

  /// Reads and checks a service account's file.
  /// - Parameter projectID: the project that is expected, nil takes the file's.
  public static func read(path: String, projectID: String? = nil) throws -> ServiceAccount {
    try check(json: CredentialFile.read(path), file: path, projectID: projectID)
  }

  /// Checks a service account that was read already.
  public static func check(json: [UInt8], file: String, projectID: String? = nil) throws -> ServiceAccount {
    let fields = try object(json, file)
    try refuseOtherFiles(fields, file)
    func text(_ name: String) throws -> String {
      guard let value = fields[name] else {
        throw CredentialError(
          .missingField, "The field \(name) is missing. Give the file as downloaded from the console.",
          place: "\(file) (\(name))")
      }
      guard let text = value.text, !text.isEmpty, text.utf8.count <= 16 * 1024 else {
        throw CredentialError(.badField, "The field \(name) must be text.", place: "\(file) (\(name))")
      }
      return text
    }
    let project = try text("project_id")
    let email = try text("client_email")
    guard email.contains("@"), isPlain(email) else {
      throw CredentialError(
        .badField, "client_email is not an address; a service account's ends in gserviceaccount.com.",
        place: "\(file) (client_email)")
    }
    guard isPlain(project), !project.contains("/") else {
      throw CredentialError(.badField, "project_id is not a project's id.", place: "\(file) (project_id)")
    }
    guard let uri = TokenURI(try text("token_uri")) else {
      throw CredentialError(
        .badField, "token_uri is not an https address; Google's is https://\(usualHost)/token.",
        place: "\(file) (token_uri)")
    }
    if let projectID, projectID != project {
      throw CredentialError(
        .wrongProject,
        "The service account is of the project \(project.prefix(80)), "
          + "but the profile names \(projectID.prefix(80)). Give the account of that project.",
        place: "\(file) (project_id)")
    }
    let keyID = try text("private_key_id")
    let pem = try text("private_key")
    do {
      let key = try SigningKey.load(pem: pem, expecting: .rsa)
      return ServiceAccount(
        projectID: project, privateKeyID: keyID, clientEmail: email, tokenURI: uri, key: key)
    } catch let error as CryptoError {
      throw CredentialError(
        .init(rawValue: error.code.rawValue), error.message, place: "\(file) (private_key)")
    }
  }

  private static func object(_ json: [UInt8], _ file: String) throws -> [String: Loose] {
    let first = json.first { $0 != 32 && !(9...13).contains($0) }
    if first == UInt8(ascii: "-") {
      throw CredentialError(
        .wrongFile, "This is a PEM key. FCM needs the service account's JSON file, which holds the key.",
        place: file)
    }
    guard let first else { throw CredentialError(.notJSON, "The file is empty.", place: file) }
    guard first == UInt8(ascii: "{"), !json.contains(0),
      let fields = try? JSONDecoder().decode([String: Loose].self, from: Data(json))
    else {
      throw CredentialError(
        .notJSON, "This is not a JSON object. Give the service account's file as downloaded.", place: file)
    }
    return fields
  }

  private static let otherFiles = [
    "authorized_user": "These are a person's own credentials (gcloud auth application-default login).",
    "external_account": "This is a configuration of workload identity federation; it holds no key.",
    "external_account_authorized_user": "This is a configuration of workforce identity federation.",
    "impersonated_service_account": "This is a configuration of impersonation; it holds no key.",
    "gdch_service_account": "This is an account of Google Distributed Cloud.",
  ]

  /// Says which file it is instead.
  private static func refuseOtherFiles(_ fields: [String: Loose], _ file: String) throws {
    let wanted =
      " FCM needs a service account's key: Firebase console, project settings, Service accounts, "
      + "Generate new private key."
    func refuse(_ what: String) -> CredentialError { CredentialError(.wrongFile, what + wanted, place: file) }
    if fields["project_info"] != nil, fields["client"] != nil {
      throw refuse("This is google-services.json, which belongs into the Android app.")
    }
    if fields["web"] != nil || fields["installed"] != nil {
      throw refuse("This is an OAuth client's secret of a web site or app.")
    }
    if fields["apiKey"] != nil { throw refuse("This is the configuration of a web app.") }
    guard let type = fields["type"] else {
      if fields["private_key"] != nil { return }
      throw CredentialError(
        .missingField, "The field type is missing, so this is no credential of Google's." + wanted,
        place: "\(file) (type)")
    }
    guard type.text != "service_account" else { return }
    let name = type.text.flatMap { isPlain($0) ? $0.prefix(40) : nil } ?? "?"
    throw refuse(otherFiles[String(name)] ?? "The file's type is \"\(name)\", not service_account.")
  }

  /// Without white space and control characters: it goes into a header, a path or a JWT.
  private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 > 32 && $0 < 127 } }
}
