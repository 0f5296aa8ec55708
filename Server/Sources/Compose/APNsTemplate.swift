public import Bytes
public import PushContract

/// A class compiled for APNs. Made once; each push copies bytes and inserts its values.
public final class APNsTemplate: Sendable {
  /// The class's name.
  public let name: String
  /// `apns-topic`: the bundle identifier and the push type's suffix.
  public let topic: String
  /// `apns-push-type`.
  public let pushType: APNsPushType
  /// `apns-priority`: 10, 5 or 1; always 5 for a background push, whatever the class says.
  public let priority: Int
  /// Seconds that APNs may store it; 0: one attempt and never stored.
  public let timeToLive: Int
  /// The most bytes of a payload.
  public let maximumPayload: Int
  /// Whether a push of this class carries `apns-collapse-id`.
  public var hasCollapseID: Bool { collapse != nil }

  /// Apple, Sending notification requests to APNs: a notification is stored for 30 days at most.
  public static let longestTimeToLive = 30 * 86_400

  private let payload: SegmentList
  private let collapse: CollapseID?
  private let guarded: RowGuard

  /// Compiles a class.
  ///
  /// - Parameters:
  ///   - source: the class as the profile says.
  ///   - bundleID: the app's bundle identifier, without any suffix.
  /// - Throws: `bad-class`, `sensitive-content`, `unknown-parameter`, `reserved-key`, `duplicate-key`
  ///   or `bad-topic`.
  public init(_ source: NotificationClass, bundleID: String) throws(ComposeError) {
    name = source.name
    pushType = source.kind == .silent ? .background : .alert
    topic = try pushType.topic(bundleID: bundleID)
    priority = source.kind == .silent ? 5 : source.priority.rawValue
    timeToLive = try Self.seconds(source, longest: Self.longestTimeToLive)
    maximumPayload = pushType.maximumPayload
    var compiler = TemplateCompiler(source)
    try compiler.apnsPayload(try VisibleText(source))
    payload = compiler.list
    collapse = try CollapseID(source)
    guarded = RowGuard(source)
  }

  /// `apns-expiration` of a push made at `now` (UNIX seconds): 0 where the class lives for one attempt.
  public func expiration(now: Int) -> Int { timeToLive == 0 ? 0 : now + timeToLive }

  /// Writes the payload at the end of `out`; on an error `out` is as it was.
  ///
  /// - Throws: `missing-parameter`, `schema-mismatch`, `bad-value` for a negative badge, or
  ///   `payload-too-large`, which names the excess in bytes of the encoded form.
  public func writePayload(
    _ row: borrowing ParameterRow, _ identity: MessageIdentity, into out: inout ByteBuffer
  ) throws(ComposeError) {
    try guarded.check(row)
    let start = out.count
    var context = WriteContext()
    payload.write(row, identity, &context, collapse: nil, into: &out)
    let size = out.count - start
    if size > maximumPayload {
      out.truncate(to: start)
      throw .tooLarge("payload", actual: size, limit: maximumPayload, of: "APNs'")
    }
  }

  /// Writes the value of `apns-collapse-id`, at most 64 bytes of visible ASCII, and says whether there is
  /// one. The same key always gives the same value; one that does not fit is replaced by its hash.
  ///
  /// An alert class without a key uses the notification id, so that a resend replaces and never doubles.
  /// A silent class has one only where the profile gives a key.
  ///
  /// - Throws: `missing-parameter` or `schema-mismatch`.
  @discardableResult
  public func writeCollapseID(
    _ row: borrowing ParameterRow, _ identity: MessageIdentity, into out: inout ByteBuffer
  ) throws(ComposeError) -> Bool {
    guard let collapse else { return false }
    try guarded.check(row)
    collapse.write(row, identity, into: &out)
    return true
  }

  static func seconds(_ source: NotificationClass, longest: Int) throws(ComposeError) -> Int {
    guard case .seconds(let seconds) = source.timeToLive else { return 0 }
    guard seconds >= 0 else {
      throw ComposeError(.badClass, "class \(source.name): ttl is negative", field: "ttl")
    }
    return min(seconds, longest)
  }
}

extension CollapseID {
  /// What the class says: its key, the notification id for an alert without one, nil for nothing.
  init?(_ source: NotificationClass) throws(ComposeError) {
    var compiler = TemplateCompiler(source)
    switch source.collapse {
    case .key(let template):
      guard !template.parts.isEmpty else {
        throw ComposeError(.badClass, "class \(source.name): the collapse key is empty", field: "collapse")
      }
      try compiler.rawText(template, field: "collapse")
    case .none:
      if source.kind == .silent { return nil }
      compiler.list.add(.notification)
    }
    key = compiler.list
  }
}
