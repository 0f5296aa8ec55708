/// The xcconfig files of a tree, each read once.
final class XCConfigFiles {
  private let tree: ProjectTree
  private var read: [String: [String: BuildSettings.Setting]] = [:]

  init(_ tree: ProjectTree) { self.tree = tree }

  /// The settings of a file and of what it includes. Files that include each other end.
  func settings(of file: String) -> [String: BuildSettings.Setting] {
    if let known = read[file] { return known }
    read[file] = [:]
    let made = parse(file)
    read[file] = made
    return made
  }

  private func parse(_ file: String) -> [String: BuildSettings.Setting] {
    guard let text = tree.text(file) else { return [:] }
    var made: [String: BuildSettings.Setting] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let code = BuildSettings.trimmed(Self.withoutComment(line))
      if code.hasPrefix("#include") {
        let parts = code.split(separator: "\"")
        guard parts.count >= 2,
          let inner = ProjectTree.normalized(
            ProjectTree.join(ProjectTree.folder(of: file), String(parts[1]))),
          read.count < 200
        else { continue }
        made.merge(settings(of: inner)) { $1 }
      } else if let equals = Self.assignment(in: code) {
        let key = BuildSettings.trimmed(code[..<equals])
        let value = BuildSettings.trimmed(code[code.index(after: equals)...])
        let bare = key.split(separator: "[").first.map(String.init) ?? key
        // A plain key before a conditional one (`KEY[sdk=iphoneos*]`).
        if bare != key, made[bare] != nil { continue }
        made[bare] = BuildSettings.Setting(value: value, place: "\(file):\(index + 1)")
      }
    }
    return made
  }

  /// The `=` between key and value: one inside the brackets of `KEY[sdk=iphoneos*]` is part of the key.
  private static func assignment(in code: String) -> String.Index? {
    var isInside = false
    return code.firstIndex { character in
      if character == "[" { isInside = true }
      if character == "]" { isInside = false }
      return character == "=" && !isInside
    }
  }

  private static func withoutComment(_ line: Substring) -> Substring {
    line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
  }
}
