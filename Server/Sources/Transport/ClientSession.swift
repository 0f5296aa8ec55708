internal import Bytes
internal import CNghttp2

/// What a connection's HTTP/2 session says besides its exchanges.
enum SessionEvent: Equatable {
  case settings(maximumStreams: Int)
  /// `reason`: the debug data, cut to 256 bytes.
  case goaway(code: UInt32, lastStream: Int32, reason: String)
  case pingAnswered
}

/// HTTP/2's client end as a byte engine: bytes from the peer in, bytes for the peer out. Knows no
/// socket. Exchanges are read and filled in place; what happened to them is a list worked off after
/// each `receive`.
final class ClientSession {
  /// What a stream's end means for its exchange.
  struct Ended {
    var exchange: Int32
    var stream: Int32
    var errorCode: UInt32
  }

  /// What nghttp2's callbacks see: plain memory, so that no callback counts references.
  struct Context {
    var entries: UnsafeMutablePointer<Exchange>
    var capacity: Int
    var connection: Int32
    var captures: UnsafeMutablePointer<UnsafeBufferPointer<UInt8>>
    var captureCount: Int
    var ended: UnsafeMutablePointer<Ended>
    var endedCount = 0
    var events: [SessionEvent] = []
    var hasEvents = false
    var hasGoaway = false
  }

  private let session: OpaquePointer
  private let arena = SessionArena()
  private let context: UnsafeMutablePointer<Context>
  private let fields: UnsafeMutablePointer<nghttp2_nv>
  private static let maximumFields = Exchange.maximumFields + 8
  private var isPrimed = false

