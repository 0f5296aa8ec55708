internal import PushClient
internal import PushContract

/// Swift for iOS and macOS: typed destinations, names, and the client's policy.
struct SwiftGenerator {
  let names: CodeNames
  let policy: ClientPolicy
  let access: String
  let isPublic: Bool

  init(_ profile: Profile, _ options: GenerateOptions) {
    names = CodeNames(profile, options, Self.rules)
    policy = ClientPolicy(profile)
    isPublic = options.isPublic
    access = isPublic ? "public " : ""
  }

  var typeName: String { names.base + "Destination" }

  var text: String {
    var out = SourceText()
    out.line("// Made by `pushwire generate swift` from the app's profile, pushwire.yaml.")
    out.line("// Not to be edited: change the profile and run the command again.")
    out.line("// swift-format-ignore-file")
    out.line()
    let hasTimes = names.places.contains { $0.parameters.contains { $0.type == .timestamp } }
    let imported = isPublic ? "public import" : "import"
    if hasTimes { out.line("\(imported) Foundation") }
    out.line("\(imported) PushClient")
    if !names.places.isEmpty { destinations(&out) }
    constants(&out)
    policy(&out)
    return out.text
  }

  /// Constants of what the client's calls take by name.
  private func constants(_ out: inout SourceText) {
    guard !names.groups.isEmpty else { return }
    out.line()
    out.line("/// Names of the profile.")
    out.block("\(access)enum \(names.base)Names {") { out in
      for (index, group) in names.groups.enumerated() {
        if index > 0 { out.line() }
        out.line("/// \(group.meaning)")
        out.block("\(access)enum \(group.name) {") { out in
          for constant in group.constants {
            out.line("\(access)static let \(constant.identifier) = \(TextLiteral.swift(constant.text))")
          }
          if group.name == "Tasks" {
            out.line()
            out.line("/// All of them: `BGTaskSchedulerPermittedIdentifiers` lists the same.")
            let all = group.constants.map(\.identifier).joined(separator: ", ")
            out.line("\(access)static let all = [\(all)]")
          }
        }
      }
    }
  }

  private static let rules = CodeNames.Rules(
    place: .lower, constant: .lower, keywords: keywords,
    placeWords: ["destination", "link", "hash", "hashValue", "none", "some"],
    valueWords: ["destination", "link", "path"], constantWords: ["all"])

  /// Words of the language, and those that mean something after a dot.
  private static let keywords: Set<String> = [
    "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case", "catch", "class",
    "consume", "consuming", "continue", "copy", "default", "defer", "deinit", "discard", "do", "dynamic",
    "each", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "indirect", "infix", "init", "inout", "internal", "is", "isolated", "lazy", "let",
    "macro",
    "mutating", "nil", "nonisolated", "nonmutating", "open", "operator", "optional", "override", "package",
    "postfix", "precedencegroup", "prefix", "private", "protocol", "public", "repeat", "required", "rethrows",
    "return", "self", "Self", "sending", "set", "get", "some", "static", "struct", "subscript", "super",
    "switch", "then", "throw", "throws", "true", "try", "Type", "Protocol", "typealias", "unowned", "var",
    "weak", "where", "while", "willSet", "didSet", "yield",
  ]
}
