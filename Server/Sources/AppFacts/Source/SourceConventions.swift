/// How both readers write down what languages spell in many ways, so that rules need to know one form only.
///
/// | written | in the tree |
/// |---|---|
/// | `a?.b`, `a!`, Kotlin's `a!!` | as `a.b`, `a`: a forced or optional value leaves no trace |
/// | `handler?(x)`, `self.handler(x)` | a call `handler`; its base is nil, and `self` |
/// | `Foo<Bar>(x)` | a call `Foo`: generic arguments are dropped |
/// | `.custom(x)`, `.init(x)` | a call `custom`, `init` without a base |
/// | `await x`, `try x`, `try? x`, `try! x` | composed `await`, `try`, `try?`, `try!` around `x` |
/// | `try a = b` | an assignment whose value is composed `try` |
/// | `!x`, `-x`, `~x` | composed with one part; a number keeps its sign |
/// | `a + b + c` | composed `+` with three parts: a chain of one operator is one node |
/// | `c ? a : b` | composed `?:` with three parts |
/// | `x as? T`, `x is T`, Java's `(T) x`, `x instanceof T` | composed `as?`, `is`, `as`, `is`: `x`, then the type as a name |
/// | `a[b]` | composed `[]`: `a`, then each index |
/// | `(a, b)` | composed `()`; parentheses around one value leave no trace |
/// | `&x`, `consume x` | as `x` |
/// | C's `a ?: b`, Kotlin's `a ?: b` | composed `??` |
/// | something half understood | composed `unknown`: what was understood, and an `unknown` |
/// | `if case .a(let x) = y` | a condition composed `case`: the pattern, then `y`; `x` among the bindings |
/// | `if let x`, `if let x = y` | the condition `x`, `y`; `x` among the bindings |
/// | `#available(iOS 16, *)`, `@available(…)` | a call `#available` with its parts as names |
/// | `#if DEBUG` | a branch with its condition as an expression; around declarations: all sides are there |
/// | `let x = if a { b } else { c }` | a variable, and a branch with assignments; where it cannot be taken apart: composed `if` (`switch`) with one closure whose body is the branch |
/// | `\Parcel.id`, a regular expression | composed `\`, `regex`, without parts |
/// | `return` and its like in an expression | composed `return`; `x = y ?: return` of Kotlin is an assignment, then a guard |
/// | `for await x in y` | the loop's head is composed `await` around `y` |
/// | `a += b` | an assignment of `b` |
/// | `fatalError("…")`, `exit(1)` | `leave(.never)`, the call as its value |
/// | `@State var a: Int` | `State` among the modifiers |
/// | `case refresh = "id"` in an enum | a variable `refresh` with the modifier `case`, its owner the enum; of a `String` enum the name is the value where none is written |
/// | a function's default argument | not kept |
/// | several names of one `let` | a variable each; the value stands with the first where it is taken apart |
public enum SourceConventions {
  /// Levels of statements and expressions in each other. What is deeper stands there as `unknown`, so that
  /// whoever walks a tree may do so by recursion.
  public static let depth = 400

  /// Functions that never come back.
  public static let neverReturning: Set<String> = [
    "fatalError", "preconditionFailure", "exit", "_exit", "abort", "TODO", "exitProcess",
  ]
}
