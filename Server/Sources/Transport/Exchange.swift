public import Bytes

/// A header's name, and how HPACK treats its value.
public struct HeaderName: Sendable {
  public enum Indexing: Sendable {
    /// Into the dynamic table: values that stay the same.
    case indexed
    /// Only the first goes into the table, so that the name is known: values that change every time.
    case firstOnly
    /// Never: secrets, and values as long as they are different.
    case never
  }
  let text: StaticString
  let indexing: Indexing

  /// `text` is lower-case ASCII, as HTTP/2 wants it.
  public init(_ text: StaticString, _ indexing: Indexing = .indexed) {
    self.text = text
    self.indexing = indexing
  }
}

/// How an exchange ended.
public enum Outcome: UInt8, Sendable {
  /// A whole answer is there.
  case answered
  /// It was sent and the deadline came before the answer.
  case deadline
  /// It was sent and the connection went before the answer.
  case connectionLost
  /// The peer reset the stream without an answer.
  case reset
  /// The peer did not process it time and again, while it answered others.
  case refused
  /// It never left: no connection came up before the deadline, or the lane was closed.
  case unsent
}

/// One request and its answer. Lives in an ``ExchangeTable`` and is used again and again;
/// the memory of its buffers stays.
public struct Exchange: ~Copyable {
  struct Field {
    var name: HeaderName
    var start: Int32
    var length: Int32
  }
  static let maximumFields = 16
  static let maximumCaptures = 4
  /// A provider's answer is a few hundred bytes; what is longer is cut off here.
  static let maximumAnswer = 16 * 1024

  // The request.
  /// Header values, then the body, in the order they were written.
  public var buffer: ByteBuffer
  let fields: UnsafeMutablePointer<Field>
  private(set) var fieldCount = 0
  private(set) var bodyStart = 0
  /// How much of the body has been handed to the connection.
  var bodySent = 0
  /// The caller's own mark.
  public var tag = 0
  /// Bytes of the answer's body that are kept; set after `begin` where an answer may be longer.
  public var answerLimit = Exchange.maximumAnswer
  /// Loop time in milliseconds after which nobody waits for an answer.
  public var deadline: UInt64 = .max

  // Where it is.
  var place: ExchangePlace = .free
  var connection: Int32 = -1
  var stream: Int32 = 0
  /// HEADERS were serialized: from here on the peer may have acted on it.
  var isSent = false
  /// The whole answer has come, though the stream may still be open on our side.
  var isAnswered = false
  /// How often the peer did not process it while it answered others, and the count of answers at the last
  /// of those times.
  var refusals = 0
  var answersSeen = 0

  // The answer.
  public internal(set) var outcome: Outcome = .unsent
  /// The HTTP status, 0 without an answer.
  public internal(set) var status: Int = 0
  /// The reset's error code (RFC 9113, section 7), where there was one.
  public internal(set) var resetCode: UInt32 = 0
  /// The answer's captured header values and its body.
  var answer: ByteBuffer
  let captures: UnsafeMutablePointer<(start: Int32, length: Int32)>
  var answerBodyStart = 0
  /// The body was longer than what is kept.
  public internal(set) var isCut = false

  /// An exchange of its own, to be filled and looked at; those that are sent live in a lane.
  public init() {
    buffer = ByteBuffer(capacity: 1024)
    answer = ByteBuffer(capacity: 128)
    fields = .allocate(capacity: Self.maximumFields)
    captures = .allocate(capacity: Self.maximumCaptures)
  }

  deinit {
    fields.deallocate()
    captures.deallocate()
  }

  /// Ready for a new request.
  mutating func reset() {
    buffer.removeAll()
    fieldCount = 0
    bodyStart = 0
    tag = 0
    answerLimit = Self.maximumAnswer
    deadline = .max
    refusals = 0
    answersSeen = 0
    forgetAnswer()
  }

  /// Ready to be sent again as it is.
  mutating func forgetAnswer() {
    bodySent = 0
    connection = -1
    stream = 0
    isSent = false
    isAnswered = false
    outcome = .unsent
    resetCode = 0
    forgetHeaders()
  }

  /// The answer's headers begin, perhaps again.
  mutating func forgetHeaders() {
    status = 0
    answer.removeAll()
    answerBodyStart = 0
    isCut = false
    for index in 0..<Self.maximumCaptures { captures[index] = (0, -1) }
  }

  /// What is written to `buffer` from here until `endField` is this header's value. The first field
  /// of a request is `:path`.
  @inline(__always)
  public mutating func beginField(_ name: HeaderName) {
    // Requests are written by our own code with a handful of fields; more than fit are left out.
    guard fieldCount < Self.maximumFields else { return }
    fields[fieldCount] = Field(name: name, start: Int32(truncatingIfNeeded: buffer.count), length: 0)
  }

  @inline(__always)
  public mutating func endField() {
    guard fieldCount < Self.maximumFields else { return }
    fields[fieldCount].length = Int32(truncatingIfNeeded: buffer.count) - fields[fieldCount].start
    fieldCount += 1
    bodyStart = buffer.count
  }

  /// A header whose value is at hand.
  public mutating func field(_ name: HeaderName, _ value: StaticString) {
    beginField(name)
    buffer.append(value)
    endField()
  }

  /// A header whose value is at hand.
  public mutating func field(_ name: HeaderName, _ value: [UInt8]) {
    beginField(name)
    buffer.append(value)
    endField()
  }

  /// The body: all that was written after the last field.
  public var body: UnsafeBufferPointer<UInt8> { buffer.slice(bodyStart, buffer.count - bodyStart) }

  /// The fields written so far, for showing them to a person.
  public var requestFields: [(name: String, value: String)] {
    (0..<fieldCount).map { index in
      let field = fields[index]
      return (
        "\(field.name.text)",
        String(decoding: buffer.slice(Int(field.start), Int(field.length)), as: UTF8.self)
      )
    }
  }

  /// The answer's body, cut to ``isCut``. Valid while the batch is worked off.
  public var answerBody: UnsafeBufferPointer<UInt8> {
    answer.slice(answerBodyStart, answer.count - answerBodyStart)
  }

  /// A captured header of the answer: `index` into the lane's list. `nil` if it did not come.
  public func captured(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
    guard index >= 0 && index < Self.maximumCaptures, captures[index].length >= 0 else { return nil }
    return answer.slice(Int(captures[index].start), Int(captures[index].length))
  }
}

/// Where an exchange is. It moves `free → filling → queued → inFlight → finished → free`, back from
/// `inFlight` to `queued` when the peer did not process it, and from `queued` to `finished` when
/// nobody waits any more.
enum ExchangePlace: UInt8 {
  case free, filling, queued, inFlight, finished
}
