internal import Bytes
internal import Compose
public import Providers

/// The messages of one notification for the targets of a file. A line's number is the message's name.
public final class TokenFileSource: PushSource {
  private let file: TokenFile
  private let frame: NotificationFrame
  private let names: [[UInt8]]
  /// Lines whose parameters cannot be read are passed over and told here.
  private let bad: (_ line: Int, _ why: String) -> Void
  private var isDone = false
  /// Messages given out.
  public private(set) var count = 0

  public init(file: TokenFile, frame: NotificationFrame, bad: @escaping (_ line: Int, _ why: String) -> Void)
  {
    self.file = file
    self.frame = frame
    self.bad = bad
    names = frame.schema.map { Array($0.name.utf8) }
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
    try frame.fill(&draft, line)
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