  /// `captures`: lower-case names of the answer's headers to keep, at most four; they must outlive
  /// the session.
  init(
    entries: UnsafeMutablePointer<Exchange>, capacity: Int, connection: Int32,
    captures: [StaticString]
  ) throws(TransportError) {
    let kept = captures.prefix(Exchange.maximumCaptures)
    context = .allocate(capacity: 1)
    let names = UnsafeMutablePointer<UnsafeBufferPointer<UInt8>>.allocate(capacity: Exchange.maximumCaptures)
    for (index, name) in kept.enumerated() {
      names[index] = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    }
    context.initialize(
      to: Context(
        entries: entries, capacity: capacity, connection: connection, captures: names,
        captureCount: kept.count, ended: .allocate(capacity: capacity)))
    fields = .allocate(capacity: Self.maximumFields)

    var made: OpaquePointer?
    var result = Self.make(&made, context, arena)
    if result == 0, let made {
      var settings = [
        nghttp2_settings_entry(settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue), value: 0),
        nghttp2_settings_entry(
          settings_id: Int32(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue), value: 16 * 1024),
      ]
      result = nghttp2_submit_settings(made, UInt8(NGHTTP2_FLAG_NONE.rawValue), &settings, settings.count)
      // Answers are small and many: a wide connection window saves WINDOW_UPDATE frames.
      if result == 0 { result = nghttp2_session_set_local_window_size(made, 0, 0, 1 << 20) }
    }
    guard result == 0, let made else {
      fields.deallocate()
      context.pointee.ended.deallocate()
      names.deallocate()
      context.deinitialize(count: 1)
      context.deallocate()
      throw TransportError(.system, "cannot start HTTP/2: \(h2Message(result))")
    }
    session = made
  }

  private static func make(
    _ session: inout OpaquePointer?, _ context: UnsafeMutablePointer<Context>, _ arena: SessionArena
  ) -> Int32 {
    var callbacks: OpaquePointer?
    var result = nghttp2_session_callbacks_new(&callbacks)
    guard result == 0, let callbacks else { return result }
    defer { nghttp2_session_callbacks_del(callbacks) }
    nghttp2_session_callbacks_set_on_header_callback(callbacks, onHeader)
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, onData)
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, onFrame)
    nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, onFrameSent)
    nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks, onFrameNotSent)
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, onStreamClosed)
    var option: OpaquePointer?
    result = nghttp2_option_new(&option)
    guard result == 0, let option else { return result }
    defer { nghttp2_option_del(option) }
    nghttp2_option_set_no_closed_streams(option, 1)
    return nghttp2_session_client_new3(&session, callbacks, context, option, arena.functions)
  }

  deinit {
    nghttp2_session_del(session)
    fields.deallocate()
    context.pointee.captures.deallocate()
    context.pointee.ended.deallocate()
    context.deinitialize(count: 1)
    context.deallocate()
  }

  // MARK: Bytes

  func receive(_ bytes: UnsafeBufferPointer<UInt8>) throws(TransportError) {
    let taken = nghttp2_session_mem_recv(session, bytes.baseAddress, bytes.count)
    if taken < 0 {
      throw TransportError(.http2, "the peer broke HTTP/2: \(h2Message(Int32(clamping: taken)))")
    }
  }

  /// Appends what is to be sent, up to about `limit` bytes. False if nothing was waiting.
  func produce(into buffer: inout ByteBuffer, limit: Int) throws(TransportError) -> Bool {
    var any = false
    while buffer.count < limit {
      var start: UnsafePointer<UInt8>?
      let length = nghttp2_session_mem_send(session, &start)
      if length < 0 { throw TransportError(.http2, "cannot send: \(h2Message(Int32(clamping: length)))") }
      guard length > 0, let start else { return any }
      buffer.append(start, count: length)
      any = true
    }
    return any
  }

  /// Neither end has anything to say any more.
  var isOver: Bool { nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0 }

  /// The peer ended the session in order, rather than by a fault.
  var hasGoaway: Bool { context.pointee.hasGoaway }

  /// False after GOAWAY from either end, and when the stream numbers have run out.
  var takesRequests: Bool { nghttp2_session_check_request_allowed(session) != 0 }

  /// Something waits to be sent.
  var hasOutput: Bool { nghttp2_session_want_write(session) != 0 }

  /// Streams have ended, or events have come, since last asked.
  var hasNews: Bool { context.pointee.endedCount > 0 || context.pointee.hasEvents }

  // MARK: Exchanges

  /// Opens a stream for a filled exchange. `shared` are the fields of every request of the lane: the
  /// first `pseudoCount` go before the exchange's own, the rest behind.
  func submit(_ index: Int32, _ shared: borrowing SharedFields) -> Bool {
    let exchange = context.pointee.entries + Int(index)
    var count = 0
    for field in 0..<shared.pseudoCount {
      fields[count] = shared.entry(field)
      count += 1
    }
    let base = exchange.pointee.buffer.base
    for at in 0..<exchange.pointee.fieldCount {
      let field = exchange.pointee.fields[at]
      fields[count] = nghttp2_nv(
        name: UnsafeMutablePointer(mutating: field.name.text.utf8Start),
        value: base + Int(field.start),
        namelen: field.name.text.utf8CodeUnitCount, valuelen: Int(field.length),
        flags: flags(field.name.indexing))
      count += 1
    }
    for field in shared.pseudoCount..<shared.count where count < Self.maximumFields {
      fields[count] = shared.entry(field)
      count += 1
    }
    isPrimed = true
    var provider = nghttp2_data_provider()
    provider.read_callback = readBody
    provider.source.fd = index
    let mark = UnsafeMutableRawPointer(bitPattern: Int(index) + 1)
    let stream =
      exchange.pointee.body.isEmpty
      ? nghttp2_submit_request(session, nil, fields, count, nil, mark)
      : nghttp2_submit_request(session, nil, fields, count, &provider, mark)
    guard stream > 0 else { return false }
    exchange.pointee.stream = stream
    return true
  }

  @inline(__always)
  private func flags(_ indexing: HeaderName.Indexing) -> UInt8 {
    let borrowed = NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue | NGHTTP2_NV_FLAG_NO_COPY_VALUE.rawValue
    switch indexing {
    case .indexed: return UInt8(borrowed)
    case .firstOnly: return UInt8(isPrimed ? borrowed | NGHTTP2_NV_FLAG_NO_INDEX.rawValue : borrowed)
    case .never: return UInt8(borrowed | NGHTTP2_NV_FLAG_NO_INDEX.rawValue)
    }
  }

  /// Nobody waits for this stream any more: it is cancelled, and its exchange left alone from now on.
  func abandon(_ index: Int32) {
    let stream = context.pointee.entries[Int(index)].stream
    nghttp2_session_set_stream_user_data(session, stream, nil)
    nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, NGHTTP2_CANCEL.rawValue)
  }

  /// The streams that ended since last asked, one after the other; then the list is empty.
  func drainEnded(_ body: (Ended) -> Void) {
    var at = 0
    while at < context.pointee.endedCount {
      body(context.pointee.ended[at])
      at += 1
    }
    context.pointee.endedCount = 0
  }

  /// The events since last asked.
  func takeEvents() -> [SessionEvent] {
    guard context.pointee.hasEvents else { return [] }
    let events = context.pointee.events
    context.pointee.events.removeAll()
    context.pointee.hasEvents = false
    return events
  }

  // MARK: The connection

  func ping() { nghttp2_submit_ping(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil) }

  /// GOAWAY in order: nothing new, what is open may end.
  func terminate() { nghttp2_session_terminate_session(session, NGHTTP2_NO_ERROR.rawValue) }
}

