import Foundation
import Testing

@testable import Service

@Suite struct ProblemTests {
  @Test func everyCodeIsWhole() {
    var titles: Set<String> = []
    for code in Problem.Code.allCases {
      #expect((400...599).contains(code.status))
      #expect(titles.insert(code.title).inserted, "\(code.rawValue)")
      #expect(code.advice.hasSuffix("."), "\(code.rawValue)")
      #expect(!code.title.hasSuffix("."))
      #expect(code.rawValue.utf8.allSatisfy { (97...122).contains($0) || $0 == 95 })
      // What is worth another try says when; what must be changed first does not.
      #expect((code.retryAfter != nil) == (code.status == 429 || code.status == 503 || code.status == 500))
      #expect((code.level == .error) == [.internalError, .storeUnavailable].contains(code))
    }
  }

  @Test func theDocumentIsRFC9457() throws {
    var problem = Problem(.staleGeneration, "The stored generation is 7.", field: "/generation")
    problem.generation = 7
    problem.reason = "secret"
    let answer = problem.answer
    #expect(answer.contentType == "application/problem+json")
    let reply = Reply(answer)
    #expect(reply.status == 409 && reply.integer("status") == 409)
    #expect(reply.string("type") == "urn:pushwire:problem:stale_generation")
    #expect(reply.code == "stale_generation" && reply.field == "/generation")
    #expect(reply.integer("current_generation") == 7)
    #expect(reply.string("hint")?.isEmpty == false)
    #expect(!reply.text.contains("secret"))
    #expect(Reply(Problem(.busy, "x").answer).headers["Retry-After"] == "1")
    #expect(Reply(Problem(.busy, "x", retryAfter: 9).answer).headers["Retry-After"] == "9")
  }

  @Test func theFrontsOwnAnswersAreProblemsToo() {
    for status in [400, 413, 431, 500, 501, 503] { #expect(Problem.ofFront(status).code.status == status) }
  }
}
