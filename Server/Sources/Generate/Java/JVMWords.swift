internal import PushContract

/// What the Kotlin and the Java generator share.
enum JVMWords {
  /// Names of types that the generated code uses: a place of one of these names would hide it.
  static let placeWords: Set<String> = [
    "Place", "Companion", "String", "Object", "Any", "Long", "Int", "Integer", "Double", "Boolean", "Unit",
    "Nothing", "Instant", "Map", "LinkedHashMap", "ArrayList", "Arrays", "List", "Override", "StringBuilder",
    "Destination", "DestinationValue", "ClientPolicy", "ClassPolicy", "DestinationPolicy", "ActionPolicy",
    "ChannelPolicy", "TaskPolicy", "ReofferPolicy", "LinkPolicy", "Presentation", "Deprecated", "Math",
    "SuppressWarnings", "JvmStatic",
  ]

  /// Names of members and variables beside a place's own values, and of the packages that are named in full.
  static let valueWords: Set<String> = [
    "destination", "link", "from", "address", "other", "java", "javax", "dev", "kotlin", "parameters",
  ]

  /// The package: the one asked for, the app's own, or one of ours. A segment that is a keyword of Java gets
  /// a `_` behind.
  static func package(_ profile: Profile, _ options: GenerateOptions) -> String {
    let wanted = options.package ?? profile.app.android?.package ?? "pushwire.generated"
    return wanted.split(separator: ".").map(String.init).map {
      JavaGenerator.keywords.contains($0) ? $0 + "_" : $0
    }.joined(separator: ".")
  }

  /// The function of `DestinationValue` that reads a type.
  static func reader(_ type: ParameterType) -> String { type == .boolean ? "flag" : type.rawValue }

  /// A path's parts as arguments.
  static func parts(
    _ path: LinkPath, of place: CodeNames.Place, _ literal: (String) -> String,
    _ text: (CodeNames.Value) -> String
  ) -> String {
    path.parts.map { part in
      switch part {
      case .fixed(let fixed): literal(fixed)
      case .parameter(let name): place.parameters.first { $0.name == name }.map(text) ?? "\"\""
      }
    }.joined(separator: ", ")
  }
}
