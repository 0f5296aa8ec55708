public import Bytes
public import PushContract

/// A class compiled for FCM v1. Made once; each push copies bytes and inserts its values.
///
/// **What is counted.** Firebase says "maximum payload 4096 bytes" (2048 to topics) and not of what.
/// Here it is the encoded JSON of what the device gets: for Android `data`, `notification` and
/// `android.notification`; for Apple devices `apns.payload`, which has the same limit at APNs. Options
/// such as ttl, priority and headers do not count. FCM adds some bytes of its own that it does not
/// document: a payload within about 60 bytes of the limit can still be refused.
public final class FCMTemplate: Sendable {
  /// Which platforms a message has parts for. A token belongs to one; a topic may reach both.
  public struct Platforms: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// A set by its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Android devices.
    public static let android = Platforms(rawValue: 1)
    /// iOS or macOS through FCM.
    public static let apple = Platforms(rawValue: 2)
  }

  /// Firebase, REST reference, AndroidConfig: ttl is four weeks at most.
  public static let longestTimeToLive = 2_419_200

  /// The class's name.
  public let name: String
  /// Which platforms the message has parts for.
  public let platforms: Platforms
  /// Seconds that FCM may store it; 0: now or never.
  public let timeToLive: Int

  private let body: SegmentList
  private let collapse: CollapseID?
  private let guarded: RowGuard

  /// Compiles a class.
  ///
  /// - Parameters:
  ///   - source: the class as the profile says.
  ///   - platforms: what the message has parts for.
  ///   - restrictedPackage: the Android application id that a token must belong to; nil: any.
  ///   - analyticsLabel: for classes that have none of their own.
  /// - Throws: `bad-class`, `sensitive-content`, `unknown-parameter`, `reserved-key` or `duplicate-key`.
  public init(
    _ source: NotificationClass, platforms: Platforms, restrictedPackage: String? = nil,
    analyticsLabel: String? = nil
  ) throws(ComposeError) {
    guard !platforms.isEmpty else {
      throw ComposeError(.badClass, "class \(source.name): an FCM message needs a platform")
    }
    name = source.name
    self.platforms = platforms
    timeToLive = try APNsTemplate.seconds(source, longest: Self.longestTimeToLive)
    var compiler = TemplateCompiler(source)
    try compiler.fcmBody(
      try VisibleText(source), platforms, package: restrictedPackage, label: analyticsLabel)
    body = compiler.list
    collapse = try CollapseID(source)
    guarded = RowGuard(source)
  }

  /// Writes the whole request body at the end of `out`; on an error `out` is as it was.
  ///
  /// - Parameters:
  ///   - validateOnly: FCM checks the message and delivers nothing.
  ///   - now: UNIX seconds.
  ///   - createdAt: when the push was asked for, where that is earlier: what is left of the time to live
  ///     is sent.
  ///   - longest: seconds that this push lives, where that is less than the class says; nil: as the class.
  /// - Throws: `missing-parameter`, `schema-mismatch`, `bad-value` for a negative badge, or
  ///   `payload-too-large`, which names the excess in bytes of the encoded form.
  public func writeBody(
    _ row: borrowing ParameterRow, _ identity: MessageIdentity, target: FCMTarget,
    validateOnly: Bool = false, now: Int, createdAt: Int? = nil, longest: Int? = nil,
    into out: inout ByteBuffer
  ) throws(ComposeError) {
    try guarded.check(row)
    let start = out.count
    let age = max(now - (createdAt ?? now), 0)
    var context = WriteContext()
    context.timeToLive = max(min(timeToLive, longest ?? timeToLive) - age, 0)
    // 0 for one attempt that is never stored, also where nothing of the time is left.
    context.expiration = context.timeToLive == 0 ? 0 : now + context.timeToLive
    context.target = target
    context.validateOnly = validateOnly
    body.write(row, identity, &context, collapse: collapse, into: &out)
    let limit = target.kind.maximumPayload
    let largest = max(context.measured.0, context.measured.1)
    if largest > limit {
      out.truncate(to: start)
      throw .tooLarge(
        context.measured.0 == largest ? "payload" : "payload for Apple devices", actual: largest,
        limit: limit, of: "FCM's")
    }
  }
}
