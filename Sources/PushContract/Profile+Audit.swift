/// A finding of `pushwire audit` that somebody decided to live with, and why.
public struct AuditSuppression: Sendable, Equatable {
  /// As in `SIG002`. Which rules there are, the audit knows.
  public var rule: String
  public var reason: String
  /// The file or folder that it is for, as far as it is named: `Legacy/Push.m`; `*` stands for any part of a
  /// name. Nil: everything.
  public var path: String?
  /// The last day on which it counts, as `2027-01-31`; nil: for good.
  public var until: String?

  public init(rule: String, reason: String, path: String? = nil, until: String? = nil) {
    self.rule = rule
    self.reason = reason
    self.path = path
    self.until = until
  }

  /// Whether it no longer counts. `now` in milliseconds since 1970; days are those of UTC.
  public func isOver(at now: Int) -> Bool {
    guard let until, let start = ProfileTime.startOfDay(until) else { return false }
    return now >= start + 86_400_000
  }

  /// Whether it is for this file. Parts of a path are compared whole, wherever they follow each other; what
  /// is in an archive stands behind `!` and counts as a part.
  public func covers(_ file: String) -> Bool {
    guard let path else { return true }
    let wanted = Self.parts(path)
    let given = Self.parts(file)
    guard !wanted.isEmpty, wanted.count <= given.count else { return false }
    return (0...given.count - wanted.count).contains { start in
      zip(wanted, given[start...]).allSatisfy { Self.matches($0, $1) }
    }
  }

  private static func parts(_ path: String) -> [Substring] {
    path.split { $0 == "/" || $0 == "!" }.filter { $0 != "." }
  }

  /// `*` stands for any characters, none too.
  private static func matches(_ pattern: Substring, _ text: Substring) -> Bool {
    let pieces = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard pieces.count > 1, let first = pieces.first, let last = pieces.last else { return pattern == text }
    guard text.utf8.count >= first.utf8.count + last.utf8.count, text.hasPrefix(first), text.hasSuffix(last)
    else { return false }
    var rest = text.dropFirst(first.count).dropLast(last.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let found = firstIndex(of: piece, in: rest) else { return false }
      rest = rest[rest.index(found, offsetBy: piece.count)...]
    }
    return true
  }

  private static func firstIndex(of piece: Substring, in text: Substring) -> Substring.Index? {
    var rest = text
    while !rest.isEmpty {
      if rest.hasPrefix(piece) { return rest.startIndex }
      rest = rest.dropFirst()
    }
    return nil
  }
}
