import Emulators
import Foundation
import Testing

/// An answer, and what a person and a program read of it.
struct SendCase: Sendable, CustomTestStringConvertible {
  var code: String
  var answer: ScenarioAnswer
  /// The message's own status, and the verdict's kind.
  var status: String
  var verdict: String
  /// As the text begins it: `400 BadTopic`.
  var headline: String
  /// Words of what it means, and of what to do.
  var meaning: String
  var advice: String

  init(
    _ code: String, _ answer: ScenarioAnswer, _ status: String, _ verdict: String, _ headline: String,
    _ meaning: String, _ advice: String
  ) {
    self.code = code
    self.answer = answer
    self.status = status
    self.verdict = verdict
    self.headline = headline
    self.meaning = meaning
    self.advice = advice
  }

  var testDescription: String { "\(code) \(answer.status)" }

  /// The rules that give each case its answer, by the number of its token.
  static func scenario(_ cases: [SendCase], token: (Int) -> String) -> Scenario {
    Scenario(
      rules: cases.enumerated().map { index, reason in
        var match = ScenarioMatch()
        match.token = token(index)
        return ScenarioRule(reason.code, match: match, actions: [.answer(reason.answer)])
      })
  }

  func check(text: Program.Ended, json: Program.Ended, token: String, provider: String) throws {
    #expect(text.exit == 1 && json.exit == 1, "\(text)")
    let line = status == "queued" ? "Stopped: \(headline): " : "1 \(status): \(headline): "
    let parked = "1 waiting: \(headline): "
    #expect(text.output.contains(line) || text.output.contains(parked), "\(text.output)")
    #expect(text.output.contains(meaning), "\(text.output)")
    #expect(text.output.contains("  to do: "), "\(text.output)")
    #expect(text.output.contains(advice), "\(text.output)")
    #expect(text.output.contains("0 of 1 accepted by \(provider)"), "\(text.output)")
    #expect(!text.output.contains("delivered"), "\(text.output)")
    #expect(!(text.output + text.errors + json.output).contains(token))
    let masked = "\(token.prefix(4))…\(token.suffix(4))"
    #expect(text.output.contains(masked), "\(text.output)")

    let message = try #require(json.lines("message").first, "\(json.output)")
    #expect(message["status"] as? String == status && message["target"] as? String == masked)
    let read = try #require(message["answer"] as? [String: Any])
    #expect(read["code"] as? String == code, "\(read)")
    #expect(read["verdict"] as? String == verdict, "\(read)")
    #expect(read["http_status"] as? Int == answer.status, "\(read)")
    #expect((read["meaning"] as? String)?.contains(meaning) == true, "\(read)")
    let summary = try #require(json.lines("summary").first)
    #expect(summary["ok"] as? Bool == false && summary["accepted"] as? Int == 0)
    #expect(summary["rejected"] as? Int == (status == "rejected" ? 1 : 0))
    #expect(summary["failed"] as? Int == (status == "failed" ? 1 : 0))
    #expect(summary["queued"] as? Int == (status == "queued" ? 1 : 0))
    #expect((summary["proves"] as? [Any])?.isEmpty == true)
    if status == "queued" {
      let held = summary["held_by"] as? [String: Any] ?? summary["parked_by"] as? [String: Any]
      #expect(held?["code"] as? String == code, "\(summary)")
      #expect((held?["advice"] as? String)?.contains(advice) == true)
    }
  }
}
