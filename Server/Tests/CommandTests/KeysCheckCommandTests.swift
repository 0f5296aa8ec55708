import Foundation
import TestSupport
import Testing

@testable import pushwire

/// Keys are made by openssl, which we did not write.
@Suite struct KeysCheckCommandTests {
  private static func openssl(_ arguments: String...) throws -> String {
    try ForeignProgram.run("openssl", arguments).output
  }

  private static func ecKey(_ curve: String = "P-256") throws -> String {
    try openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:\(curve)")
  }

  private static func rsaKey(bits: Int = 2048) throws -> String {
    try openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(bits)")
  }

  private static func account(_ key: String, changing: [String: Any] = [:]) throws -> Data {
    var fields: [String: Any] = [
      "type": "service_account", "project_id": "parcel-example", "private_key": key,
      "private_key_id": "0123456789abcdef0123456789abcdef01234567",
      "client_email": "push@parcel-example.iam.gserviceaccount.com", "client_id": "1",
      "token_uri": "https://oauth2.googleapis.com/token",
    ]
    for (name, value) in changing { fields[name] = value is NSNull ? nil : value }
    return try JSONSerialization.data(withJSONObject: fields)
  }

  private func report(_ ended: Program.Ended) -> [String: Any] {
    (ended.object["keys"] as? [[String: Any]])?.first ?? [:]
  }

  private func codes(_ ended: Program.Ended) -> [String] {
    (report(ended)["problems"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
  }

  @Test func aGoodP8IsAYesAndItsNameTellsTheKeyID() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("AuthKey_ABC123DEFG.p8", try Self.ecKey()).path
    let ended = try Program.run("keys", "check", file, "--team-id", "ABCDE12345")
    #expect(ended.exit == 0)
    #expect(ended.output.contains("APNs key, good"))
    #expect(ended.output.contains("ABC123DEFG"))
    let json = try Program.run("keys", "check", file, "--team-id=ABCDE12345", "--json")
    #expect(json.object["ok"] as? Bool == true)
    #expect(report(json)["kind"] as? String == "apns")
    #expect(report(json)["key_id"] as? String == "ABC123DEFG")
    #expect(report(json)["team_id"] as? String == "ABCDE12345")
    // openssl's digest of the public key is the same.
    let der = scratch.url.appendingPathComponent("public.der").path
    _ = try Self.openssl("pkey", "-in", file, "-pubout", "-outform", "DER", "-out", der)
    let digest = try Self.openssl("dgst", "-sha256", "-r", der).prefix(64)
    #expect(report(json)["public_key_sha256"] as? String == String(digest))
  }

  @Test func idsThatDoNotFitAreProblems() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("AuthKey_ABC123DEFG.p8", try Self.ecKey()).path
    func codes(key: String, team: String) throws -> [String] {
      let ended = try Program.run("keys", "check", file, "--key-id", key, "--team-id", team, "--json")
      #expect(ended.exit == 1)
      return self.codes(ended)
    }
    #expect(try codes(key: "abc", team: "ABCDE12345") == ["credential.keyID"])
    #expect(try codes(key: "ABC123DEFG", team: "Example Ltd") == ["credential.teamID"])
    #expect(try codes(key: "ABC123DEFG", team: "ABC123DEFG") == ["credential.swapped"])
    #expect(try codes(key: "ABCDE12345", team: "ABC123DEFG") == ["credential.swapped"])
    let renamed = try Program.run("keys", "check", file, "--key-id", "ZZZ123DEFG", "--team-id", "ABCDE12345")
    #expect(renamed.exit == 0)
    #expect(renamed.output.contains("note: The file's name says key id ABC123DEFG"))
    let unnamed = try scratch.file("push.p8", try Self.ecKey()).path
    #expect(try Program.run("keys", "check", unnamed).exit == 0)
    #expect(try Program.run("keys", "check", unnamed, "--team-id", "ABCDE12345").exit == 1)
  }

  @Test func otherKeysAreNamedForWhatTheyAre() throws {
    let scratch = try ScratchFolder()
    func code(_ name: String, _ text: String) throws -> [String] {
      let ended = try Program.run("keys", "check", try scratch.file(name, text).path, "--json")
      #expect(ended.exit == 1)
      return codes(ended)
    }
    #expect(try code("a.p8", try Self.ecKey("P-384")) == ["key.wrongCurve"])
    #expect(try code("b.p8", try Self.rsaKey()) == ["key.wrongType"])
    #expect(try code("c.p8", "hello") == ["key.notPEM"])
    #expect(try code("d.p8", "") == ["key.notPEM"])
    #expect(try code("e.p8", String(try Self.ecKey().prefix(100))) == ["key.truncated"])
  }

