import Foundation
import TestSupport
import Testing

@testable import Service

@Suite struct APIDocumentTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../docs/api.md").standardized

  @Test func theDocumentIsTheRoutes() throws {
    if ProcessInfo.processInfo.environment["PUSHWIRE_WRITE_DOCS"] != nil {
      try APIDocument.markdown().write(to: Self.file, atomically: true, encoding: .utf8)
    }
    let same = try String(contentsOf: Self.file, encoding: .utf8) == APIDocument.markdown()
    #expect(
      same, "docs/api.md is not the table's: PUSHWIRE_WRITE_DOCS=1 swift test --filter theDocumentIsTheRoutes"
    )
  }

  @Test func everyRouteAndEveryProblemIsInIt() {
    let text = APIDocument.markdown()
    for route in Route.allCases { #expect(text.contains("`\(route.method.rawValue) \(route.pattern)`")) }
    for code in Problem.Code.allCases { #expect(text.contains("| `\(code.rawValue)` | \(code.status) |")) }
  }

  /// Each line for a shell, as it stands, against a running server.
  @Test(.enabled(if: ForeignProgram.isInstalled("curl", "bash", "sed")))
  func everyLineWorks() throws {
    let front = try FrontStage(
      try ServerStage {
        $0.metrics = { Array("up 1\n".utf8) }
        $0.topics = FakeTeller()
      })
    let key = try front.stage.key([.admin])
    try front.stage.ticketSecret()
    let text = APIDocument.markdown()
    let blocks = text.components(separatedBy: "```\n").enumerated().compactMap { place, block in
      place % 2 == 1 || block.hasPrefix("curl") ? block : nil
    }.filter { $0.hasPrefix("curl") }
    #expect(blocks.count == Route.allCases.count)
    let ticket = try #require(text.range(of: "TICKET=$(curl")).lowerBound
    let line = text[ticket...].prefix { $0 != "`" }
    // A notification can be cancelled, and logging out comes, when all else was tried.
    let ordered =
      blocks.filter { $0.contains("/tickets") || $0.contains("PUT") }
      + blocks.filter {
        !($0.contains("/tickets") || $0.contains("PUT") || $0.contains("logout") || $0.contains("DELETE"))
      }
      + blocks.filter { $0.contains("DELETE") || $0.contains("logout") }
    var script = "set -eu\nSECRET=0123456789abcdef0123456789abcdef\n\(line)\n"
    for block in ordered {
      script +=
        block.trimmingCharacters(in: .whitespacesAndNewlines) + " \\\n  -o answer -w '%{http_code} '\n"
      script += "head -c 300 answer; echo\n"
    }
    var environment = ProcessInfo.processInfo.environment
    environment["PUSHWIRE"] = front.base
    environment["KEY"] = key
    environment["APP"] = ServerStage.appID
    let ended = try ForeignProgram.run("bash", ["-c", script], environment: environment, joins: true)
    #expect(ended.status == 0, "\(ended.output)")
    let answers = ended.output.split(separator: "\n").filter { $0.first?.isNumber == true }
    #expect(answers.count == ordered.count, "\(ended.output)")
    for (answer, block) in zip(answers, ordered) {
      #expect(answer.hasPrefix("20"), "\(block): \(answer)")
    }
    let shown = ended.output
    #expect(shown.contains(#""binding":"bound""#) && shown.contains(#""stored":"#))
  }
}
