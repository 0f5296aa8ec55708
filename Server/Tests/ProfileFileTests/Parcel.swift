import Testing

@testable import ProfileFile

/// The example profile, with edits.
struct Parcel {
  struct Missing: Error, CustomStringConvertible {
    var description: String
  }

  static let root =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
  static let path = root + "/contract/examples/parcel.yaml"

  static func text(_ edits: [(String, String)] = []) throws -> String {
    var text = String(decoding: try FileContents.read(path), as: UTF8.self)
    for (old, new) in edits {
      guard let range = text.firstRange(of: old) else {
        throw Missing(description: "not in the example: \(old)")
      }
      text.replaceSubrange(range, with: new)
    }
    return text
  }

  /// What `check` says about the edited example, one text a finding.
  static func check(_ edits: (String, String)...) throws -> [String] {
    let bytes = Array(try text(edits).utf8)
    return try ProfileFile.read(bytes: bytes, file: "p").checked().map(\.description)
  }
}
