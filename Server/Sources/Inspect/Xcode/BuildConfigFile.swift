import AppFacts

/// A setting as it is written somewhere: `KEY[sdk=iphoneos*] = value`.
struct BuildSetting: Sendable, Equatable {
  var key: String
  /// `sdk` and `iphoneos*`, `config` and `Release`; all must hold.
  var conditions: [(name: String, pattern: String)]
  var value: String
  /// Of the value.
  var place: Place

  static func == (left: BuildSetting, right: BuildSetting) -> Bool {
    left.key == right.key && left.value == right.value && left.place == right.place
      && left.conditions.elementsEqual(right.conditions, by: ==)
  }

  /// Splits `KEY[sdk=iphoneos*][arch=arm64]`; nil where it is no key.
  init?(name: String, value: String, place: Place) {
    let parts = name.split(separator: "[", omittingEmptySubsequences: false)
    let key = parts.first.map(String.init) ?? ""
    guard !key.isEmpty, key.utf8.allSatisfy({ isNameByte($0) }) else { return nil }
    conditions = []
    // `[sdk=iphoneos*,arch=arm64]` too.
    for part in parts.dropFirst().flatMap({ $0.prefix { $0 != "]" }.split(separator: ",") }) {
      let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2 else { return nil }
      conditions.append((sides[0], sides[1]))
    }
    self.key = key
    self.value = value
    self.place = place
  }
}

/// Reads `.xcconfig` files with what they include.
struct BuildConfigFile {
  private(set) var settings: [BuildSetting] = []
  private let limits: InspectLimits
  private var open: [String] = []
  private var files = 0

  /// Files that one includes, in all.
  private static let mostFiles = 100
  private static let mostSettings = 20_000

  private init(_ limits: InspectLimits) { self.limits = limits }

  /// Reads a file and those it includes, in order: what comes later counts. What is not there is passed over,
  /// and a circle is entered once.
  ///
  /// - Returns: nil where the file itself cannot be read.
  static func read(_ path: String, shown: String, _ limits: InspectLimits) -> [BuildSetting]? {
    var reader = BuildConfigFile(limits)
    return reader.include(path, shown) ? reader.settings : nil
  }

  /// The settings of a text alone.
  static func parse(_ text: [UInt8], shown: String, _ limits: InspectLimits) -> [BuildSetting] {
    var reader = BuildConfigFile(limits)
    reader.lines(text, path: nil, shown)
    return reader.settings
  }

  private mutating func include(_ path: String, _ shown: String) -> Bool {
    guard !open.contains(path), open.count < 16, files < Self.mostFiles,
      let text = try? SourceBytes.whole(path, limit: 1 << 20)
    else { return false }
    files += 1
    open.append(path)
    lines(text, path: path, shown)
    open.removeLast()
    return true
  }

  private mutating func lines(_ text: [UInt8], path: String?, _ shown: String) {
    for (index, line) in text.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
      guard settings.count < Self.mostSettings else { return }
      let line = String(decoding: line, as: UTF8.self)
      let code = Self.trimmed(Self.withoutComment(line))
      if code.hasPrefix("#include") {
        if let path, let name = Self.quoted(code), !name.hasPrefix("<") {
          let isAbsolute = name.hasPrefix("/")
          _ = include(
            isAbsolute ? name : FilePaths.join(FilePaths.folder(path), name),
            isAbsolute ? name : FilePaths.join(FilePaths.folder(shown), name))
        }
        continue
      }
      guard let sign = Self.assignment(code) else { continue }
      let name = Self.trimmed(String(code[..<sign]))
      let value = Self.trimmed(String(code[code.index(after: sign)...]))
      let column = line.distance(
        from: line.startIndex, to: line.firstIndex { $0 != " " && $0 != "\t" } ?? line.startIndex)
      let place = Place(shown, line: index + 1, column: column + 1)
      if let setting = BuildSetting(name: name, value: value, place: place) { settings.append(setting) }
    }
  }

  /// The `=` outside brackets.
  private static func assignment(_ code: String) -> String.Index? {
    var level = 0
    for index in code.indices {
      switch code[index] {
      case "[": level += 1
      case "]": level -= 1
      case "=" where level <= 0: return index
      default: break
      }
    }
    return nil
  }

  /// `//` begins a comment, in a URL too.
  private static func withoutComment(_ line: String) -> String {
    var previous: Character = " "
    for index in line.indices {
      if line[index] == "/", previous == "/" { return String(line[..<line.index(before: index)]) }
      previous = line[index]
    }
    return line
  }

  private static func quoted(_ code: String) -> String? {
    let parts = code.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.count >= 3 && !parts[1].isEmpty ? String(parts[1]) : nil
  }

  private static func trimmed(_ text: String) -> String {
    var rest = text[...]
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace || last == ";" { rest.removeLast() }
    return String(rest)
  }
}

/// Names of files, put together as they are shown.
enum FilePaths {
  /// Without the last part; empty where there is one only.
  static func folder(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Puts two together and takes `.` and `..` out, so that one file has one name.
  static func join(_ folder: String, _ name: String) -> String {
    if name.hasPrefix("/") { return clean(name) }
    if folder.isEmpty { return clean(name) }
    return clean(folder.hasSuffix("/") ? folder + name : folder + "/" + name)
  }

  static func clean(_ path: String) -> String {
    let isAbsolute = path.hasPrefix("/")
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !isAbsolute {
        parts.append(part)
      }
    }
    return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
  }
}
