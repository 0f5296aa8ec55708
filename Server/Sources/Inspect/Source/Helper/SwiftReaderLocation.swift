import Foundation

/// Where the helper that parses Swift is.
public enum SwiftReaderLocation {
  static let name = "pushwire-swift-reader"

  /// What `PUSHWIRE_SWIFT_READER` names; else the helper beside this program, or in `libexec` beside its folder.
  /// Nil where there is none, or the variable is empty: Swift is read by the tokenizer then.
  public static func find() -> String? {
    if let named = ProcessInfo.processInfo.environment["PUSHWIRE_SWIFT_READER"] {
      return FileManager.default.isExecutableFile(atPath: named) ? named : nil
    }
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return nil }
    let folder = program.deletingLastPathComponent()
    let places = [folder, folder.deletingLastPathComponent().appendingPathComponent("libexec")]
    return places.map { $0.appendingPathComponent(name).path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
