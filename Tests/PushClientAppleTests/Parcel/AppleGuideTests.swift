import Foundation
import Testing

/// The code of docs/ios.md and docs/macos.md is the example apps': compiled here, and run by `ParcelAppTests`.
struct AppleGuideTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardized

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Without blanks at either end, and without the lines that keep `@main` out of a test.
  private static func lines(_ text: String) -> [String] {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && $0 != "#if !WITHOUT_MAIN" && $0 != "#endif" }
  }

  private static func blocks(_ guide: String, _ language: String) -> [[String]] {
    guide.components(separatedBy: "```\(language)\n").dropFirst()
      .map { lines($0.components(separatedBy: "```")[0]) }
  }

  private static func sources() throws -> [String: [[String]]] {
    var found: [String: [[String]]] = [:]
    let kinds = ["swift": "swift", "py": "python", "plist": "xml", "entitlements": "xml"]
    let examples = root.appendingPathComponent("Examples")
    for path in try FileManager.default.subpathsOfDirectory(atPath: examples.path).sorted() {
      guard let kind = kinds[URL(fileURLWithPath: path).pathExtension] else { continue }
      found[kind, default: []].append(lines(try text("Examples/" + path)))
    }
    return found
  }

  @Test(arguments: [("docs/ios.md", 14), ("docs/macos.md", 2)])
  func everyBlockIsOfACompiledSource(_ path: String, _ atLeast: Int) throws {
    let guide = try Self.text(path)
    let sources = try Self.sources()
    var count = 0
    for language in ["swift", "python", "xml"] {
      for block in Self.blocks(guide, language) {
        count += 1
        let isThere = (sources[language] ?? []).contains { Self.contains($0, block) }
        #expect(isThere, "in no source: \(block.joined(separator: "\n"))")
      }
    }
    #expect(count >= atLeast)
  }

  /// docs/device.md names scenarios that are there.
  @Test func everyScenarioIsThere() throws {
    let page = try Self.text("docs/device.md")
    let id = try NSRegularExpression(pattern: #"[(, ]([A-Z][0-9]{1,2})(?:–([A-Z][0-9]{1,2}))?(?=[,)])"#)
    var ids: [String] = []
    for found in id.matches(in: page, range: NSRange(page.startIndex..., in: page)) {
      for group in 1...2 {
        if let range = Range(found.range(at: group), in: page) { ids.append(String(page[range])) }
      }
    }
    #expect(ids.count > 80)
    for id in ids {
      let file = Self.root.appendingPathComponent("contract/scenarios/\(id).json")
      #expect(FileManager.default.fileExists(atPath: file.path), "\(id)")
    }
  }

  @Test func aBlockThatIsChangedIsFound() throws {
    let sources = try #require(try Self.sources()["swift"])
    let source = try #require(sources.first { $0.count > 10 })
    #expect(Self.contains(source, Array(source[3...6])))
    #expect(!Self.contains(source, [source[3], source[5]]))
    #expect(!Self.contains(source, []))
  }

  private static func contains(_ lines: [String], _ block: [String]) -> Bool {
    guard !block.isEmpty, block.count <= lines.count else { return false }
    return (0...(lines.count - block.count)).contains { Array(lines[$0..<($0 + block.count)]) == block }
  }

  /// What the guide says of log codes is what the sources log.
  @Test func everyLogCodeIsInTheGuide() throws {
    let guide = try Self.text("docs/ios.md")
    let folder = Self.root.appendingPathComponent("Sources/PushClientApple")
    let code = try NSRegularExpression(pattern: #"\blog\(\s*"([a-z_]+)""#)
    var codes: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where path.hasSuffix(".swift") {
      let source = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      for found in code.matches(in: source, range: NSRange(source.startIndex..., in: source)) {
        if let range = Range(found.range(at: 1), in: source) { codes.insert(String(source[range])) }
      }
    }
    #expect(codes.count > 20)
    for code in codes.sorted() { #expect(guide.contains("`\(code)"), "\(code)") }
  }
}
