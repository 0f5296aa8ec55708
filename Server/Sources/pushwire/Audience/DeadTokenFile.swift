import Foundation
import PushClient
import Store

/// Reads what another sender found dead: a value a line, objects a line, or a table with a header. Memory does
/// not grow with the file.
final class DeadTokenFile {
  /// Tokens of FCM have fewer than 300 characters, but a provider's line may hold more than a token.
  static let longestLine = 1 << 16
  private static let tokenNames = ["token", "device_token", "registration_token"]
  private static let installationNames = ["installation", "installation_id"]
  private static let timeNames = ["time", "at", "as_of", "timestamp"]
  private static let reasonNames = ["reason", "error"]

  private enum Form {
    case values
    case objects
    case table([String])
  }

  private let place: String
  /// For lines without a time of their own.
  private let asOf: Int?
  private let now: Int
  private var form: Form?
  private var line = 0

  /// - Parameter asOf: milliseconds since 1970.
  init(place: String, asOf: Int?, now: Int) {
    self.place = place
    self.asOf = asOf
    self.now = now
  }

  /// Reads the descriptor to its end and hands over reports in batches of at most `size`.
  func read(_ descriptor: Int32, batches size: Int, _ use: ([DeadReport]) throws -> Void) throws {
    var batch: [DeadReport] = []
    form = nil
    line = 0
    var lines = LineReader(descriptor, longest: Self.longestLine)
    while let text = try next(&lines) {
      line += 1
      guard let report = try report(text) else { continue }
      batch.append(report)
      if batch.count >= size {
        try use(batch)
        batch.removeAll(keepingCapacity: true)
      }
    }
    if !batch.isEmpty { try use(batch) }
  }

  private func next(_ lines: inout LineReader) throws -> String? {
    do throws(LineReader.Fault) { return try lines.next() } catch {
      switch error {
      case .tooLong: throw fault("This line is longer than \(grouped(Self.longestLine)) bytes", line + 1)
      case .notUTF8: throw fault("This line is no UTF-8", line + 1)
      case .system(let code):
        throw CommandError.unreadable(
          "The file cannot be read: \(String(cString: strerror(code))).", place: place)
      }
    }
  }

  // MARK: Lines

  /// Nil: nothing stands there.
  func report(_ text: String) throws -> DeadReport? {
    let text = text.trimmingSpaces
    if text.isEmpty { return nil }
    if form == nil {
      if text.hasPrefix("{") {
        form = .objects
      } else if text.contains(",") || Self.names(text).contains(where: Self.isSubject) {
        form = try header(text)
        return nil
      } else {
        form = .values
      }
    }
    switch form {
    case .objects: return try object(text)
    case .table(let names): return try row(text, names)
    case .values, nil:
      guard !text.contains(where: \.isWhitespace) else {
        throw fault(
          "This is more than one value", advice: "Write a token or installation id a line, or a table.")
      }
      return DeadReport(.either(text), asOf: try time(nil), reason: "")
    }
  }

  private static func isSubject(_ name: String) -> Bool {
    tokenNames.contains(name) || installationNames.contains(name)
  }

  private static func names(_ text: String) -> [String] {
    CSVLine.fields(text)?.map { $0.trimmingSpaces.lowercased() } ?? []
  }

  private func header(_ text: String) throws -> Form {
    let names = Self.names(text)
    guard names.contains(where: Self.isSubject) else {
      throw fault(
        "The table's first line names neither a token nor an installation",
        advice:
          "It is a header with `token` or `installation` in it, as `pushwire audience export` writes it.")
    }
    return .table(names)
  }

  private func row(_ text: String, _ names: [String]) throws -> DeadReport {
    guard let fields = CSVLine.fields(text) else { throw fault("A quotation mark is not closed") }
    guard fields.count == names.count else {
      throw fault("This line has \(fields.count) columns, and the header \(names.count)")
    }
    func value(_ known: [String]) -> String? {
      for (name, field) in zip(names, fields) where known.contains(name) && !field.isEmpty { return field }
      return nil
    }
    return try report(
      token: value(Self.tokenNames), installation: value(Self.installationNames),
      time: value(Self.timeNames), reason: value(Self.reasonNames))
  }

  private func object(_ text: String) throws -> DeadReport {
    guard let json = try? PushClient.JSONValue(parsing: text), case .object = json else {
      throw fault("This line is no JSON object")
    }
    func value(_ known: [String]) -> String? {
      for name in known {
        if let text = json[name].string, !text.isEmpty { return text }
        if let number = json[name].integer { return String(number) }
      }
      return nil
    }
    return try report(
      token: value(Self.tokenNames), installation: value(Self.installationNames),
      time: value(Self.timeNames), reason: value(Self.reasonNames))
  }

  /// A token says more than the installation that it was of: that may have another by now.
  private func report(
    token: String?, installation: String?, time text: String?, reason: String?
  ) throws -> DeadReport {
    let subject: DeadReport.Subject
    if let token {
      subject = .token(token)
    } else if let installation {
      subject = .installation(installation)
    } else {
      throw fault("This line has neither a token nor an installation")
    }
    let reason = String(printable(reason ?? "").filter { !$0.isNewline }.prefix(100))
    return DeadReport(subject, asOf: try time(text), reason: reason)
  }

  // MARK: Times

  private func time(_ text: String?) throws -> Int {
    guard let text else {
      guard let asOf else {
        throw fault(
          "This line has no time, and without one nobody knows what was confirmed since",
          advice: "Say --as-of TIME: when the other sender began to send.")
      }
      return asOf
    }
    guard let time = Instant.parse(text) else {
      throw fault(
        "The time is none", advice: "As in 2030-01-31T18:00:00Z, or milliseconds since 1970.")
    }
    guard time <= now + 60_000 else { throw fault("The time lies ahead") }
    return time
  }

  /// Never repeats the line: it may be a token.
  private func fault(_ message: String, _ line: Int? = nil, advice: String? = nil) -> CommandError {
    CommandError(
      .unreadable, message + ".", place: "\(place):\(line ?? self.line)", advice: advice, exit: .unreadable)
  }
}

/// One line of RFC 4180; a line break inside quotation marks is not taken.
enum CSVLine {
  /// Nil: a quotation mark is not closed, or stands where none may.
  static func fields(_ line: String) -> [String]? {
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    var wasQuoted = false
    var rest = Substring(line)
    while let character = rest.popFirst() {
      if isQuoted {
        if character == "\"" {
          if rest.first == "\"" {
            field.append("\"")
            rest.removeFirst()
          } else {
            isQuoted = false
          }
        } else {
          field.append(character)
        }
      } else if character == "," {
        fields.append(field)
        field = ""
        wasQuoted = false
      } else if character == "\"" {
        guard field.isEmpty, !wasQuoted else { return nil }
        isQuoted = true
        wasQuoted = true
      } else {
        guard !wasQuoted else { return nil }
        field.append(character)
      }
    }
    guard !isQuoted else { return nil }
    return fields + [field]
  }
}

extension Instant {
  /// RFC 3339, or milliseconds since 1970; nil: neither.
  static func parse(_ text: String) -> Int? {
    if let number = Int(text) { return (0...253_402_300_799_999).contains(number) ? number : nil }
    for style in [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)] {
      if let date = try? Date(text, strategy: style) {
        let time = date.timeIntervalSince1970 * 1000
        return (0...253_402_300_799_999.0).contains(time) ? Int(time.rounded()) : nil
      }
    }
    return nil
  }
}
