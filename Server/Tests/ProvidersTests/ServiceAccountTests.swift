import Foundation
import Providers
import PushCrypto
import Testing

/// One RSA key for the whole run: making one takes a while.
private let rsaKey = Result { try SigningKey.generate(.rsa).privatePEM() }

/// A service account made for tests, as the console writes it.
func serviceAccountJSON(_ change: (inout [String: Any]) -> Void = { _ in }) throws -> [UInt8] {
  var fields: [String: Any] = [
    "type": "service_account", "project_id": "demo-project", "private_key_id": "abc123",
    "private_key": try rsaKey.get(),
    "client_email": "push@demo-project.iam.gserviceaccount.com", "client_id": "1",
    "token_uri": "https://oauth2.googleapis.com/token",
  ]
  change(&fields)
  return [UInt8](try JSONSerialization.data(withJSONObject: fields))
}

@Suite struct ServiceAccountTests {
  private func fault(_ json: [UInt8], projectID: String? = nil) -> CredentialError? {
    do {
      _ = try ServiceAccount.check(json: json, file: "account.json", projectID: projectID)
      return nil
    } catch {
      return error as? CredentialError
    }
  }

  @Test func readsAWholeAccount() throws {
    let account = try ServiceAccount.check(
      json: serviceAccountJSON(), file: "a.json", projectID: "demo-project")
    #expect(account.projectID == "demo-project")
    #expect(account.privateKeyID == "abc123")
    #expect(account.tokenURI.host == "oauth2.googleapis.com")
    #expect(account.tokenURI.port == 443)
    #expect(account.tokenURI.path == "/token")
    #expect(account.key.kind == .rsa)
  }

  @Test(arguments: ["project_id", "private_key_id", "private_key", "client_email", "token_uri"])
  func namesTheFieldThatIsMissingOrNoText(field: String) throws {
    let missing = fault(try serviceAccountJSON { $0[field] = nil })
    #expect(missing?.code == .missingField)
    #expect(missing?.place == "account.json (\(field))")
    for value: Any in [5, "", [String](), NSNull()] {
      let bad = fault(try serviceAccountJSON { $0[field] = value })
      #expect(bad?.code == .badField)
      #expect(bad?.place == "account.json (\(field))")
    }
  }

  @Test func saysWhichFileItIsInstead() throws {
    for (json, words) in [
      (#"{"project_info":{"project_id":"x"},"client":[]}"#, "google-services.json"),
      (#"{"type":"authorized_user","client_id":"x","refresh_token":"y"}"#, "person's own"),
      (#"{"type":"external_account","audience":"x"}"#, "workload identity"),
      (#"{"type":"impersonated_service_account"}"#, "impersonation"),
      (#"{"web":{"client_secret":"x"}}"#, "web site"), (#"{"installed":{"client_id":"x"}}"#, "web site"),
      (#"{"type":"odd"}"#, "\"odd\""), (#"{"apiKey":"x","projectId":"y"}"#, "web app"),
    ] {
      let fault = fault(Array(json.utf8))
      #expect(fault?.code == .wrongFile)
      #expect(fault?.message.contains(words) == true)
    }
    #expect(fault(Array("{}".utf8))?.code == .missingField)
    #expect(fault(Array("-----BEGIN PRIVATE KEY-----".utf8))?.code == .wrongFile)
    for text in ["", "[]", "{", "<plist>", "{\"type\":\"service_account\"\u{0}}"] {
      #expect(fault(Array(text.utf8))?.code == .notJSON)
    }
  }

  @Test func namesWhatIsWrongWithTheKey() throws {
    let ec = try SigningKey.generate(.ecP256).privatePEM()
    #expect(fault(try serviceAccountJSON { $0["private_key"] = ec })?.code.rawValue == "key.wrongType")
    let escaped = try serviceAccountJSON { fields in
      fields["private_key"] = (fields["private_key"] as? String)?.replacingOccurrences(of: "\n", with: "\\n")
    }
    #expect(fault(escaped)?.code.rawValue == "key.escapedNewlines")
    #expect(fault(escaped)?.place == "account.json (private_key)")
  }

  @Test func refusesAnotherProjectThanExpected() throws {
    #expect(fault(try serviceAccountJSON(), projectID: "other")?.code == .wrongProject)
  }

  @Test func neverShowsTheKey() throws {
    let json = try serviceAccountJSON { $0["token_uri"] = "http://x" }
    let text = fault(json)?.description ?? ""
    #expect(!text.isEmpty && !text.contains("PRIVATE KEY"))
  }

  @Test func takesATokenURIApart() {
    #expect(TokenURI("https://localhost:8443/token?x=1")?.port == 8443)
    #expect(TokenURI("https://localhost:8443/token?x=1")?.path == "/token?x=1")
    #expect(TokenURI("https://[::1]:9/t")?.host == "::1")
    #expect(TokenURI("https://[::1]/t")?.port == 443)
    #expect(TokenURI("https://host")?.path == "/")
    for text in [
      "http://host/", "https://", "https:///x", "https://user@host/", "https://host:0/", "https://host:x/",
      "https://host:99999/", "https://host/#f", "https://ho st/", "https://h\r\n/", "ftp://x", "",
      "https://host:/",
    ] {
      #expect(TokenURI(text) == nil)
    }
  }

  @Test func theAssertionIsWhatGoogleWants() throws {
    let account = try ServiceAccount.check(json: serviceAccountJSON(), file: "a.json")
    let form = String(decoding: try OAuthRequest.body(account, now: 1000), as: UTF8.self)
    let parts = form.split(separator: "&")
    #expect(parts.first == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer")
    let jwt = parts[1].dropFirst("assertion=".count)
    let read = try JWT.verify(jwt.utf8, allow: [.rs256], key: .key(account.key.publicKey))
    #expect(read.header == ["alg": "RS256", "typ": "JWT", "kid": "abc123"])
    #expect(
      read.claims == [
        "iss": "push@demo-project.iam.gserviceaccount.com",
        "scope": "https://www.googleapis.com/auth/firebase.messaging",
        "aud": "https://oauth2.googleapis.com/token", "iat": 1000, "exp": 4600,
      ])
  }
}
