internal import AppFacts

/// The state of reading one file: tokens, where it stands, and what it found so far.
///
/// Reading inside brackets narrows ``end`` to the closing one, so that a construct that is not understood
/// cannot reach beyond the brackets around it.
final class Parser {
  let text: [UInt8]
  let tokens: [Token]
  let language: SourceUnit.Language
  var unit: SourceUnit
  var position = 0
  /// Tokens from here on are out of sight.
  var end: Int
  var depth = 0
  /// Of the tree built in the current frame.
  var height = 0
  private(set) var failure: SourceParser.Failure?

  /// Where declarations go.
  enum Context { case file, type, function }
  var context = Context.file
  /// The type around.
  var owner: String?
  /// Modifiers that all members get (a companion's `static`).
  var memberModifiers: [String] = []

  /// The type around is an enum of Swift whose cases are strings.
  var isStringEnum = false

  // What ends an expression here, besides what ends it everywhere. Brackets take all of it back.
  struct Stops {
    /// A `{` opens the body of a statement.
    var brace = false
    var assign = false
    /// `->` belongs to a case.
    var arrow = false
    /// Between the `?` and `:` of a ternary.
    var isMiddle = false
  }
  var stops = Stops()
  /// The last statement that was read as a value, and the tokens that it takes.
  var valueStatement: (tokens: Range<Int>, statements: [Statement])?
  /// The variable being read was put among the statements already.
  var isGiven = false
  /// Names that the pattern being read binds.
  var bindings: [String] = []

  init(_ text: [UInt8], tokens: [Token], unit: SourceUnit) {
    self.text = text
    self.tokens = tokens
    self.unit = unit
    language = unit.language
    end = tokens.count
  }

  /// Reads the whole file into ``unit``.
  func file() {
    switch language {
    case .swift: swiftFile()
    case .objectiveC: objectiveCFile()
    case .kotlin: kotlinFile()
    case .java: javaFile()
    }
  }

  // MARK: Limits

  func fail(_ failure: SourceParser.Failure = SourceParser.tooDeep) { self.failure = self.failure ?? failure }

  /// One level deeper; what is too deep fails the file.
  func deeper<Value>(or fallback: @autoclosure () -> Value, _ body: () -> Value) -> Value {
    guard depth < SourceParser.levels, failure == nil else {
      fail()
      return fallback()
    }
    depth += 1
    let value = measured(body)
    depth -= 1
    return value
  }

  /// Counts what `body` builds as one more level of the tree.
  func measured<Value>(_ body: () -> Value) -> Value {
    let before = height
    height = 0
    let value = body()
    height = max(before, height + 1)
    if height > SourceParser.height { fail() }
    return value
  }

  // MARK: Tokens

  var atEnd: Bool { position >= end || failure != nil }

  private static let endToken = Token(
    kind: .end, newlineBefore: true, spaceBefore: true, first: 0, start: 0, end: 0, line: 0, column: 0)

  func token(_ at: Int) -> Token {
    at >= 0 && at < end && failure == nil ? tokens[at] : Self.endToken
  }
  var token: Token { token(position) }

  func text(_ at: Int) -> String {
    let token = token(at)
    return String(decoding: text[Int(token.start)..<Int(token.end)], as: UTF8.self)
  }

  /// The word there; empty where none stands there, or one in backticks.
  func keyword(_ at: Int) -> String {
    let token = token(at)
    return token.kind == .word && !token.isEscaped && token.length < 24 ? text(at) : ""
  }
  var keyword: String { keyword(position) }

  /// Whether exactly this stands there, as a word or sign.
  func sees(_ what: StaticString, at: Int) -> Bool {
    let token = token(at)
    guard token.length == what.utf8CodeUnitCount, token.kind != .string, !token.isEscaped else {
      return false
    }
    return what.withUTF8Buffer { buffer in
      var index = Int(token.start)
      for value in buffer {
        if text[index] != value { return false }
        index &+= 1
      }
      return token.length > 0
    }
  }
  func sees(_ what: StaticString) -> Bool { sees(what, at: position) }

  /// Steps over it where it stands here.
  @discardableResult
  func take(_ what: StaticString) -> Bool {
    guard sees(what) else { return false }
    position += 1
    return true
  }

  func isWord(_ at: Int) -> Bool { token(at).kind == .word }
  func isMark(_ at: Int, _ first: UInt8) -> Bool {
    let token = token(at)
    return token.kind == .mark && token.first == first && token.length == 1
  }

  func place(_ at: Int) -> Place {
    let token = at < tokens.count ? tokens[max(at, 0)] : tokens.last ?? Self.endToken
    return Place(unit.file, line: Int(token.line), column: Int(token.column))
  }
  var place: Place { place(position) }

  /// What is written from one token to before another, each run of space as one space.
  func written(_ from: Int, _ to: Int) -> String {
    guard from < to, from < tokens.count, to <= tokens.count else { return "" }
    var bytes: [UInt8] = []
    for index in from..<to {
      let token = tokens[index]
      if index > from, token.spaceBefore { bytes.append(0x20) }
      let tick = token.isEscaped ? 1 : 0
      bytes += text[(Int(token.start) - tick)..<min(Int(token.end) + tick, text.count)]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Brackets

  /// Where what this bracket opens ends: at its partner, or where it would have to be.
  func closing(_ open: Int) -> Int {
    let match = Int(token(open).match)
    return match > open ? min(match, end) : min(open + 1, end)
  }

  /// Behind the partner of this bracket.
  func behind(_ open: Int) -> Int {
    let close = closing(open)
    return close < end && Int(tokens[close].match) == open ? close + 1 : max(close, open + 1)
  }

  /// Reads what the bracket here holds, and goes on behind its partner.
  func inside<Value>(_ body: () -> Value) -> Value {
    let next = behind(position)
    let savedEnd = end
    let savedStops = stops
    end = closing(position)
    stops = Stops()
    position += 1
    let value = body()
    end = savedEnd
    stops = savedStops
    position = next
    return value
  }

  /// Steps over one token, or over all that it opens.
  func skip() {
    position = isOpening(position) ? behind(position) : position + 1
  }

  func isOpening(_ at: Int) -> Bool {
    let token = token(at)
    return token.kind == .mark && (token.first == 0x28 || token.first == 0x5B || token.first == 0x7B)
  }

  /// With other stops, for the time of `body`.
  func stopping<Value>(_ change: (inout Stops) -> Void, _ body: () -> Value) -> Value {
    let saved = stops
    change(&stops)
    let value = body()
    stops = saved
    return value
  }

  /// In another context, for the time of `body`.
  func with<Value>(
    _ context: Context, owner: String?, memberModifiers: [String] = [], _ body: () -> Value
  ) -> Value {
    let saved = (self.context, self.owner, self.memberModifiers)
    self.context = context
    self.owner = owner
    self.memberModifiers = memberModifiers
    let value = body()
    (self.context, self.owner, self.memberModifiers) = saved
    return value
  }
}
