import Bytes
import Foundation
import Store

enum AudienceFormat: String, CaseIterable, Sendable { case ndjson, csv }

/// Writes registrations with their whole tokens: to a file for its user alone, or to standard output where
/// nobody looks. Memory does not grow with their number.
final class AudienceWriter {
  static let columns = [
    "installation", "platform", "environment", "token", "token_kind", "topic", "app_version", "os_version",
    "locale", "time_zone", "tenant", "last_confirmed_at",
  ]

  private let format: AudienceFormat
  private let withAccounts: Bool
  private let output: Output
  private let descriptor: Int32?
  /// Where it is written, and where it stands once it is whole.
  private let path: String?
  private let partial: String?
  private var buffer = ByteBuffer(capacity: 1 << 17)

  init(
    path: String?, format: AudienceFormat, withAccounts: Bool, mayShow: Bool, _ context: Context
  ) throws {
    self.format = format
    self.withAccounts = withAccounts
    self.path = path
    output = context.output
    if let path {
      guard !FileManager.default.fileExists(atPath: path) else {
        throw CommandError(
          .configuration, "The file exists already; it stays as it is.", place: path,
          advice: "Give the export a name of its own, or remove the file.")
      }
      let partial = path + ".part"
      self.partial = partial
      unlink(partial)
      let opened = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard opened >= 0 else {
        throw CommandError.unreadable(
          "The file cannot be made: \(String(cString: strerror(errno))).", place: path)
      }
      descriptor = opened
    } else {
      partial = nil
      descriptor = nil
      guard !context.output.isTerminal || mayShow else {
        throw CommandError.usage(
          "Device tokens are secrets, and standard output is a terminal.",
          advice: "Write --to FILE, send it into a program, or say --force.")
      }
    }
    if format == .csv { header() }
  }

  private var names: [String] { withAccounts ? Self.columns + ["account"] : Self.columns }

  private func header() {
    buffer.append(names.joined(separator: ","))
    buffer.append("\r\n")
  }

  func write(_ registration: Registration) throws {
    var values = [
      registration.installation, registration.platform.name, registration.environment.name,
      registration.token ?? "", registration.tokenKind.name, registration.topic, registration.appVersion,
      registration.osVersion, registration.locale, registration.timeZone, registration.tenant,
      Instant.exact(registration.lastConfirmedAt),
    ]
    if withAccounts { values.append(registration.account ?? "") }
    switch format {
    case .ndjson: object(values)
    case .csv: row(values)
    }
    if buffer.count >= 1 << 16 { try drain() }
  }

  private func object(_ values: [String]) {
    var isFirst = true
    for (name, value) in zip(names, values) where !value.isEmpty {
      buffer.append(isFirst ? "{\"" : ",\"")
      isFirst = false
      buffer.append(name)
      buffer.append("\":")
      buffer.appendJSONString(value)
    }
    buffer.append("}\n")
  }

  /// RFC 4180.
  private func row(_ values: [String]) {
    for (place, value) in values.enumerated() {
      if place > 0 { buffer.append(",") }
      buffer.append(Self.field(value))
    }
    buffer.append("\r\n")
  }

  /// In quotes where it holds a comma, a quote or a line break.
  static func field(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }) else {
      return value
    }
    return "\"" + value.replacing("\"", with: "\"\"") + "\""
  }

  private func drain() throws {
    defer { buffer.removeAll() }
    guard let descriptor else {
      output.write { $0.append(self.buffer.bytes) }
      return
    }
    var sent = 0
    while sent < buffer.count {
      let count = Foundation.write(descriptor, buffer.base + sent, buffer.count - sent)
      if count > 0 {
        sent += count
      } else if count == 0 || errno != EINTR {
        throw CommandError.unreadable(
          "The file cannot be written: \(String(cString: strerror(errno))).", place: path,
          advice: "Look at the disk: is it full?")
      }
    }
  }

  /// The file is there only now, and whole.
  func finish() throws {
    try drain()
    guard let descriptor, let partial, let path else { return output.flush() }
    guard fsync(descriptor) == 0, close(descriptor) == 0, rename(partial, path) == 0 else {
      throw CommandError.unreadable(
        "The file cannot be written: \(String(cString: strerror(errno))).", place: path)
    }
  }

  /// Nothing half is left behind.
  func discard() { if let partial { unlink(partial) } }
}

extension Instant {
  /// To the millisecond, as in `2026-11-30T08:50:54.123Z`; empty for 0.
  static func exact(_ time: Int) -> String {
    guard time > 0 else { return "" }
    let rest = String(time % 1000)
    return text(time).dropLast() + "." + String(repeating: "0", count: 3 - rest.count) + rest + "Z"
  }
}
