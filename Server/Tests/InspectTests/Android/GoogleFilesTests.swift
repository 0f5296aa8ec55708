import AppFacts
import Foundation
import PushCrypto
import TestSupport
import Testing

@testable import Inspect

struct GoogleFilesTests {
  static let services = """
    {
      "project_info": { "project_number": "123456789012", "project_id": "parcel-push" },
      "client": [
        { "client_info": {
            "mobilesdk_app_id": "1:123456789012:android:0a1b2c",
            "android_client_info": { "package_name": "dev.pushwire.parcel" } },
          "api_key": [ { "current_key": "made-up" } ] }
      ],
      "configuration_version": "1"
    }
    """

  private func read(_ text: String, as name: String) throws -> AuditFacts {
    let folder = try ScratchFolder()
    return Inspector().read([try folder.file(name, text).path])
  }

  @Test func googleServicesIsReadWithPlaces() throws {
    let facts = try read(Self.services, as: "google-services.json")
    let file = try #require(facts.googleServices.first)
    #expect(file.projectNumber?.value == "123456789012" && file.projectNumber?.place.line == 2)
    #expect(file.projectID?.value == "parcel-push")
    #expect(file.clients.first?.package?.value == "dev.pushwire.parcel")
    #expect(file.clients.first?.package?.place.line == 6)
    #expect(file.clients.first?.appID?.value == "1:123456789012:android:0a1b2c")
    #expect(facts.inputs.first?.summary == "parcel-push, dev.pushwire.parcel")
    // Under another name, where the person gives it.
    #expect(try read(Self.services, as: "debug.json").googleServices.count == 1)
  }

  @Test func whatIsNoneIsUnreadable() throws {
    for text in ["", "{", "{}", "[]", "{\"project_info\": {}, \"client\": []}"] {
      let facts = try read(text, as: "google-services.json")
      #expect(facts.unreadable.count == 1 && facts.googleServices.isEmpty, "\(text)")
    }
  }

  /// A service account as Google writes it, with this key.
  private func account(_ key: String, changed: (inout [String: String]) -> Void = { _ in }) throws -> String {
    var fields = [
      "type": "service_account", "project_id": "parcel-push", "private_key_id": "abc", "private_key": key,
      "client_email": "push@parcel-push.iam.gserviceaccount.com", "client_id": "1",
      "token_uri": "https://oauth2.googleapis.com/token",
    ]
    changed(&fields)
    return String(decoding: try JSONSerialization.data(withJSONObject: fields), as: UTF8.self)
  }

  private func problems(_ text: String) throws -> [String] {
    let facts = try read(text, as: "parcel-push-1a2b.json")
    return try #require(facts.serviceAccounts.first, "\(facts.inputs)").problems.map(\.value).sorted()
  }

  @Test func aServiceAccountIsReadAndItsKeyNotKept() throws {
    let key = try SigningKey.generate(.rsa).privatePEM()
    let facts = try read(try account(key), as: "parcel-push-1a2b.json")
    let found = try #require(facts.serviceAccounts.first)
    #expect(found.problems == [] && found.projectID?.value == "parcel-push")
    #expect(!"\(facts)".contains("PRIVATE KEY"))
    let line = try #require(key.split(separator: "\n").dropFirst(2).first)
    #expect(!"\(facts)".contains(line))
  }

  @Test func anAccountInATreeIsASecret() throws {
    let key = try SigningKey.generate(.rsa).privatePEM()
    let folder = try ScratchFolder()
    try folder.file("server/push.json", try account(key))
    try folder.file("server/tests/push.json", try account(key))
    let facts = Inspector().read([folder.path])
    #expect(facts.serviceAccounts.count == 1 && facts.secrets.count == 1)
    #expect(facts.secrets.first?.isShipped == false)
  }

  @Test func whatAnAccountLacksIsNamed() throws {
    let key = try SigningKey.generate(.rsa).privatePEM()
    #expect(
      try problems(try account(key) { ($0["token_uri"], $0["project_id"]) = (nil, "") })
        == ["project_id is empty", "token_uri is missing"])
    #expect(try problems(try account(key) { $0["type"] = "x" }) == ["type is not service_account"])
    let elliptic = try SigningKey.generate(.ecP256).privatePEM()
    #expect(try problems(try account(elliptic)) == ["private_key is no RSA key that can be read"])
    let cut = String(key.prefix(key.count / 2))
    #expect(try problems(try account(cut)) == ["private_key is no RSA key that can be read"])
    let escaped = key.replacingOccurrences(of: "\n", with: "\\n")
    #expect(try problems(try account(escaped)).first?.contains("written out twice") == true)
    // Cut out by hand.
    let removed = "-----BEGIN PRIVATE KEY-----\nREMOVED\n-----END PRIVATE KEY-----\n"
    #expect(try problems(try account(removed)) == [])
  }
}
