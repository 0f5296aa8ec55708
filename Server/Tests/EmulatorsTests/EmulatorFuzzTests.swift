import Foundation
import TestSupport
import Testing

@testable import Emulators

/// Random input for as long as `PUSHWIRE_FUZZ_SECONDS` says (2), from `PUSHWIRE_FUZZ_SEED`.
@Suite struct EmulatorFuzzTests {
  private static func mutated(_ start: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    let alphabet = Array("{}[]\",:01e\\u+-.x \u{e9}\u{0}\n".utf8)
    var bytes = start
    for _ in 0...random.below(4) where !bytes.isEmpty {
      let index = random.below(bytes.count)
      switch random.below(5) {
      case 0: bytes[index] = alphabet[random.below(alphabet.count)]
      case 1: bytes[index] = UInt8(truncatingIfNeeded: random.next())
      case 2: bytes.remove(at: index)
      case 3: bytes.removeSubrange(index..<min(index + random.below(8), bytes.count))
      default:
        let from = random.below(bytes.count)
        bytes.insert(contentsOf: bytes[from..<min(from + random.below(12), bytes.count)], at: index)
      }
    }
    return bytes
  }

  /// Our check and Foundation's parser have to agree where we say yes; the reader has to agree with our
  /// check, and what it writes has to read the same.
  @Test func fuzzJSON() {
    let start = Array(
      "{\"aps\":{\"alert\":{\"title\":\"é\\u00e9\\ud83d\\ude00\",\"n\":[1,-2.5e3,true,null]}},\"b\":0}".utf8)
    var accepted = 0
    Fuzz.run("fuzz JSON") { number, random in
      let bytes = Self.mutated(start, &random)
      let place: Comment = "seed \(Fuzz.seed) round \(number): \(String(decoding: bytes, as: UTF8.self))"
      let ours = bytes.withUnsafeBufferPointer { JSONSyntax.check($0) }
      if ours {
        accepted += 1
        let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        // Foundation refuses numbers that no double holds; they are JSON all the same.
        let isHuge = bytes.contains(UInt8(ascii: "e")) || bytes.contains(UInt8(ascii: "E"))
        #expect(theirs != nil || isHuge, place)
      }
      switch JSONReader.read(bytes) {
      case .success(let value):
        #expect(ours, place)
        #expect(JSONReader.read(Array(value.text.utf8)) == .success(value), place)
      case .failure(let fault):
        #expect(!ours, place)
        #expect(fault.offset <= bytes.count, place)
      }
    }
    #expect(accepted > 0)
  }

  /// Whatever comes, APNs answers with a reason of its table, under that reason's status.
  @Test func fuzzAPNsRequests() {
    var outcomes: Set<String> = []
    var bench = APNsBench()
    Fuzz.run("fuzz APNs requests") { number, random in
      var request = APNsBench.request()
      let extra = [
        ("apns-priority", "5"), ("apns-expiration", "0"),
        ("apns-collapse-id", String(repeating: "x", count: 65)),
        ("apns-id", "1"), ("apns-id", "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"), ("apns-push-type", "voip"),
      ]
      for _ in 0..<random.below(3) {
        switch random.below(6) {
        case 0: request.headers.append(extra[random.below(extra.count)])
        case 1: request.headers.remove(at: random.below(request.headers.count))
        case 2: request.body = Self.mutated(request.body, &random)
        case 3:
          request.path = String(decoding: Self.mutated(Array(request.path.utf8), &random), as: UTF8.self)
        case 4: request.body = Array(repeating: 0x20, count: random.below(6000))
        default:
          let index = random.below(request.headers.count)
          let value = Array(request.headers[index].value.utf8)
          request.headers[index].value = String(decoding: Self.mutated(value, &random), as: UTF8.self)
        }
        if request.headers.isEmpty { break }
      }
      let answer = bench.send(request)
      outcomes.insert(answer.outcome)
      let place: Comment = "seed \(Fuzz.seed) round \(number): \(answer.outcome)"
      #expect(answer.header("apns-id").map(APNsHeaders.isUUID) == true, place)
      if answer.outcome == "accepted" {
        #expect(answer.status == 200 && answer.body.isEmpty, place)
      } else {
        #expect(APNsReason(rawValue: answer.outcome).status == answer.status, place)
        #expect(answer.text == "{\"reason\":\"\(answer.outcome)\"}", place)
      }
    }
    #expect(
      outcomes.isSuperset(of: ["accepted", "InvalidProviderToken", "PayloadEmpty", "DuplicateHeaders"]))
  }

  /// Whatever comes, FCM answers with JSON whose code is the HTTP status, and names a field or a detail.
  @Test func fuzzFCMRequests() {
    var rules = FCMRules()
    rules.deviceLimit = nil
    rules.projectLimit = nil
    var bench = FCMBench(rules: rules)
    let start = Array(
      ("{\"message\":{\"token\":\"\(FCMBench.token)\",\"data\":{\"a\":\"b\"},\"android\":{\"ttl\":\"3.5s\","
        + "\"priority\":\"HIGH\",\"notification\":{\"title\":\"x\",\"notification_count\":1}},"
        + "\"apns\":{\"payload\":{\"aps\":{}}}},\"validate_only\":true}").utf8)
    var statuses: Set<Int> = []
    Fuzz.run("fuzz FCM requests") { number, random in
      let body = String(decoding: Self.mutated(start, &random), as: UTF8.self)
      let answer = bench.send(body)
      statuses.insert(answer.status)
      let place: Comment = "seed \(Fuzz.seed) round \(number): \(body)"
      if answer.status == 200 {
        #expect(answer.text.hasPrefix("{\"name\":\"projects/demo-app/messages/"), place)
      } else {
        #expect(answer.status == 400, place)
        #expect(answer.error?["code"]?.integer == 400, place)
        #expect(answer.error?["status"] == "INVALID_ARGUMENT", place)
        #expect(answer.error?["message"]?.string?.isEmpty == false, place)
      }
    }
    #expect(statuses == [200, 400])
  }

  /// A scenario file is read or refused with a place, never more.
  @Test func fuzzScenarioFiles() {
    let start = Array(
      ("{\"rules\":[{\"name\":\"a\",\"match\":{\"server\":\"fcm\",\"every\":5,\"nth\":[1]},\"actions\":[{\"delay\":5},"
        + "{\"apns\":\"Shutdown\"},{\"reset\":{\"code\":\"CANCEL\"}},\"refuse\",{\"goaway\":{\"debugData\":\"x\"}}]}]}")
        .utf8)
    var read = 0
    Fuzz.run("fuzz scenario files") { _, random in
      do throws(ScenarioError) {
        var engine = ScenarioEngine(try ScenarioFile.read(Self.mutated(start, &random)))
        _ = engine.requested(APNsBench.request(), .fcm, connection: 1)
        read += 1
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
    #expect(read > 0)
  }
}
