import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

struct MessageReadersTests {
  private func file(_ text: String, _ name: String, isGiven: Bool = true) -> InputFile {
    let bytes = Array(text.utf8)
    return InputFile(Place(name), path: nil, head: bytes, size: bytes.count, isGiven: isGiven)
  }
  private func read(_ text: String, _ name: String, isGiven: Bool = true) -> AuditFacts? {
    var facts = AuditFacts()
    let file = file(text, name, isGiven: isGiven)
    guard let reader = Readers.messages.first(where: { $0.claims(file) }) else { return nil }
    reader.read(file, InspectLimits(), into: &facts)
    return facts
  }

  @Test func jsonIsToldApartByItsContent() {
    #expect(read("{\"aps\":{\"alert\":\"a\"}}", "order.json")?.payloads.count == 1)
    #expect(read("{\"message\":{\"topic\":\"x\",\"data\":{}}}", "m.json")?.fcmBodies.count == 1)
    #expect(read("{\"to\":\"x\",\"notification\":{}}", "m.json")?.fcmBodies.count == 1)
    #expect(read("{\"name\":\"x\",\"version\":\"1\"}", "package.json") == nil)
    #expect(read("{\"message\":\"hello\"}", "log.json") == nil)
    #expect(read("[1,2]", "list.json") == nil)
  }

  @Test func aMessageWithoutItsRequestIsOneToo() throws {
    for text in ["{\"topic\":\"x\",\"data\":{\"a\":\"b\"}}", "{\"notification\":{\"title\":\"a\"}}"] {
      let body = try #require(read(text, "m.json")?.fcmBodies.first)
      #expect(body.message?.isObject == true)
    }
    #expect(read("{\"topic\":\"x\",\"data\":{}}", "m.json", isGiven: false) == nil)
  }

  @Test func anAnswerAsLibrariesLogIt() throws {
    let text = "{\"device\":\"…\",\"status\":\"400\",\"response\":{\"reason\":\"BadDeviceToken\"}}"
    let answer = try #require(read(text, "log.json")?.captures.first?.answer)
    #expect(answer.status == 400 && answer.reason?.value == "BadDeviceToken")
  }

  @Test func muchJSONOfAFolderIsNotReadToDecide() {
    let text = "{\"aps\":{}, \"x\":\"" + String(repeating: "a", count: 70_000) + "\"}"
    #expect(read(text, "App/big.json", isGiven: false) == nil)
    #expect(read(text, "App/big.json")?.payloads.count == 1)
  }

  @Test func brokenJSONIsAPayloadOnlyWhereItWasGiven() {
    let given = read("{\"aps\":{\"alert\":\"a\",}}", "order.json")
    #expect(given?.payloads.first?.problem?.place.column == 21 && given?.payloads.first?.tree == nil)
    #expect(read("{\"aps\":{\"alert\":\"a\",}}", "order.json", isGiven: false) == nil)
    #expect(read("no JSON", "order.apns", isGiven: false)?.payloads.first?.problem != nil)
  }

  @Test func foldersOfTestsAreNoPayloads() {
    let text = "{\"aps\":{\"alert\":1}}"
    #expect(read(text, "App/Tests/Fixtures/bad.json", isGiven: false) == nil)
    #expect(read(text, "App/Payloads/order.json", isGiven: false)?.payloads.count == 1)
    // Beside a key of the same name, aps may be anything in somebody's JSON.
    #expect(read("{\"aps\": 3}", "App/config.json", isGiven: false) == nil)
  }

  @Test func sizeIsThatOfTheJSON() {
    #expect(read("{\"aps\":{}}\n\n", "order.apns")?.payloads.first?.size == 10)
  }

  @Test(arguments: [
    ("p256", "p256"), ("p384", "otherKey(\"a curve that is not P-256\")"), ("rsa", "otherKey(\"RSA\")"),
    ("sec1", "otherPEM(\"EC PRIVATE KEY\")"), ("certificate", "otherPEM(\"CERTIFICATE\")"),
    ("public", "otherPEM(\"PUBLIC KEY\")"), ("encrypted", "otherPEM(\"ENCRYPTED PRIVATE KEY\")"),
  ])
  func keysAreNamed(recipe: String, expected: String) throws {
    let folder = try ScratchFolder()
    let path = try ExampleStage.write("AuthKey_ABC123DEFG.p8", recipe, in: folder.url)
    let facts = Inspector().read([path])
    let key = try #require(facts.providerKeys.first)
    #expect("\(key.content)".hasSuffix(expected))
    #expect(key.keyIDInName == "ABC123DEFG")
    #expect(!"\(facts)".contains("BEGIN"))
  }

  @Test func garbageIsUnreadable() throws {
    let folder = try ScratchFolder()
    let path = try ExampleStage.write("key.p8", "garbage", in: folder.url)
    let key = try #require(Inspector().read([path]).providerKeys.first)
    guard case .unreadable(let why) = key.content else {
      Issue.record("\(key.content)")
      return
    }
    #expect(!why.isEmpty && key.keyIDInName == nil)
  }

  @Test func aProfileGivesItsPlaces() throws {
    let text = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../contract/examples/parcel.yaml"), encoding: .utf8)
    let facts = try #require(read(text, "pushwire.yaml"))
    let profile = try #require(facts.pushwireProfiles.first)
    #expect(profile.errors == 0 && profile.profile?.classes.count == 4)
    let line = try #require(profile.places["classes.order_shipped"]?.line)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false)[line - 1] == "  order_shipped:")
    let broken = try #require(read("version: 1\nclasses: 3\n", "pushwire.yaml"))
    #expect(broken.pushwireProfiles.first?.profile == nil && broken.pushwireProfiles.first?.errors ?? 0 > 0)
  }

  @Test func datesOfHTTP() {
    #expect(HTTPDate.milliseconds("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
    #expect(HTTPDate.milliseconds("Tue, 29 Feb 2028 12:30:45 GMT") == 1_835_440_245_000)
    #expect(HTTPDate.milliseconds("yesterday") == nil)
  }
}
