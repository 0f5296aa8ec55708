/// Text with `{parameter}` places. `{{` stands for a brace.
public struct Template: Sendable, Equatable {
  public enum Part: Sendable, Equatable {
    case literal(String)
    case parameter(String)
  }
  public var parts: [Part]
  public init(parts: [Part]) { self.parts = parts }

  /// The names of the parameters, in order of use.
  public var parameterNames: [String] {
    parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }
}

/// What a person reads: a text with places, or a key of the app's own translations with arguments.
public enum LocalizedText: Sendable, Equatable {
  case text(Template)
  /// APNs `loc-key`/`loc-args` (and the title's and subtitle's); FCM `*_loc_key`/`*_loc_args`.
  case localized(key: String, arguments: [Template])
}
