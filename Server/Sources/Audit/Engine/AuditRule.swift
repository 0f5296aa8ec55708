/// One rule: its page and its check, in one file of its name.
public protocol AuditRule: Sendable {
  static var page: RulePage { get }
  /// Reports what is wrong; facts that are not there are no finding.
  static func check(_ scope: AuditScope, _ report: inout RuleReport)
}

extension AuditRule {
  public static var id: RuleID { page.id }
}

/// What a rule looks at: a layer of the app's push set-up. In the order a push meets them.
public enum RuleLayer: String, Sendable, CaseIterable {
  case signature = "SIG"
  case host = "HOST"
  case plist = "PLIST"
  case tasks = "BG"
  case source = "SRC"
  case payload = "PAY"
  case key = "KEY"
  case fcm = "FCM"
  case android = "AND"
  case flow = "FLOW"

  /// For a heading: "signature and profile".
  public var title: String {
    switch self {
    case .signature: "signature and profile"
    case .host: "host and environment"
    case .plist: "Info.plist"
    case .tasks: "background tasks"
    case .source: "the app's code (Apple)"
    case .payload: "payload and headers"
    case .key: "keys and tokens"
    case .fcm: "FCM messages"
    case .android: "Android"
    case .flow: "the app's behaviour"
    }
  }
}

/// All that a person reads about a rule: `pushwire explain`, docs/rules.
public struct RulePage: Sendable {
  public var id: RuleID
  public var layer: RuleLayer
  /// The gravest that it reports.
  public var severity: Severity
  /// One line, as a fault: "The signed environment is not the profile's".
  public var summary: String
  /// What happens to a push then, and why.
  public var why: String
  /// How to see it for oneself, without this program where possible: a command, a screen.
  public var check: String
  /// What to do.
  public var fix: String
  /// The pages that it rests on; empty only where it rests on nothing but the app's own files.
  public var references: [Reference]
  /// Rules whose finding explains this one away, where both are about the same thing.
  public var rootCauses: [RuleID]
  /// What looks like it and is right; the check is silent there.
  public var silentOn: [String]
  /// Has a finding of this rule.
  public var bad: RuleExample
  /// Has no finding at all.
  public var good: RuleExample

  public init(
    _ id: RuleID, _ layer: RuleLayer, _ severity: Severity, summary: String, why: String, check: String,
    fix: String,
    references: [Reference] = [], rootCauses: [RuleID] = [], silentOn: [String] = [], bad: RuleExample,
    good: RuleExample
  ) {
    self.id = id
    self.layer = layer
    self.severity = severity
    self.summary = summary
    self.why = why
    self.check = check
    self.fix = fix
    self.references = references
    self.rootCauses = rootCauses
    self.silentOn = silentOn
    self.bad = bad
    self.good = good
  }
}

/// A page of a platform that a rule rests on, and when we last read it.
public struct Reference: Sendable, Equatable {
  /// As the page is called.
  public var title: String
  public var url: String
  /// `2026-11-30`
  public var reviewed: String
  public init(_ title: String, _ url: String, reviewed: String) {
    self.title = title
    self.url = url
    self.reviewed = reviewed
  }
}

/// A small set of files: a test and a part of the rule's page at once.
public struct RuleExample: Sendable {
  /// A file of an example.
  public struct File: Sendable {
    /// With folders: `Parcel/AppDelegate.swift`. What is no text (`.ipa`, `.app`, `.mobileprovision`, `.apk`,
    /// `.p8`) is written as a recipe, which the tests build.
    public var name: String
    public var text: String
    public init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }
  }
  public var files: [File]
  /// Findings of other rules that this example has too.
  public var alsoFinds: Set<RuleID>
  public init(_ files: File..., alsoFinds: Set<RuleID> = []) {
    self.files = files
    self.alsoFinds = alsoFinds
  }
}
