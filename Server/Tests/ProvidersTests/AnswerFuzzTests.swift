@testable import Providers
import TestSupport
import Testing

/// Answers of any shape: nothing may crash, and a token may only go by a whole, right reason.
@Suite struct AnswerFuzzTests {
  private static let seeds = [
    "{\"reason\":\"Unregistered\",\"timestamp\":1700000000123}", "{\"reason\":\"BadDeviceToken\"}", "",
    "<html>",
    "{\"error\":{\"code\":404,\"status\":\"NOT_FOUND\",\"details\":[{\"@type\":\"x.FcmError\",\"errorCode\":\"UNREGISTERED\"}]}}",
    "{\"error\":{\"status\":\"INVALID_ARGUMENT\",\"details\":[{\"fieldViolations\":[{\"field\":\"message.token\"}]}]}}",
    "{\"error\":{\"details\":[[[[[[{}]]]]]]}}", "{\"reason\":\"\\ud83d\\ude00\",\"timestamp\":-1e999}",
  ]

  @Test func answersNeverTrap() {
    // The process keeps a bounded list of unknown words; other tests need room in it too.
    var words = 300
    let rounds = Fuzz.run("Answer fuzz") { _, random in
      var body = Array(Self.seeds[Int.random(in: 0..<Self.seeds.count, using: &random)].utf8)
      for _ in 0..<Int.random(in: 0...6, using: &random) where !body.isEmpty {
        let at = Int.random(in: 0..<body.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: body[at] = UInt8.random(in: 0...255, using: &random)
        case 1: body.remove(at: at)
        case 2: body.insert(contentsOf: body[at...].prefix(9), at: at)
        default: body.removeSubrange(at...)
        }
      }
      let status = Int.random(in: -10...70_000, using: &random) % 600
      body.withUnsafeBufferPointer { bytes in
        if namesUnknownWord(bytes) {
          words -= 1
          if words < 0 { return }
        }
        let first = APNsAnswer.verdict(status: status, body: bytes, tokenAge: Int(random.next() % 5000))
        #expect(first.kind != .tokenDead || status == 410)
        #expect(Int(first.status) == status)
        let second = FCMAnswer.verdict(status: status, body: bytes)
        #expect(second.kind != .tokenDead || status == 404)
        _ = first.sentence + second.sentence
      }
    }
    #expect(rounds > 10)
  }

  private func namesUnknownWord(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if let body = APNsBody(bytes), body.withReason({ ReasonCatalogue.row(.apns, $0) }) == nil { return true }
    guard let body = FCMBody(bytes) else { return false }
    let words = [body.status, body.errorCode, body.infoReason, body.apnsReason].compactMap { $0 }
    return !body.fields.allSatisfy { $0 == "message.token" }
      || words.contains { ReasonCatalogue.row(.fcm, $0) == nil }
  }
}
