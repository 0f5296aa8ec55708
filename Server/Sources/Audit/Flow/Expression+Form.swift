import AppFacts

extension Expression {
  /// Without casts, `await` and `try` around it.
  var bare: Expression {
    switch self {
    case .composed(let symbol, let parts, _)
    where !parts.isEmpty && ["as", "as?", "as!", "await", "try", "try?", "try!"].contains(symbol):
      parts[0].bare
    case .composed("()", let parts, _) where parts.count == 1: parts[0].bare
    default: self
    }
  }

  /// A name alone, bare.
  var plainName: String? {
    if case .name(let name, _) = bare { name } else { nil }
  }

  var asCall: Call? {
    if case .call(let call) = bare { call } else { nil }
  }

  /// The same for what is written the same, wherever it stands.
  var key: String {
    switch self {
    case .call(let call):
      (call.base.map { $0.key + "." } ?? "") + call.name + "("
        + call.arguments.map { ($0.label.map { $0 + ":" } ?? "") + $0.value.key }.joined(separator: ",") + ")"
    case .member(let base, let name, _): (base?.key ?? "") + "." + name
    case .name(let name, _): name
    case .string(let text, _): "\"" + text + "\""
    case .interpolation(let parts, _): "\"" + parts.map(\.key).joined(separator: "\\") + "\""
    case .number(let text, _): text
    case .flag(let flag, _): flag ? "true" : "false"
    case .null: "nil"
    case .closure(let closure): "{\(closure.place.text)}"
    case .list(let parts, _), .map(let parts, _): "[" + parts.map(\.key).joined(separator: ",") + "]"
    case .selector(let name, _): "#" + name
    case .composed(let symbol, let parts, _): symbol + "(" + parts.map(\.key).joined(separator: ",") + ")"
    case .unknown(let place): "?" + place.text
    }
  }

  /// Names that stand in it, outside closures.
  var names: Set<String> {
    var found: Set<String> = []
    walk(intoClosures: false) { if case .name(let name, _) = $0 { found.insert(name) } }
    return found
  }

  /// Names, members and names of calls that stand in it, closures too.
  var words: Set<String> {
    var found: Set<String> = []
    walk { found.formUnion($0.ownWords) }
    return found
  }

  /// ``words`` without those of its parts.
  var ownWords: Set<String> {
    switch self {
    case .name(let name, _), .member(_, let name, _), .selector(let name, _): [name]
    case .call(let call): [call.name]
    default: []
    }
  }

  var hasUnknown: Bool {
    var found = false
    walk(intoClosures: false) { if case .unknown = $0 { found = true } }
    return found
  }

  var isNull: Bool {
    if case .null = self { true } else { false }
  }
}
