import Foundation
import Testing

/// Texts as people see them, kept in `Snapshots/`. `PUSHWIRE_RENEW=1 swift test --filter CommandTests` writes
/// them again: read the difference.
enum Snapshot {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Snapshots")

  /// Escape sequences are kept as `‹31m`, so that the file can be read.
  static func check(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    let text = text.replacing("\u{1B}[", with: "‹")
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["PUSHWIRE_RENEW"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let kept = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    #expect(text == kept, "Snapshots/\(name)", sourceLocation: sourceLocation)
  }
}
