import AppFacts
import Foundation
import PushCrypto
import TestSupport
import Testing

@testable import Inspect

struct SecretSearchTests {
  private func kinds(
    _ text: String, _ file: String = "Parcel/Config.swift", isShipped: Bool = false
  ) -> [SecretSighting.Kind] {
    SecretSearch.scan(Array(text.utf8), Place(file), isShipped: isShipped).map(\.kind)
  }
  private func key(_ recipe: String) throws -> String {
    let folder = try ScratchFolder()
    let path = try ExampleStage.write("key.p8", recipe, in: folder.url)
    return try String(contentsOfFile: path, encoding: .utf8)
  }
  private static func hex(_ count: Int, _ random: inout SeededRandom) -> String {
    String((0..<count).map { _ in random.pick(Array("0123456789abcdef")) })
  }

  @Test func aPushKeyIsFoundInWhateverForm() throws {
    let pem = try key("p256")
    #expect(kinds(pem, "notes.txt") == [.privateKey])
    #expect(kinds("let key = \"\"\"\n" + pem + "\"\"\"\n") == [.privateKey])
    let escaped = pem.replacingOccurrences(of: "\n", with: "\\n")
    #expect(kinds("KEY = \"\(escaped)\"") == [.privateKey])
    let lines = pem.split(separator: "\n").map { "  \"\($0)\\n\"" }.joined(separator: "\n")
    #expect(kinds("static const char *key =\n\(lines);\n") == [.privateKey])
    let found = SecretSearch.scan(Array(("\n\n " + pem).utf8), Place("a"), isShipped: false)
    #expect(found.first?.place == Place("a", line: 3, column: 2, offset: 3))
    #expect(!"\(found)".contains(pem.split(separator: "\n")[1]))
  }

  @Test func keysOfOtherThingsCountOnlyInAnApp() throws {
    for recipe in ["rsa", "sec1"] {
      let pem = try key(recipe)
      #expect(kinds(pem, "certs/localhost.key").isEmpty)
      #expect(kinds(pem, "Parcel.ipa!Payload/Parcel.app/client.pem", isShipped: true) == [.privateKey])
    }
    #expect(kinds(try key("public"), isShipped: true).isEmpty)
    #expect(kinds(try key("certificate"), isShipped: true).isEmpty)
    #expect(kinds(try key("encrypted"), isShipped: true).isEmpty)
  }

