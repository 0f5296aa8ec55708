import Foundation
import PushContract
import Testing

@testable import ProfileFile

/// `contract/findings.txt`: the example with edits, and what `check` says, word for word.
struct FindingsTests {
  struct Case {
    var name: String
    var edits: [(old: String, new: String)] = []
    var lines: [String] = []
    var findings: [String] = []
  }

  static let path = Parcel.root + "/contract/findings.txt"

  @Test func checkSaysWhatTheFileSays() throws {
    let text = String(decoding: try FileContents.read(Self.path), as: UTF8.self)
    let (head, cases) = Self.parse(text)
    #expect(cases.count > 80)
    var renewed = head
    for item in cases {
      let found = try Self.findings(item)
      if ProcessInfo.processInfo.environment["PUSHWIRE_RENEW"] == nil {
        #expect(found == item.findings, "== \(item.name)")
        #expect(!found.isEmpty, "== \(item.name) finds nothing")
      }
      renewed += ["== " + item.name] + item.lines + found + [""]
    }
    if ProcessInfo.processInfo.environment["PUSHWIRE_RENEW"] != nil {
      try renewed.joined(separator: "\n").write(toFile: Self.path, atomically: true, encoding: .utf8)
    }
  }

  @Test func everyRuleIsSeenAtWork() throws {
    let text = String(decoding: try FileContents.read(Self.path), as: UTF8.self)
    for rule in ProfileRules.validity + ProfileRules.advice {
      let shown = ": \(rule.severity.rawValue): "
      let isSeen = text.split(separator: "\n").contains {
        $0.contains(shown) && $0.hasSuffix("[\(rule.code.rawValue)]")
      }
      #expect(isSeen || Self.elsewhere.contains(rule.code.rawValue), "\(rule.code.rawValue)")
    }
  }

  @Test func codesAreGivenOnce() {
    let codes = (ProfileRules.validity + ProfileRules.advice).map(\.code)
    #expect(Set(codes).count == codes.count)
  }

  /// Rules that need more than an edit of the example; see `RulesTests`.
  static let elsewhere: Set<String> = ["too-many-collapse-keys", "no-classes", "placeholder"]

  static func cases() throws -> [Case] {
    parse(String(decoding: try FileContents.read(path), as: UTF8.self)).cases
  }

  private static func findings(_ item: Case) throws -> [String] {
    let reading = try ProfileFile.read(bytes: Array(try text(item).utf8), file: "p")
    return reading.checked().flatMap { $0.description.split(separator: "\n").map(String.init) }
  }

  /// The example with a case's edits.
  static func text(_ item: Case) throws -> String {
    var text = "\n" + (try Parcel.text())
    for edit in item.edits {
      guard let range = text.range(of: "\n" + edit.old) else {
        throw Parcel.Missing(description: "== \(item.name): not in the example: \(edit.old)")
      }
      text.replaceSubrange(range, with: "\n" + edit.new)
    }
    return String(text.dropFirst())
  }

  private static func parse(_ text: String) -> (head: [String], cases: [Case]) {
    var head: [String] = []
    var cases: [Case] = []
    var inNew = true
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("== ") {
        cases.append(Case(name: String(line.dropFirst(3))))
        inNew = true
      } else if cases.isEmpty {
        head.append(line)
      } else if line.hasPrefix("-") || line.hasPrefix("+") {
        var item = cases.removeLast()
        item.lines.append(line)
        if line.hasPrefix("-"), inNew { item.edits.append((old: "", new: "")) }
        inNew = line.hasPrefix("+")
        let content = String(line.dropFirst()) + "\n"
        var edit = item.edits.removeLast()
        if inNew { edit.new += content } else { edit.old += content }
        item.edits.append(edit)
        cases.append(item)
      } else if !line.isEmpty {
        cases[cases.count - 1].findings.append(line)
      }
    }
    return (head, cases)
  }
}
