/// What a reading gathers on its way: findings, and where each path stands in the file.
final class ReadingLog {
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var positions = ProfilePositions()
  let file: String?
  /// More than a person reads at once; what is found after that is not kept.
  static let limit = 200

  init(file: String?) { self.file = file }

  func note(_ path: String, at position: ProfilePosition) { positions.places[path] = position }

  func error(
    _ code: Diagnostic.Code, _ message: String, hint: String? = nil, at place: ProfilePosition,
    path: String
  ) {
    guard diagnostics.count < Self.limit else { return }
    let made = Diagnostic(
      .error, code, Self.shown(message), hint: hint.map(Self.shown), line: place.line,
      column: place.column, file: file, path: Self.shown(path))
    if !diagnostics.contains(made) { diagnostics.append(made) }
  }
}

extension ReadingLog {
  /// Quoted parts of a file end up on terminals: no control characters, and not without end.
  static func shown(_ text: String) -> String {
    var made = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == 400 { return made + "…" }
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      made.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return made
  }
}

/// Where each part of a profile stands: `classes.order_shipped.ttl` → line and column.
public struct ProfilePositions: Sendable, Equatable {
  var places: [String: ProfilePosition] = [:]
  public init() {}

  /// Every part that stands in the file, by its path.
  public var all: [String: ProfilePosition] { places }

  /// The place of this path, or of the nearest part around it that is in the file.
  public func position(of path: String) -> ProfilePosition {
    var rest = path[...]
    while true {
      if let place = places[String(rest)] { return place }
      guard let cut = rest.lastIndex(where: { $0 == "." || $0 == "[" }) else {
        return places[""] ?? ProfilePosition(line: 1, column: 1)
      }
      rest = rest[..<cut]
    }
  }
}
