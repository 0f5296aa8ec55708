internal import Bytes
public import Compose
public import Providers

/// The messages of one notification for the targets of a file. A line's number is the message's name.
public final class TokenFileSource: PushSource {
  private let file: TokenFile
  private let kind: FCMTarget.Kind
  private let notification: [UInt8]
  /// Values that every message has, by place in the class's parameters; a line's own come on top.
  private let common: [(index: Int, value: [UInt8])]
  private let names: [[UInt8]]
  private let createdAt: Int
  /// Lines whose parameters cannot be read are passed over and told here.
  private let bad: (_ line: Int, _ why: String) -> Void
  private var isDone = false
  /// Messages given out.
  public private(set) var count = 0

  /// `common`: name and value for parameters of the class. `createdAt`: UNIX seconds.
  /// - Throws: where a name or value does not fit the class.
  public init(
    file: TokenFile, kind: FCMTarget.Kind, notification: String, schema: borrowing ParameterRow,
    common: [(name: String, value: String)], createdAt: Int, bad: @escaping (Int, String) -> Void
  ) throws(ComposeError) {
    self.file = file
    self.kind = kind
    self.notification = Array(notification.utf8)
    self.createdAt = createdAt
    self.bad = bad
    names = schema.schema.map { Array($0.name.utf8) }
    var values: [(Int, [UInt8])] = []
    var probe = ParameterRow(schema: schema.schema)
    for (name, value) in common {
      // Checked once here, so that a mistake is one error and not one for each line.
      try probe.set(name, value)
      if let index = schema.schema.firstIndex(where: { $0.name == name }) {
        values.append((index, Array(value.utf8)))
      }
    }
    self.common = values
  }

  public var isExhausted: Bool { isDone }

  public func next(_ draft: inout PushDraft) -> Bool {
    while let (line, bytes) = file.next() {
      do throws(ComposeError) {
        try fill(&draft, line, bytes)
        count += 1
        return true
      } catch {
        bad(line, error.message)
        draft.removeAll()
      }
    }
    isDone = true
    return false
  }

  public func again(_ reference: Int, _ draft: inout PushDraft) -> Bool {
    guard let bytes = file.line(reference) else { return false }
    do throws(ComposeError) { try fill(&draft, reference, bytes) } catch { return false }
    return true
  }

  private func fill(
    _ draft: inout PushDraft, _ line: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(ComposeError) {
    draft.reference = line
    draft.createdAt = createdAt
    draft.targetKind = kind
    draft.notification.append(notification)
    for (index, value) in common {
      try value.withBytes { (bytes) throws(ComposeError) in try draft.row.set(index, bytes) }
    }
    guard let tab = bytes.firstIndex(of: 9) else {
      draft.target.append(bytes)
      return
    }
    draft.target.append(UnsafeBufferPointer(rebasing: bytes[..<tab]))
    try setOwn(&draft, UnsafeBufferPointer(rebasing: bytes[(tab + 1)...]))
  }

  /// `name=value`, separated by tabs.
  private func setOwn(
    _ draft: inout PushDraft, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(ComposeError) {
    var start = 0
    while start <= bytes.count {
      var end = start
      var equals = -1
      while end < bytes.count, bytes[end] != 9 {
        if equals < 0 && bytes[end] == UInt8(ascii: "=") { equals = end }
        end += 1
      }
      if end > start {
        guard equals > start else {
          throw ComposeError(.badValue, "what follows a tab is written name=value")
        }
        let name = UnsafeBufferPointer(rebasing: bytes[start..<equals])
        guard let index = names.firstIndex(where: { $0.elementsEqual(name) }) else {
          throw ComposeError(
            .unknownParameter,
            "the class has no parameter \(String(decoding: name.prefix(64), as: UTF8.self))")
        }
        try draft.row.set(index, UnsafeBufferPointer(rebasing: bytes[(equals + 1)..<end]))
      }
      start = end + 1
    }
  }
}

extension [UInt8] {
  /// The bytes where they are, with typed errors.
  fileprivate func withBytes(
    _ body: (UnsafeBufferPointer<UInt8>) throws(ComposeError) -> Void
  ) throws(ComposeError) {
    let failure: ComposeError? = withUnsafeBufferPointer { bytes in
      do throws(ComposeError) { try body(bytes) } catch { return error }
      return nil
    }
    if let failure { throw failure }
  }
}