  @Test func aGoodServiceAccountIsAYes() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file("firebase.json", try Self.account(try Self.rsaKey())).path
    let ended = try Program.run("keys", "check", file)
    #expect(ended.exit == 0, "\(ended.output)")
    #expect(ended.output.contains("FCM service account, good"))
    let json = try Program.run("keys", "check", file, "--json")
    #expect(report(json)["project_id"] as? String == "parcel-example")
    #expect(report(json)["client_email"] as? String == "push@parcel-example.iam.gserviceaccount.com")
    #expect(report(json)["key_id"] as? String == "0123456789abcdef0123456789abcdef01234567")
  }

  @Test func otherJSONIsNamedForWhatItIs() throws {
    let scratch = try ScratchFolder()
    let key = try Self.rsaKey()
    func code(_ data: Data) throws -> [String] {
      let ended = try Program.run("keys", "check", try scratch.file("x.json", data).path, "--json")
      #expect(ended.exit == 1)
      return codes(ended)
    }
    #expect(try code(Data(#"{"project_info": {}, "client": []}"#.utf8)) == ["credential.wrongFile"])
    #expect(try code(Data(#"{"type": "authorized_user"}"#.utf8)) == ["credential.wrongFile"])
    #expect(try code(Data("{".utf8)) == ["credential.notJSON"])
    #expect(
      try code(try Self.account(key, changing: ["project_id": NSNull()])) == ["credential.missingField"])
    #expect(
      try code(try Self.account(key, changing: ["token_uri": "http://evil"])) == ["credential.badField"])
    #expect(try code(try Self.account(try Self.ecKey())) == ["key.wrongType"])
    #expect(try code(try Self.account(try Self.rsaKey(bits: 1024))) == ["key.weak"])
    #expect(try code(try Self.account("nonsense")) == ["key.notPEM"])
  }

  @Test func theProfilesKeysAreLookedForBesideIt() throws {
    let scratch = try ScratchFolder()
    try scratch.file("app/pushwire.yaml", try CheckCommandTests.example())
    let arguments = ["keys", "check", "--profile", "app/pushwire.yaml", "--json"]
    let missing = try Program.run(arguments, in: scratch.url)
    #expect(missing.exit == 3)
    #expect((missing.object["keys"] as? [Any])?.count == 2)
    try scratch.file("app/keys/AuthKey_ABC123DEFG.p8", try Self.ecKey())
    try scratch.file("app/keys/firebase.json", try Self.account(try Self.rsaKey()))
    let good = try Program.run(arguments, in: scratch.url)
    #expect(good.exit == 0, "\(good.output)")
    try scratch.file(
      "app/keys/firebase.json", try Self.account(try Self.rsaKey(), changing: ["project_id": "other"]))
    let other = try Program.run(arguments, in: scratch.url)
    #expect(other.exit == 1)
    #expect(other.output.contains("credential.wrongProject"))
  }

  @Test func usageIsChecked() throws {
    let scratch = try ScratchFolder()
    #expect(try Program.run("keys").exit == 2)
    #expect(try Program.run("keys").errors.contains("keys check"))
    #expect(try Program.run("keys", "check", "--key-id", "ABC123DEFG", in: scratch.url).exit == 2)
    #expect(try Program.run("keys", "check", "a", "b", "--key-id", "ABC123DEFG").exit == 2)
    #expect(try Program.run("keys", "check", in: scratch.url).exit == 3)
    try scratch.file("pushwire.yaml", "version: 1\nnonsense: true\n")
    #expect(try Program.run("keys", "check", in: scratch.url).exit == 2)
  }

  /// No part of a key in any output, whatever is wrong with it.
  @Test func noKeyIsEverShown() throws {
    let scratch = try ScratchFolder()
    for (index, pem) in [try Self.ecKey(), try Self.rsaKey(), try Self.ecKey("P-384")].enumerated() {
      let body = pem.split(separator: "\n").dropFirst().dropLast()
      let broken = pem.replacingOccurrences(of: "-----BEGIN", with: "----BEGIN")
      let files = [
        try scratch.file("\(index).p8", pem), try scratch.file("\(index)b.p8", broken),
        try scratch.file("\(index)c.p8", String(pem.dropLast(30))),
        try scratch.file("\(index).json", try Self.account(pem)),
        try scratch.file("\(index)b.json", try Self.account(broken)),
        try scratch.file("\(index)c.json", try Self.account(pem, changing: ["token_uri": pem, "type": pem])),
        try scratch.file("\(index)d.json", try Self.account(pem, changing: ["project_id": pem])),
      ]
      for file in files {
        for arguments in [
          ["keys", "check", file.path], ["keys", "check", file.path, "--json"], ["check", file.path],
        ] {
          let ended = try Program.run(arguments)
          let all = ended.output + ended.errors
          for line in body { #expect(!all.contains(line), "\(arguments)") }
        }
      }
    }
  }
}
