@testable import Providers
import Bytes
import TestSupport
import Testing

@Suite struct TopicAnswerTests {
  private func read(_ status: Int, _ body: String, count: Int, retryAfter: Int? = nil) -> TopicAnswer {
    Array(body.utf8).withUnsafeBufferPointer {
      TopicAnswer.read(status: status, body: $0, count: count, retryAfter: retryAfter)
    }
  }

  @Test func resultsStandByPosition() {
    let body = "{\"x\":[1],\"results\":[{},{\"error\":\"NOT_FOUND\"},{\"more\":{},\"error\":\"INTERNAL\"}]}"
    #expect(read(200, body, count: 3) == .results([.done, .failed("NOT_FOUND"), .failed("INTERNAL")]))
    #expect(read(200, "{\"results\":[{\"error\":{}}]}", count: 1) == .results([.failed("UNKNOWN")]))
  }

  @Test(arguments: [
    "", "{}", "[]", "{\"results\":{}}", "{\"results\":[{}]} x", "{\"results\":[{},{}]}", "{\"results\":[1]}",
    "{\"results\":[{}", "<html>",
  ])
  func anAnswerThatDoesNotFitIsNotBelieved(_ body: String) {
    guard case .refused(let verdict, nil) = read(200, body, count: 1) else {
      Issue.record("believed: \(body)")
      return
    }
    #expect(verdict.kind == .unknown)
  }

  @Test func aRefusalKeepsItsWord() {
    guard
      case .refused(let verdict, "RESOURCE_EXHAUSTED") = read(
        429, "{\"error\":\"RESOURCE_EXHAUSTED\"}", count: 3, retryAfter: 7)
    else {
      Issue.record("no refusal")
      return
    }
    #expect(verdict.kind == .throttled)
    #expect(verdict.retryAfter == 7)
    let kinds: [(Int, Verdict.Kind)] = [
      (401, .credentialExpired), (403, .credentialRefused), (503, .unavailable), (400, .messageInvalid),
      (404, .unknown),
    ]
    for (status, kind) in kinds {
      guard case .refused(let verdict, _) = read(status, "", count: 1) else {
        Issue.record("no refusal for \(status)")
        continue
      }
      #expect(verdict.kind == kind)
      #expect(Int(verdict.status) == status)
    }
  }

  @Test func theBodyNamesTopicAndTokens() {
    var out = ByteBuffer(capacity: 64)
    TopicChange.write(topic: "news", tokens: ["a", "b\""], into: &out)
    #expect(
      String(decoding: out.bytes, as: UTF8.self)
        == "{\"to\":\"/topics/news\",\"registration_tokens\":[\"a\",\"b\\\"\"]}")
  }

  @Test func eachPositionGoesItsOwnWay() {
    func step(_ word: String, attempt: Int = 1, random: UInt64 = .max) -> TopicStep {
      TopicStep(.failed(word), attempt: attempt, random: random)
    }
    #expect(TopicStep(.done, attempt: 1, random: 0) == .done)
    #expect(step("NOT_FOUND") == .tokenDead)
    for word in ["INVALID_ARGUMENT", "TOO_MANY_TOPICS", "PERMISSION_DENIED"] {
      #expect(step(word) == .failed(word))
    }
    #expect(step("INTERNAL") == .again(after: 2000, "INTERNAL"))
    #expect(step("INTERNAL", random: 0) == .again(after: 1000, "INTERNAL"))
    #expect(step("RESOURCE_EXHAUSTED", attempt: 5) == .again(after: 32_000, "RESOURCE_EXHAUSTED"))
    #expect(step("INTERNAL", attempt: 90) == .again(after: 600_000, "INTERNAL"))
    #expect(step("WHAT", attempt: 4) == .again(after: 16_000, "WHAT"))
    #expect(step("WHAT", attempt: 5) == .failed("WHAT"))
  }

  @Test func aRefusedCallIsTriedAgainUnlessItIsWrong() {
    func step(_ kind: Verdict.Kind, retryAfter: Int32 = -1) -> TopicStep {
      TopicStep(
        refused: Verdict(kind: kind, reason: ReasonID(unknown: "W"), retryAfter: retryAfter), word: nil,
        attempt: 1, random: 0)
    }
    #expect(step(.messageInvalid) == .failed("W"))
    #expect(step(.unavailable) == .again(after: 1000, "W"))
    #expect(step(.throttled, retryAfter: 9) == .again(after: 9000, "W"))
    #expect(step(.credentialRefused) == .again(after: 1000, "W"))
  }

  /// Whatever comes, there is a result for each token or none at all.
  @Test func fuzzAnswers() {
    let start = Array("{\"results\":[{},{\"error\":\"NOT_FOUND\"},{}],\"x\":[[1]]}".utf8)
    var believed = 0
    let rounds = Fuzz.run("topic answers") { number, random in
      var body = start
      for _ in 0..<Int.random(in: 0...3, using: &random) where !body.isEmpty {
        let at = Int.random(in: 0..<body.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: body[at] = Array("{}[]\":,x".utf8).randomElement(using: &random) ?? 0
        case 1: body.remove(at: at)
        case 2: body.insert(contentsOf: body[at...].prefix(12), at: at)
        default: body.removeSubrange(at...)
        }
      }
      let answer = body.withUnsafeBufferPointer { TopicAnswer.read(status: 200, body: $0, count: 3) }
      if case .results(let results) = answer {
        believed += 1
        #expect(results.count == 3)
        let isJSON = body.withUnsafeBufferPointer { (try? JSONScanner.validate($0)) != nil }
        #expect(isJSON, "seed \(Fuzz.seed) round \(number): \(String(decoding: body, as: UTF8.self))")
      }
    }
    #expect(believed > 0 && rounds > 10)
  }
}
