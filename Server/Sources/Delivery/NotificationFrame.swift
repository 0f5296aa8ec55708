internal import Bytes
public import Compose
public import Providers
public import PushContract

/// What all messages of one notification have in common.
public struct NotificationFrame: Sendable {
  public let kind: FCMTarget.Kind
  /// The parameters of the class.
  public let schema: [Parameter]
  let notification: [UInt8]
  /// Values that every message has, by place in `schema`; a message's own come on top.
  let values: [(index: Int, value: [UInt8])]
  /// UNIX seconds.
  let createdAt: Int

  /// `values`: names and values for parameters of the class.
  /// - Throws: where a name or value does not fit the class.
  public init(
    kind: FCMTarget.Kind, notification: String, schema: [Parameter], values: [(name: String, value: String)],
    createdAt: Int
  ) throws(ComposeError) {
    self.kind = kind
    self.schema = schema
    self.notification = Array(notification.utf8)
    self.createdAt = createdAt
    var kept: [(Int, [UInt8])] = []
    var probe = ParameterRow(schema: schema)
    for (name, value) in values {
      // Checked once here, so that a mistake is one error and not one for each message.
      try probe.set(name, value)
      if let index = schema.firstIndex(where: { $0.name == name }) { kept.append((index, Array(value.utf8))) }
    }
    self.values = kept
  }

  /// Everything but the target.
  func fill(_ draft: inout PushDraft, _ reference: Int) throws(ComposeError) {
    draft.reference = reference
    draft.createdAt = createdAt
    draft.targetKind = kind
    draft.notification.append(notification)
    for (index, value) in values {
      try value.withBytes { (bytes) throws(ComposeError) in try draft.row.set(index, bytes) }
    }
  }
}

/// The messages of one notification for targets at hand. A target's place is the message's name.
public final class TargetListSource: PushSource {
  private let targets: [[UInt8]]
  private let frame: NotificationFrame
  private var at = 0

  public init(_ targets: [String], frame: NotificationFrame) {
    self.targets = targets.map { Array($0.utf8) }
    self.frame = frame
  }

  public var isExhausted: Bool { at == targets.count }

  public func next(_ draft: inout PushDraft) -> Bool {
    guard at < targets.count else { return false }
    at += 1
    return again(at - 1, &draft)
  }

  public func again(_ reference: Int, _ draft: inout PushDraft) -> Bool {
    guard targets.indices.contains(reference) else { return false }
    // The values were checked when the frame was made.
    do throws(ComposeError) { try frame.fill(&draft, reference) } catch { return false }
    draft.target.append(targets[reference])
    return true
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
