/// An expression, in the same form for every language.
///
/// Places: a call and a member stand at their name, a closure at its `{` (Objective-C: `^`), everything else
/// at its first character. Parentheses around one expression, generic arguments and Objective-C's boxes
/// (`@(…)`, `@5`, `@YES`) are left out of the tree.
public indirect enum Expression: Sendable, Equatable, Codable {
  case call(Call)
  /// `base.name`; Objective-C's and Kotlin's properties too. An implicit base (`.badge`) is nil. `Type.self`,
  /// `Type.class` and `Type::class` are members, and so is a function taken by `base::name`.
  case member(base: Expression?, name: String, place: Place)
  /// A variable, a function, a type; `self`, `super`, `this`, `$0`, `it`, `#file` too.
  case name(String, Place)
  /// A literal without anything computed in it, its escapes resolved. A character, and Objective-C's adjacent
  /// literals, too.
  case string(String, Place)
  /// A literal with parts that are computed: texts that are not empty stand among them as `string`.
  case interpolation([Expression], Place)
  /// As written, with its sign.
  case number(String, Place)
  case flag(Bool, Place)
  case null(Place)
  case closure(Closure)
  case list([Expression], Place)
  /// Keys and values in turn.
  case map([Expression], Place)
  /// `#selector(AppDelegate.refresh)`, `@selector(refresh:)`: what is named, as written, without spaces.
  case selector(String, Place)
  /// Anything put together: operators, casts, ternaries, subscripts, await, try. `symbol` is the operator or
  /// word (`==`, `??`, `?:`, `as`, `await`, `try`, `[]`, `!`), see ``SourceConventions``.
  case composed(symbol: String, [Expression], Place)
  /// Something that the reader does not know.
  case unknown(Place)

  /// `base.name(arguments)`, `name(arguments)`, `[base name:argument]`, `Type(arguments)`, `new Type(…)`.
  ///
  /// An anonymous class (`new Listener() { … }`, `object : Listener { … }`) is a call of its first supertype:
  /// the constructor's arguments, then each method as a closure whose label is the method's name, and each
  /// field's value under the field's name. `#available(iOS 16, *)` is a call of that name; its arguments are
  /// names as written (`iOS 16`). A macro is a call: `#Preview`.
  public struct Call: Sendable, Equatable, Codable {
    /// Nil: a function of the scope, an initializer, or an implicit member (`.init(…)`).
    public var base: Expression?
    /// `register`, `setTaskCompleted`; in Objective-C the whole selector: `registerForTaskWithIdentifier:usingQueue:launchHandler:`.
    /// Of a called expression (`handler?(…)`) the name of what is called; empty where it has none
    /// (`handlers[0](…)`, `{ … }()`), and then ``base`` is what is called.
    public var name: String
    /// In order; trailing closures last.
    public var arguments: [Argument]
    /// Of the name.
    public var place: Place

    public struct Argument: Sendable, Equatable, Codable {
      /// Nil: none. Objective-C: the part of the selector before it.
      public var label: String?
      public var value: Expression
      public init(_ label: String?, _ value: Expression) {
        self.label = label
        self.value = value
      }
    }

    public init(base: Expression?, name: String, arguments: [Argument], place: Place) {
      self.base = base
      self.name = name
      self.arguments = arguments
      self.place = place
    }

    public func argument(_ label: String) -> Expression? { arguments.first { $0.label == label }?.value }
  }

  /// A closure, block or lambda; a function passed by name is a `name`.
  public struct Closure: Sendable, Equatable, Codable {
    /// Names; empty where none are written (`$0`, `it`).
    public var parameters: [String]
    /// A body that is one expression is that expression as a statement, not a return.
    public var body: [Statement]
    public var place: Place
    public init(parameters: [String], body: [Statement], place: Place) {
      self.parameters = parameters
      self.body = body
      self.place = place
    }
  }

  public var place: Place {
    switch self {
    case .call(let call): call.place
    case .closure(let closure): closure.place
    case .member(_, _, let place), .name(_, let place), .string(_, let place), .interpolation(_, let place),
      .number(_, let place), .flag(_, let place), .null(let place), .list(_, let place), .map(_, let place),
      .selector(_, let place), .composed(_, _, let place), .unknown(let place):
      place
    }
  }

  /// A literal's text.
  public var text: String? {
    if case .string(let text, _) = self { text } else { nil }
  }

  /// `UNUserNotificationCenter.current().delegate` as `UNUserNotificationCenter.current.delegate`; nil where
  /// something computed stands in it.
  public var path: String? {
    switch self {
    case .name(let name, _): name
    case .member(nil, let name, _): "." + name
    case .member(let base?, let name, _): base.path.map { $0 + "." + name }
    case .call(let call): call.base.map { base in base.path.map { $0 + "." + call.name } } ?? call.name
    case .composed(let symbol, let parts, _)
    where ["await", "try", "try?", "try!"].contains(symbol) && parts.count == 1:
      parts[0].path
    default: nil
    }
  }
}
