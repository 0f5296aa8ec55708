internal import Bytes

/// HTTP/1.1's server end as a byte engine (RFC 9112): one request after the other, for peers that do
/// not speak HTTP/2, such as an OAuth client of another library.
final class HTTP1Session {
  private unowned let connection: ServerConnection
  private var input = ByteBuffer(capacity: 4096)
  private var output = ByteBuffer(capacity: 4096)
  private var current: ServerExchange?
  private var count: Int32 = 0
  private(set) var isOver = false
  private var closesAfter = false
  private var isWorking = false
  private static let maximumHead = 64 * 1024

  init(_ connection: ServerConnection) { self.connection = connection }

  func receive(_ bytes: UnsafeBufferPointer<UInt8>) throws(TransportError) {
    input.append(bytes)
    // Chunks of a few bytes are as long again in their sizes; and a peer may send the next request early.
    guard input.count <= Self.maximumHead + 2 * connection.maximumBody else {
      throw TransportError(.closed, "the peer sends more than one request's worth")
    }
    try work()
  }

  func produce(into buffer: inout ByteBuffer) {
    buffer.append(output.bytes)
    output.removeAll()
  }

  private func work() throws(TransportError) {
    guard !isWorking else { return }
    isWorking = true
    defer { isWorking = false }
    // The next request waits until this one is answered.
    while current == nil, !isOver, let head = headLength() {
      let request = try HTTP1Request(input.slice(0, head), connection, count + 1)
      guard let (body, used) = try request.body(in: input, from: head, maximum: connection.maximumBody) else {
        if request.expectsContinue && input.count == head { output.append("HTTP/1.1 100 Continue\r\n\r\n") }
        return
      }
      body.withUnsafeBufferPointer { request.exchange.addBody($0, maximum: connection.maximumBody) }
      input.removeFirst(used)
      count += 1
      closesAfter = request.closes
      current = request.exchange
      connection.deliver(request.exchange)
    }
    if headLength() == nil && input.count > Self.maximumHead {
      throw TransportError(.closed, "the request's head has no end")
    }
  }

  private func headLength() -> Int? {
    let bytes = input.bytes
    guard bytes.count >= 4 else { return nil }
    for at in 0...(bytes.count - 4)
    where bytes[at] == 13 && bytes[at + 1] == 10 && bytes[at + 2] == 13 && bytes[at + 3] == 10 {
      return at + 4
    }
    return nil
  }

  func respond(_ exchange: ServerExchange, status: Int, headers: [(String, String)]) {
    output.append("HTTP/1.1 ")
    output.appendDecimal(status)
    output.append(" -\r\n")
    for (name, value) in headers {
      output.append(name)
      output.append(": ")
      output.append(value)
      output.append("\r\n")
    }
    output.append("content-length: ")
    output.appendDecimal(exchange.answer.count)
    output.append(closesAfter ? "\r\nconnection: close\r\n\r\n" : "\r\n\r\n")
    if exchange.method != "HEAD" { output.append(exchange.answer.bytes) }
    exchange.isOpen = false
    current = nil
    if closesAfter { isOver = true }
    do throws(TransportError) { try work() } catch { isOver = true }
  }
}

/// A request's head, read strictly.
private struct HTTP1Request {
  let exchange: ServerExchange
  private var length = 0
  private var hasLength = false
  private var isChunked = false
  private(set) var closes = false
  private(set) var expectsContinue = false

  /// Throws where the head is not HTTP/1.1.
  init(
    _ head: UnsafeBufferPointer<UInt8>, _ connection: ServerConnection, _ number: Int32
  ) throws(TransportError) {
    exchange = ServerExchange(connection, streamID: number, version: "HTTP/1.1")
    let bad = TransportError(.closed, "the request is not HTTP/1.1")
    var lines = String(decoding: head, as: UTF8.self).components("\r\n")[...]
    let words = lines.popFirst()?.split(separator: " ") ?? []
    guard words.count == 3, words[2] == "HTTP/1.1" else { throw bad }
    try add(":method", String(words[0]))
    try add(":path", String(words[1]))
    for line in lines where !line.isEmpty {
      guard let colon = line.firstIndex(of: ":") else { throw bad }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].trimmingBlanks()
      try add(name, value)
      switch name {
      case "content-length":
        guard !hasLength, let size = wholeNumber(value.utf8, radix: 10) else { throw bad }
        hasLength = true
        length = size
      case "transfer-encoding":
        guard value.lowercased() == "chunked" else { throw bad }
        isChunked = true
      case "connection": closes = value.lowercased() == "close"
      case "expect": expectsContinue = value.lowercased() == "100-continue"
      default: break
      }
    }
    // Two lengths are how requests are smuggled (RFC 9112, section 6.1).
    if isChunked && hasLength { throw bad }
  }

  private func add(_ name: String, _ value: String) throws(TransportError) {
    var (name, value) = (name, value)
    let fits = name.withUTF8 { name in value.withUTF8 { exchange.addField(name, $0) } }
    guard fits else { throw TransportError(.closed, "the request's head is too large") }
  }

  /// The body and how many bytes of the input the request used; `nil` while it is not all there.
  func body(
    in input: borrowing ByteBuffer, from start: Int, maximum: Int
  ) throws(TransportError) -> (body: [UInt8], used: Int)? {
    if !isChunked {
      guard length <= maximum else { throw TransportError(.closed, "the request's body is too large") }
      guard input.count >= start + length else { return nil }
      return (Array(input.slice(start, length)), start + length)
    }
    var body: [UInt8] = []
    var at = start
    while let lineEnd = Self.lineEnd(input, at) {
      let size = input.slice(at, lineEnd - at).prefix { $0 != UInt8(ascii: ";") }
      guard let length = wholeNumber(size, radix: 16), length <= maximum - body.count else {
        throw TransportError(.closed, "a chunk's size cannot be read")
      }
      let end = lineEnd + 2 + length + 2
      guard input.count >= end else { return nil }
      guard input.base[end - 2] == 13, input.base[end - 1] == 10 else {
        throw TransportError(.closed, "a chunk does not end where it says, or trailers follow")
      }
      if length == 0 { return (body, end) }
      body.append(contentsOf: input.slice(lineEnd + 2, length))
      at = end
    }
    return nil
  }

  private static func lineEnd(_ input: borrowing ByteBuffer, _ start: Int) -> Int? {
    var at = start
    while at + 1 < input.count {
      if input.base[at] == 13 && input.base[at + 1] == 10 { return at }
      at += 1
    }
    return nil
  }
}

/// Digits and nothing else; `Int` would take a sign.
private func wholeNumber(_ text: some Collection<UInt8>, radix: Int) -> Int? {
  guard let first = text.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
  return Int(String(decoding: text, as: UTF8.self), radix: radix)
}

extension String {
  /// The parts between `separator`; the standard library's `split` works on characters, and CR LF is one.
  fileprivate func components(_ separator: String) -> [Substring] {
    let line = Array(separator.utf8)
    var parts: [Substring] = []
    var rest = utf8[...]
    while let at = rest.indices.first(where: { rest[$0...].starts(with: line) }) {
      parts.append(Substring(rest[..<at]))
      rest = rest[rest.index(at, offsetBy: line.count)...]
    }
    parts.append(Substring(rest))
    return parts
  }
}

extension Substring {
  fileprivate func trimmingBlanks() -> String {
    var view = utf8[...]
    while let first = view.first, first == 32 || first == 9 { view = view.dropFirst() }
    while let last = view.last, last == 32 || last == 9 { view = view.dropLast() }
    return String(Substring(view))
  }
}
