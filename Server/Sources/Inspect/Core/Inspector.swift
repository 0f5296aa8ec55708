public import AppFacts

/// Reads what a person gives and makes facts of it.
public struct Inspector: Sendable {
  public var limits: InspectLimits
  /// Called now and then with what is being read, for a line of progress; nil: nobody watches.
  public var progress: (@Sendable (String) -> Void)?
  /// The helper that parses Swift; nil: the tokenizer reads Swift too.
  public var swiftReader: String?

  public init(limits: InspectLimits = InspectLimits(), swiftReader: String? = nil) {
    self.limits = limits
    self.swiftReader = swiftReader
  }

  /// Reads files and folders, in the order given. What cannot be read stands in the facts' inputs.
  ///
  /// A file that is reached twice (given twice, or given and in a given folder) is read once, as given. What
  /// is left when ``InspectLimits/total`` is over stands there as unreadable.
  public func read(_ paths: [String]) -> AuditFacts {
    var pass = InspectorPass(self, paths)
    for path in paths { pass.read(path) }
    return pass.facts
  }
}
