internal import PushClient
internal import PushContract

/// Java 11 for Android: typed destinations, names, and the client's policy, in one class.
struct JavaGenerator {
  let names: CodeNames
  let policy: ClientPolicy
  let package: String

  init(_ profile: Profile, _ options: GenerateOptions) {
    names = CodeNames(profile, options, Self.rules)
    policy = ClientPolicy(profile)
    package = JVMWords.package(profile, options)
  }

  var text: String {
    var out = SourceText()
    out.line("// Made by `pushwire generate java` from the app's profile, pushwire.yaml.")
    out.line("// Not to be edited: change the profile and run the command again.")
    out.line("package \(package);")
    out.line()
    let statements = JVMPolicy(policy)
    let types = names.places.flatMap { $0.parameters.map(\.type) }
    var imported = statements.types + ["ClientPolicy"]
    if !names.places.isEmpty { imported.append("Destination") }
    if !types.isEmpty || hasLinks { imported.append("DestinationValue") }
    var lines = Set(imported).map { "import dev.pushwire.client.\($0);" }
    if usesLists { lines += ["import java.util.ArrayList;", "import java.util.Arrays;"] }
    if !types.isEmpty { lines += ["import java.util.LinkedHashMap;", "import java.util.Map;"] }
    out.lines(lines.sorted(by: Identifiers.precedes))
    out.line()
    out.line("/** What the profile says, for the app's code. */")
    out.block("public final class \(names.base)Push {") { out in
      out.line("private \(names.base)Push() {}")
      for group in names.groups {
        out.line()
        out.line("/** \(group.meaning) */")
        out.block("public static final class \(group.name) {") { out in
          out.line("private \(group.name)() {}")
          for constant in group.constants {
            out.line(
              "public static final String \(constant.identifier) = \(TextLiteral.java(constant.text));")
          }
        }
      }
      if !names.places.isEmpty {
        out.line()
        destinations(&out)
      }
      out.line()
      policy(statements, &out)
    }
    return out.text
  }

  var hasLinks: Bool { !policy.links.hosts.isEmpty && names.places.contains { $0.path != nil } }

  private var usesLists: Bool {
    !policy.links.hosts.isEmpty || !policy.links.schemes.isEmpty || !policy.categories.isEmpty
      || policy.classes.values.contains { !$0.foreground.isEmpty }
  }

  private static let rules = CodeNames.Rules(
    place: .upper, constant: .constant, keywords: keywords, placeWords: JVMWords.placeWords,
    valueWords: JVMWords.valueWords, constantWords: [])

  static let keywords: Set<String> = [
    "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const", "continue",
    "default", "do", "double", "else", "enum", "extends", "false", "final", "finally", "float", "for", "goto",
    "if", "implements", "import", "instanceof", "int", "interface", "long", "native", "new", "null",
    "package",
    "private", "protected", "public", "return", "short", "static", "strictfp", "super", "switch",
    "synchronized", "this", "throw", "throws", "transient", "true", "try", "void", "volatile", "while", "var",
    "record", "yield", "sealed", "permits", "non", "_",
  ]
}
