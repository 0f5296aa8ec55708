public import Audit
public import PushContract

/// One thing that keeps a push from arriving: how it shows, and what tells it from the others.
public struct Cause: Sendable {
  /// Stable: `environment.host`.
  public var id: String
  public var group: CauseGroup
  /// The hop that it breaks.
  public var hop: Hop
  /// As a fault: "The token belongs to the other APNs environment".
  public var title: String
  /// Findings of these rules speak for it.
  public var rules: Set<RuleID>
  /// Providers' reasons, and words of the server, that speak for it.
  public var words: Set<String>
  /// Of the words those for which it is mostly the reason.
  public var mostlyFor: Set<String> = []
  /// Answers of a person that speak for it, and against it: question, value.
  public var confirmedBy: [String: String]
  public var excludedBy: [String: String]
  /// Nil: any.
  public var kinds: Set<PushKind>?
  public var platforms: Set<DevicePlatform>?
  /// What to do, as a sentence.
  public var fix: String
  /// The one test that tells it from the others, as a sentence.
  public var test: String
  /// Whether it is worth naming where nothing speaks for it, and its hop is the first unproven one.
  public var isCommon: Bool

  init(
    _ id: String, _ group: CauseGroup, _ hop: Hop, _ title: String, rules: Set<RuleID> = [],
    words: Set<String> = [],
    confirmedBy: [String: String] = [:], excludedBy: [String: String] = [:], kinds: Set<PushKind>? = nil,
    platforms: Set<DevicePlatform>? = nil, fix: String, test: String, isCommon: Bool = false
  ) {
    self.id = id
    self.group = group
    self.hop = hop
    self.title = title
    self.rules = rules
    self.words = words
    self.confirmedBy = confirmedBy
    self.excludedBy = excludedBy
    self.kinds = kinds
    self.platforms = platforms
    self.fix = fix
    self.test = test
    self.isCommon = isCommon
  }

  /// The same, where of several causes it is mostly the reason for these words.
  func mostly(for words: Set<String>) -> Cause {
    var cause = self
    cause.mostlyFor = words
    return cause
  }

  /// Applies to what is known of the push and its device.
  func applies(_ facts: ArrivalFacts) -> Bool {
    if let kinds, let kind = facts.kind, !kinds.contains(kind) { return false }
    if let platforms, let platform = facts.platform, !platforms.contains(platform) { return false }
    if platforms == [.android], facts.isOfAPNs { return false }
    return true
  }
}

/// All causes that are known.
public enum Causes {
  public static let all: [Cause] = apple + messages + code + android + device

  static let apnsPlatforms: Set<DevicePlatform> = [.ios, .macos]
}
