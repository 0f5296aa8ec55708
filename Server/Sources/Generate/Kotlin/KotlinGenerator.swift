internal import PushClient
internal import PushContract

/// Kotlin for Android: typed destinations, names, and the client's policy.
struct KotlinGenerator {
  let names: CodeNames
  let policy: ClientPolicy
  let package: String

  init(_ profile: Profile, _ options: GenerateOptions) {
    names = CodeNames(profile, options, Self.rules)
    policy = ClientPolicy(profile)
    package = JVMWords.package(profile, options)
  }

  var typeName: String { names.base + "Destination" }

  var text: String {
    var out = SourceText(unit: "    ")
    out.line("// Made by `pushwire generate kotlin` from the app's profile, pushwire.yaml.")
    out.line("// Not to be edited: change the profile and run the command again.")
    out.line("package \(package)")
    out.line()
    let types = names.places.flatMap { $0.parameters.map(\.type) }
    var imported = JVMPolicy(policy).types + ["ClientPolicy"]
    if !names.places.isEmpty { imported.append("Destination") }
    if !types.isEmpty || names.places.contains(where: { $0.path != nil }) {
      imported.append("DestinationValue")
    }
    var lines = Set(imported).map { "import dev.pushwire.client.\($0)" }
    if types.contains(.timestamp) { lines.append("import java.time.Instant") }
    out.lines(lines.sorted(by: Identifiers.precedes))
    if !names.places.isEmpty { destinations(&out) }
    out.line()
    out.line("/** What the profile says, for the app's code. */")
    out.block("object \(names.base)Push {") { out in
      for group in names.groups {
        out.line("/** \(group.meaning) */")
        out.block("object \(group.name) {") { out in
          for constant in group.constants {
            out.line("const val \(constant.identifier) = \(TextLiteral.kotlin(constant.text))")
          }
        }
        out.line()
      }
      policy(&out)
    }
    return out.text
  }

  private static let rules = CodeNames.Rules(
    place: .upper, constant: .constant, keywords: keywords, placeWords: JVMWords.placeWords,
    valueWords: JVMWords.valueWords, constantWords: [])

  /// Hard keywords, and words that mean something at the places where names stand.
  private static let keywords: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in", "interface", "is",
    "null", "object", "package", "return", "super", "this", "throw", "true", "try", "typealias", "typeof",
    "val", "var", "when", "while", "field", "it", "yield", "to", "mapOf",
  ]
}
