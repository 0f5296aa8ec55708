internal import Bytes

/// One request that a server got, and the way to answer it.
public final class ServerExchange {
  /// The connection it came on; gone when the peer is.
  public private(set) weak var connection: ServerConnection?
  /// HTTP/2's stream number; counts requests on HTTP/1.1.
  public let streamID: Int32
  /// "HTTP/2" or "HTTP/1.1".
  public let version: String
  private var head = ByteBuffer(capacity: 512)
  private var fields: [Field] = []
  private var bodyBytes = ByteBuffer(capacity: 256)
  /// The body was longer than the server keeps.
  public private(set) var isCut = false
  public internal(set) var isAnswered = false
  /// False once the stream is closed: an answer goes nowhere then.
  public internal(set) var isOpen = true
  /// The answer's body and how much of it is sent; the session reads it in place.
  var answer = ByteBuffer(capacity: 16)
  var answerSent = 0
  private static let maximumHead = 64 * 1024

  private struct Field {
    var start: Int
    var nameLength: Int
    var valueLength: Int
  }

  init(_ connection: ServerConnection, streamID: Int32, version: String) {
    self.connection = connection
    self.streamID = streamID
    self.version = version
  }

  /// False when the head is too large.
  func addField(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard head.count + name.count + value.count <= Self.maximumHead, fields.count < 128 else { return false }
    fields.append(Field(start: head.count, nameLength: name.count, valueLength: value.count))
    head.append(name)
    head.append(value)
    return true
  }

  func addBody(_ bytes: UnsafeBufferPointer<UInt8>, maximum: Int) {
    let room = maximum - bodyBytes.count
    bodyBytes.append(UnsafeBufferPointer(rebasing: bytes.prefix(Swift.max(room, 0))))
    if bytes.count > room { isCut = true }
  }

  // MARK: The request

  /// How many fields came, pseudo-headers (`:method`, `:path` …) among them.
  public var fieldCount: Int { fields.count }

  /// A field's name (lower-case) and value; valid while the exchange lives.
  public func field(_ index: Int) -> (name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
    let field = fields[index]
    return (
      head.slice(field.start, field.nameLength), head.slice(field.start + field.nameLength, field.valueLength)
    )
  }

  /// The first value under this lower-case name, in bytes.
  public func bytes(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    for index in fields.indices where fields[index].nameLength == name.utf8CodeUnitCount {
      let (found, value) = field(index)
      if zip(found, UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)).allSatisfy(==)
      {
        return value
      }
    }
    return nil
  }

  /// All fields as text, in order of arrival; names lower-case.
  public var headers: [(name: String, value: String)] {
    fields.indices.map { index in
      let (name, value) = field(index)
      return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }
  }

  public var method: String { bytes(":method").map { String(decoding: $0, as: UTF8.self) } ?? "" }
  public var path: String { bytes(":path").map { String(decoding: $0, as: UTF8.self) } ?? "" }
  /// The body; valid while the exchange lives.
  public var body: UnsafeBufferPointer<UInt8> { bodyBytes.bytes }

  // MARK: The answer

  /// Answers, once; a second answer goes nowhere. Header names are lower-case.
  public func respond(status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
    body.withUnsafeBufferPointer { respond(status: status, headers: headers, bytes: $0) }
  }

  /// Answers from bytes that need only live during the call.
  public func respond(status: Int, headers: [(String, String)], bytes: UnsafeBufferPointer<UInt8>) {
    guard isOpen, !isAnswered, let connection else { return }
    isAnswered = true
    answer.append(bytes)
    connection.send(self, status: status, headers: headers)
  }

  /// Ends the stream with an error code (RFC 9113, section 7); closes an HTTP/1.1 connection.
  public func reset(_ code: UInt32) {
    guard isOpen, let connection else { return }
    isAnswered = true
    connection.reset(self, code)
  }

  /// REFUSED_STREAM: the request was not processed, and may be sent again.
  public func refuse() { reset(0x7) }
}
