import AppFacts
import PushCrypto

/// The JSON of a Google service account, with which a server sends to FCM. The private key is looked at, and not kept.
enum ServiceAccountReader: ArtifactReader {
  static func claims(_ file: InputFile) -> Bool {
    guard file.fileExtension == "json", file.size <= 64 << 10, file.isWhole,
      file.isGiven || !SecretSearch.isTestData(file.place.file)
    else { return false }
    // The authorized_user and the external_account of gcloud have other fields.
    return file.holds("\"private_key\"") && (file.holds("\"client_email\"") || file.holds("service_account"))
      || file.isGiven && file.holds("\"service_account\"") && file.holds("\"client_email\"")
  }

  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts) {
    guard let tree = file.json(.serviceAccount, limits, into: &facts) else { return }
    guard tree.isObject else {
      facts.inputs.append(
        InputFact(.serviceAccount, file.place, .unreadable("it is no JSON object"), isGiven: file.isGiven))
      return
    }
    let account = ServiceAccountFile(
      file.place, projectID: tree["project_id"]?.sourcedString, email: tree["client_email"]?.sourcedString,
      problems: problems(tree))
    facts.serviceAccounts.append(account)
    facts.inputs.append(
      InputFact(
        .serviceAccount, file.place, .read,
        summary: account.projectID.map { "project \($0.value)" } ?? "", isGiven: file.isGiven))
  }

  /// What a sender needs of it.
  private static let fields = [
    "type", "project_id", "private_key_id", "private_key", "client_email", "token_uri",
  ]

  private static func problems(_ tree: Located) -> [Sourced<String>] {
    var problems: [Sourced<String>] = []
    for name in fields {
      guard let value = tree[name] else {
        problems.append(Sourced("\(name) is missing", tree.place))
        continue
      }
      guard let text = value.string else {
        problems.append(Sourced("\(name) is no text", value.place))
        continue
      }
      if let problem = problem(name, text) { problems.append(Sourced(problem, value.place)) }
    }
    return problems
  }

  private static func problem(_ name: String, _ text: String) -> String? {
    guard !text.isEmpty else { return "\(name) is empty" }
    switch name {
    case "type" where text != "service_account": return "type is not service_account"
    case "client_email" where !text.contains("@"): return "client_email is no address"
    case "token_uri" where !text.hasPrefix("https://"): return "token_uri is no https address"
    case "private_key": return keyProblem(text)
    default: return nil
    }
  }

  private static func keyProblem(_ pem: String) -> String? {
    if pem.contains("-----BEGIN"), pem.contains("\\n") {
      return "private_key has \\n written out twice: its line breaks are no line breaks"
    }
    // A key that somebody cut out before passing the file on is no fault of the file.
    let body = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
    if pem.contains("PRIVATE KEY"), body.joined().utf8.count < 100 { return nil }
    do {
      _ = try SigningKey.load(pem: pem, expecting: .rsa)
      return nil
    } catch {
      return "private_key is no RSA key that can be read"
    }
  }
}
