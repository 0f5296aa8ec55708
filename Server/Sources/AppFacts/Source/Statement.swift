/// One step of a function's body, in the same form for every language.
///
/// A statement that is a value is taken apart: `return if a { b } else { c }` is a branch with two returns, and
/// `let x = switch …` a variable without a value, then the select with an assignment to it at the end of each
/// case. `let a = 1, b = 2` is two statements; `let (a, b) = f()` is two variables, of which the first has the
/// value. Labels are left out.
public indirect enum Statement: Sendable, Equatable, Codable {
  case expression(Expression)
  case variable(VariableDeclaration)
  /// `target = value`; `+=` and its like too.
  case assign(target: Expression, value: Expression, place: Place)
  case branch(Branch)
  case select(Select)
  case loop(Loop)
  /// do/catch, try/catch/finally, @try. Resources of Java's try stand first in the body. Swift's `do` without
  /// catch is a `block`.
  case attempt(Attempt)
  case leave(Leave)
  /// `defer { … }`
  case deferred([Statement], Place)
  /// Braces alone, and bodies of `autoreleasepool`, `synchronized`.
  case block([Statement])
  /// A function in a function.
  case function(FunctionDeclaration)
  /// Something that the reader does not know: paths through it are not judged.
  case unknown(Place)

  /// if, guard; `#if` as a branch of which either side may be there. `else if` is a branch
  /// alone in ``otherwise``.
  public struct Branch: Sendable, Equatable, Codable {
    /// All conditions; a binding's right side stands among them (of `if let x`, the name). `if case P = v` is
    /// `case` with both.
    public var conditions: [Expression]
    /// Names that `if let` and patterns bind.
    public var bindings: [String]
    public var then: [Statement]
    /// Nil: none was written.
    public var otherwise: [Statement]?
    /// The body of a guard stands in `otherwise`, and `then` is empty.
    public var isGuard: Bool
    /// `#if`, `#ifdef`.
    public var isConditionalCompilation: Bool
    public var place: Place
    public init(
      conditions: [Expression], bindings: [String] = [], then: [Statement], otherwise: [Statement]?,
      isGuard: Bool = false, isConditionalCompilation: Bool = false, place: Place
    ) {
      self.conditions = conditions
      self.bindings = bindings
      self.then = then
      self.otherwise = otherwise
      self.isGuard = isGuard
      self.isConditionalCompilation = isConditionalCompilation
      self.place = place
    }
  }

  /// switch, when.
  public struct Select: Sendable, Equatable, Codable {
    public var subject: Expression?
    public var cases: [Case]
    /// One case is always taken: it has a default, or the language asks for completeness (Swift; Kotlin and
    /// Java where it is a value).
    public var isComplete: Bool
    public var place: Place
    public struct Case: Sendable, Equatable, Codable {
      /// Patterns and conditions (`where`), as expressions as far as they are such. Names that a pattern binds
      /// are names.
      public var patterns: [Expression]
      public var isDefault: Bool
      public var body: [Statement]
      /// Goes on into the next case: `fallthrough`, or in C and Java a body that does not end by leaving.
      /// Labels without a body between them are one case.
      public var fallsThrough: Bool
      public init(patterns: [Expression], isDefault: Bool, body: [Statement], fallsThrough: Bool = false) {
        self.patterns = patterns
        self.isDefault = isDefault
        self.body = body
        self.fallsThrough = fallsThrough
      }
    }
    public init(subject: Expression?, cases: [Case], isComplete: Bool, place: Place) {
      self.subject = subject
      self.cases = cases
      self.isComplete = isComplete
      self.place = place
    }
  }

  /// for, while, repeat: the body runs any number of times, at least once where `runsOnce`.
  public struct Loop: Sendable, Equatable, Codable {
    /// What is iterated and its `where`; the condition; of C's `for` all three parts.
    public var head: [Expression]
    public var body: [Statement]
    public var runsOnce: Bool
    public var place: Place
    public init(head: [Expression], body: [Statement], runsOnce: Bool, place: Place) {
      self.head = head
      self.body = body
      self.runsOnce = runsOnce
      self.place = place
    }
  }

  public struct Attempt: Sendable, Equatable, Codable {
    public var body: [Statement]
    public var catches: [[Statement]]
    /// Swift: the last catch takes every error. Java, Kotlin, Objective-C: what is thrown may pass.
    public var catchesAll: Bool
    public var finally: [Statement]?
    public var place: Place
    public init(
      body: [Statement], catches: [[Statement]], catchesAll: Bool, finally: [Statement]?, place: Place
    ) {
      self.body = body
      self.catches = catches
      self.catchesAll = catchesAll
      self.finally = finally
      self.place = place
    }
  }

  /// Kotlin's `return@label` is a return. A label of break and continue is the value, as a name.
  public struct Leave: Sendable, Equatable, Codable {
    public enum Kind: String, Sendable, Equatable, Codable {
      case `return`, `throw`, `break`, `continue`
      /// fatalError, exit, abort: never comes back.
      case never
    }
    public var kind: Kind
    public var value: Expression?
    public var place: Place
    public init(_ kind: Kind, _ value: Expression?, _ place: Place) {
      self.kind = kind
      self.value = value
      self.place = place
    }
  }
}