func h2Message(_ code: Int32) -> String {
  nghttp2_strerror(code).map { String(cString: $0) } ?? "error \(code)"
}

/// The fields that every request of a lane carries.
struct SharedFields: ~Copyable {
  private let storage: UnsafeMutablePointer<nghttp2_nv>
  private(set) var pseudoCount = 0
  private(set) var count = 0
  private static let maximum = 8

  init() { storage = .allocate(capacity: Self.maximum) }

  deinit {
    for index in 0..<count { storage[index].value?.deallocate() }
    storage.deallocate()
  }

  /// Sets a field; a value set before is replaced. Secrets go in with `never`.
  mutating func set(_ name: HeaderName, _ value: UnsafeBufferPointer<UInt8>) {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: Swift.max(value.count, 1))
    if let base = value.baseAddress { copy.update(from: base, count: value.count) }
    // The name is borrowed, the value copied by nghttp2: it may be replaced while requests wait.
    let never = name.indexing == .never ? NGHTTP2_NV_FLAG_NO_INDEX.rawValue : 0
    let entry = nghttp2_nv(
      name: UnsafeMutablePointer(mutating: name.text.utf8Start), value: copy,
      namelen: name.text.utf8CodeUnitCount, valuelen: value.count,
      flags: UInt8(NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue | never))
    for index in 0..<count where isNamed(storage[index], name.text) {
      storage[index].value?.deallocate()
      storage[index] = entry
      return
    }
    guard count < Self.maximum else {
      copy.deallocate()
      return
    }
    // Pseudo-headers stand before all others (RFC 9113, section 8.3).
    let isPseudo = name.text.utf8Start.pointee == UInt8(ascii: ":")
    let place = isPseudo ? pseudoCount : count
    for index in stride(from: count, to: place, by: -1) { storage[index] = storage[index - 1] }
    storage[place] = entry
    count += 1
    if isPseudo { pseudoCount += 1 }
  }

  /// The same name may stand at two places of the program.
  private func isNamed(_ entry: nghttp2_nv, _ name: StaticString) -> Bool {
    guard entry.namelen == name.utf8CodeUnitCount else { return false }
    return (0..<entry.namelen).allSatisfy { entry.name[$0] == name.utf8Start[$0] }
  }

  func entry(_ index: Int) -> nghttp2_nv { storage[index] }
}
