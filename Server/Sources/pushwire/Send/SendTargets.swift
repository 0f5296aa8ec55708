import Delivery
import Foundation

/// Whom a `send` is for: targets at hand, or a file of them.
enum SendTargets {
  case list([String])
  case file(TokenFile, path: String)

  init(_ words: [String], _ arguments: Arguments) throws {
    if let path = arguments.value("tokens") {
      guard words.isEmpty else { throw CommandError.usage("Give tokens or --tokens FILE, not both.") }
      do throws(TokenFile.Unreadable) {
        self = .file(try TokenFile(path: path), path: path)
      } catch {
        throw CommandError.unreadable(
          ProfileInput.sentence(error.description), place: path,
          advice: "A file of tokens has one on each line, and behind a tab name=value where they differ.")
      }
    } else {
      self = .list(words)
    }
  }

  var isFile: Bool { if case .file = self { true } else { false } }

  /// Of a file: the last line that was read.
  var lastLine: Int? { if case .file(let file, _) = self { file.line } else { nil } }

  func source(_ frame: NotificationFrame, bad: @escaping (Int, String) -> Void) -> any PushSource {
    switch self {
    case .list(let targets): TargetListSource(targets, frame: frame)
    case .file(let file, _): TokenFileSource(file: file, frame: frame, bad: bad)
    }
  }

  /// The message's target with its middle left out, and its line in a file.
  func masked(_ reference: Int) -> (text: String, line: Int?) {
    switch self {
    case .list(let targets):
      guard targets.indices.contains(reference) else { return ("?", nil) }
      return (targets[reference].isEmpty ? "" : shortened(targets[reference]), nil)
    case .file(let file, _):
      let text = file.line(reference).map { String(decoding: $0.prefix { $0 != 9 }, as: UTF8.self) } ?? "?"
      return (shortened(text), reference)
    }
  }
}
