/// One source file as a tree that is the same for every language: declarations, statements, expressions.
///
/// Two readers make it: SwiftSyntax in a process of its own (Swift), and a tokenizer with a tolerant parser
/// (Objective-C, Kotlin, Java, and Swift where the process is missing). Rules read only this.
/// ``SourceConventions`` says how they write things down.
public struct SourceUnit: Sendable, Equatable, Codable {
  /// The language of a file.
  public enum Language: String, Sendable, Equatable, Codable {
    case swift
    case objectiveC = "objective-c"
    case kotlin, java
  }

  /// As in ``Place/file``.
  public var file: String
  public var language: Language
  /// Of Kotlin and Java.
  public var package: String?
  /// Names of modules, headers (`Firebase/Firebase.h`) and classes, as written, without `as` and `static`.
  public var imports: [Sourced<String>] = []
  public var types: [TypeDeclaration] = []
  /// All functions with their owners, those of extensions and categories too. Local ones stand in bodies.
  public var functions: [FunctionDeclaration] = []
  /// Constants and variables outside functions: global ones and members; cases of enums, with the modifier
  /// `case` and their raw value; `#define X @"…"`.
  public var variables: [VariableDeclaration] = []
  /// Comments of the form `pushwire:ignore SRC005 reason`.
  public var ignores: [IgnoreComment] = []
  /// Code that stands outside functions: a script's top level.
  public var topLevel: [Statement] = []
  /// Below a folder or in a target of tests.
  public var isTest = false
  /// Which reader made it: `swift-syntax`, `tokenizer`.
  public var reader = ""

  public init(file: String, language: Language) {
    self.file = file
    self.language = language
  }
}

/// A class, struct, enum, protocol, interface or object; or an extension or category of one.
///
/// Objective-C: `@interface` is a class, `@interface X ()` and categories are extensions; `@implementation` is
/// a class only where the file has no `@interface` of it.
public struct TypeDeclaration: Sendable, Equatable, Codable {
  public enum Kind: String, Sendable, Equatable, Codable {
    case `class`, `struct`, `enum`, actor
    /// A protocol of Swift or Objective-C, an interface.
    case interface
    /// An extension, or a category: ``name`` is the type extended.
    case `extension`
    /// Kotlin's `object` and companion. The members of a companion have the class around it as their owner,
    /// and the modifier `static`.
    case object
  }
  public var kind: Kind
  /// Nested names with dots: `Parcel.Router`.
  public var name: String
  /// Superclass and protocols, as written, without generic arguments.
  public var inherits: [String]
  /// Without `@`, with the argument where one is written: `main`, `AndroidEntryPoint`, `objc(Parcel)`.
  public var attributes: [String]
  public var place: Place
  public init(kind: Kind, name: String, inherits: [String], attributes: [String], place: Place) {
    self.kind = kind
    self.name = name
    self.inherits = inherits
    self.attributes = attributes
    self.place = place
  }
}

/// A function, method, initializer or constructor. Constructors and initializer blocks of Java and Kotlin are
/// named `init`.
public struct FunctionDeclaration: Sendable, Equatable, Codable {
  /// `application`, `onNewToken`, `init`; in Objective-C the first part of the selector.
  public var name: String
  /// What tells overloads apart. Swift: `application(_:didFailToRegisterForRemoteNotificationsWithError:)`.
  /// Objective-C: `application:didFailToRegisterForRemoteNotificationsWithError:`.
  /// Kotlin and Java: the name alone.
  public var signature: String
  /// The type it belongs to, as in ``TypeDeclaration/name``; nil for a global one. A local function has that
  /// of the function around it.
  public var owner: String?
  public var parameters: [Parameter]
  /// As written: `Void`, `UIBackgroundFetchResult`; nil: none given.
  public var returns: String?
  /// `async`, `throws`, `static`, `override`, `suspend`, `private`, `objc`, `MainActor`, … without `@`, with the
  /// argument where one is written: `objc(refresh:)`. Objective-C's `+` is `static`.
  public var modifiers: [String]
  /// Nil: declared only. Kotlin's `= value` is a return; Swift's lone expression stays an expression.
  public var body: [Statement]?
  public var place: Place

  public struct Parameter: Sendable, Equatable, Codable {
    /// Outer label; nil: none (`_`). Kotlin and Java: nil.
    public var label: String?
    /// The name inside.
    public var name: String
    /// As written, without spaces at its ends.
    public var type: String
    public init(label: String?, name: String, type: String) {
      self.label = label
      self.name = name
      self.type = type
    }
  }

  public init(
    name: String, signature: String, owner: String?, parameters: [Parameter], returns: String? = nil,
    modifiers: [String] = [], body: [Statement]?, place: Place
  ) {
    self.name = name
    self.signature = signature
    self.owner = owner
    self.parameters = parameters
    self.returns = returns
    self.modifiers = modifiers
    self.body = body
    self.place = place
  }
}

/// A constant or variable.
public struct VariableDeclaration: Sendable, Equatable, Codable {
  public var name: String
  /// The type that it is a member of; nil for a global or local one.
  public var owner: String?
  /// As written; nil: inferred (`auto`, `var`).
  public var type: String?
  /// What it starts with; Kotlin's delegate (`by lazy { … }`), with the modifier `by`.
  public var value: Expression?
  /// Of a computed one; nil where only declared (`{ get }`).
  public var getter: [Statement]?
  /// didSet, willSet and set.
  public var setter: [Statement]?
  /// Attributes and modifiers without `@`, with the argument where one is written:
  /// `UIApplicationDelegateAdaptor(AppDelegate.self)`, `static`, `lazy`; `let` and `val` are among them.
  public var modifiers: [String]
  public var place: Place
  public init(
    name: String, owner: String?, type: String?, value: Expression?, modifiers: [String] = [], place: Place
  ) {
    self.name = name
    self.owner = owner
    self.type = type
    self.value = value
    self.modifiers = modifiers
    self.place = place
  }
}