  @Test func aServiceAccountIsOne() throws {
    let pem = try key("rsa").replacingOccurrences(of: "\n", with: "\\n")
    #expect(
      kinds("{\"type\":\"service_account\",\"private_key\": \"\(pem)\"}", "a.json") == [.serviceAccount])
    let shown = "{\"private_key\": \"-----BEGIN PRIVATE KEY-----\\nMIIE…\\n-----END PRIVATE KEY-----\"}"
    #expect(kinds(shown, "a.json").isEmpty)
  }

  @Test func aProviderTokenIsOne() throws {
    let signer = JWT.Signer.key(try SigningKey.generate(.ecP256))
    let token = try JWT.sign(["iss": "ABCDE12345", "iat": 1_796_058_000], keyID: "ABC123DEFG", by: signer)
    #expect(kinds("curl -H 'authorization: bearer \(token)'", "push.sh") == [.providerToken])
    // A session's token, and one without a real signature.
    let session = try JWT.sign(
      ["iss": "https://parcel.example", "sub": "1", "iat": 1, "exp": 2], keyID: "k1", by: signer)
    #expect(kinds("let jwt = \"\(session)\"").isEmpty)
    #expect(kinds("let jwt = \"\(CaptureReaderTests.jwt)\"").isEmpty)
  }

  @Test func aLegacyServerKeyIsOne() {
    var random = SeededRandom(seed: 7)
    let letters = Array("ABCDEFGHIJabcdefghij0123456789-_")
    let tail = String((0..<135).map { _ in random.pick(letters) })
    #expect(kinds("key=AAAAabcdefg:APA91\(tail)") == [.legacyServerKey])
    // A registration token of a device is none, and a cut one neither.
    #expect(kinds("token = \"dQw4w9WgXcQ:APA91\(tail)\"").isEmpty)
    #expect(kinds("key=AAAAabcdefg:APA91\(tail.dropLast(9))").isEmpty)
    #expect(kinds("AAAAB3NzaC1yc2EAAAADAQABAAABgQ").isEmpty)
  }

  @Test func aWholeDeviceTokenIsOne() {
    var random = SeededRandom(seed: 8)
    let token = Self.hex(64, &random)
    #expect(kinds("let deviceToken = \"\(token)\"") == [.deviceToken])
    #expect(kinds("I push: device token: \(token)\n", "app.log") == [.deviceToken])
    #expect(kinds("https://api.push.apple.com/3/device/\(token)", "push.sh") == [.deviceToken])
    #expect(kinds("apns_token=\(token.uppercased())") == [.deviceToken])
  }

  @Test func whatOnlyLooksLikeATokenIsNone() {
    var random = SeededRandom(seed: 9)
    let hex = Self.hex(64, &random)
    for line in [
      "sha256 = \"\(hex)\"", "checksum: \"\(hex)\"", "commit \(hex)", "\"\(hex)\"", "token: \(hex)",
      "csrfToken = \"\(hex)\"", "let deviceTokenHash = \"\(hex)\"", "deviceToken = \"\(hex)0\"",
      "deviceToken = \"\(hex.prefix(40))\"", "deviceToken = \"\(String(repeating: "ab12cd34", count: 8))\"",
      "deviceToken = \"\(String(repeating: "0", count: 64))\"",
      "deviceToken = \"\(String(repeating: "0123456789abcdef", count: 4))\"",
      "/3/device/00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0",
    ] {
      #expect(kinds(line).isEmpty, "\(line)")
    }
    #expect(kinds("let deviceToken = \"\(hex)\"", "ParcelTests/PushTests.swift").isEmpty)
    #expect(kinds("let deviceToken = \"\(hex)\"", "Pods/Push/Push.swift").isEmpty)
  }

  @Test func bytesThatAreNoTextGiveOffsets() throws {
    var bytes: [UInt8] = [0, 1, 2, 0]
    bytes += Array(try key("p256").utf8)
    let found = SecretSearch.scan(bytes, Place("Parcel.app/Parcel"), isShipped: true)
    #expect(found.first?.place == Place("Parcel.app/Parcel", offset: 4))
  }

  @Test func aFileFullOfThemEnds() throws {
    let pem = try key("p256")
    #expect(kinds(String(repeating: pem, count: 500)).count == SecretSearch.limit)
    // Long runs that start as something: in time linear in them.
    for run in ["eyJ", "AAAA", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----", "ab", "/3/device/"] {
      #expect(kinds(String(repeating: run, count: 200_000 / run.count)).isEmpty)
    }
  }

  @Test func fuzzSecretSearch() throws {
    let signer = JWT.Signer.key(try SigningKey.generate(.ecP256))
    let token = try JWT.sign(["iss": "ABCDE12345", "iat": 1], keyID: "ABC123DEFG", by: signer)
    let made = [try key("p256"), try key("rsa"), "bearer \(token)"].map { Array($0.utf8) }
    let corpus = try ByteMutator.corpus("secrets")
    try #require(corpus.count >= 5)
    let mutator = ByteMutator(
      corpus: corpus + made,
      words: [
        "-----BEGIN ", "PRIVATE KEY-----", "\\n", "eyJ", ".", "AAAA", ":APA91", "/3/device/", "deviceToken",
      ])
    var hits = 0
    let rounds = Fuzz.run("fuzz secret search") { round, random in
      let bytes = round < mutator.corpus.count ? mutator.corpus[round] : mutator.next(&random)
      let found = SecretSearch.scan(bytes, Place("a"), isShipped: random.chance(2))
      hits += found.count
      #expect(found.count <= SecretSearch.limit)
      for sighting in found {
        #expect(sighting.place.offset ?? -1 >= 0 && sighting.place.offset ?? 0 < bytes.count)
      }
    }
    #expect(rounds > 10 && hits > 0)
  }
}
