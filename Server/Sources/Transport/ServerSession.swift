internal import Bytes
internal import CNghttp2

/// HTTP/2's server end as a byte engine.
final class ServerSession {
  private var session: OpaquePointer?
  fileprivate unowned let connection: ServerConnection
  fileprivate var open: [Int32: ServerExchange] = [:]
  fileprivate var newest: Int32 = 0

  init(_ connection: ServerConnection, maximumStreams: Int?) throws(TransportError) {
    self.connection = connection
    var callbacks: OpaquePointer?
    guard nghttp2_session_callbacks_new(&callbacks) == 0, let callbacks else {
      throw TransportError(.system, "out of memory")
    }
    defer { nghttp2_session_callbacks_del(callbacks) }
    nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, serverBegins)
    nghttp2_session_callbacks_set_on_header_callback(callbacks, serverHeader)
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, serverData)
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, serverFrame)
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, serverStreamClosed)
    var made: OpaquePointer?
    let result = nghttp2_session_server_new(
      &made, callbacks, Unmanaged.passUnretained(self).toOpaque())
    guard result == 0, let made else {
      throw TransportError(.system, "cannot start HTTP/2: \(h2Message(result))")
    }
    session = made
    var settings: [nghttp2_settings_entry] = []
    if let maximumStreams { settings.append(Self.streams(maximumStreams)) }
    nghttp2_submit_settings(made, UInt8(NGHTTP2_FLAG_NONE.rawValue), settings, settings.count)
    nghttp2_session_set_local_window_size(made, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, 1 << 24)
  }

  deinit { nghttp2_session_del(session) }

  private static func streams(_ count: Int) -> nghttp2_settings_entry {
    nghttp2_settings_entry(
      settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue), value: UInt32(clamping: count))
  }

  func receive(_ bytes: UnsafeBufferPointer<UInt8>) throws(TransportError) {
    let taken = nghttp2_session_mem_recv(session, bytes.baseAddress, bytes.count)
    if taken < 0 { throw TransportError(.http2, h2Message(Int32(clamping: taken))) }
  }

  func produce(into buffer: inout ByteBuffer, limit: Int) throws(TransportError) -> Bool {
    var any = false
    while buffer.count < limit {
      var start: UnsafePointer<UInt8>?
      let length = nghttp2_session_mem_send(session, &start)
      if length < 0 { throw TransportError(.http2, h2Message(Int32(clamping: length))) }
      guard length > 0, let start else { return any }
      buffer.append(start, count: length)
      any = true
    }
    return any
  }

  var isOver: Bool { nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0 }

  func respond(_ exchange: ServerExchange, status: Int, headers: [(String, String)]) {
    // nghttp2 copies names and values; all of them stand in one buffer until it has.
    var text = ByteBuffer(capacity: 256)
    text.append(":status")
    text.appendDecimal(status)
    for (name, value) in headers {
      text.append(name)
      text.append(value)
    }
    var fields: [nghttp2_nv] = []
    fields.reserveCapacity(headers.count + 1)
    var at = 0
    func add(_ nameLength: Int, _ valueLength: Int, isUnique: Bool = false) {
      fields.append(
        nghttp2_nv(
          name: text.base + at, value: text.base + at + nameLength, namelen: nameLength,
          valuelen: valueLength,
          flags: UInt8((isUnique ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE).rawValue)))
      at += nameLength + valueLength
    }
    var digits = 1
    var rest = status
    while rest >= 10 {
      rest /= 10
      digits += 1
    }
    add(7, digits)
    for (name, value) in headers {
      // An id differs in every answer: in HPACK's table it would only push the others out.
      add(name.utf8.count, value.utf8.count, isUnique: name.hasSuffix("-id"))
    }
    if exchange.answer.count == 0 {
      nghttp2_submit_response(session, exchange.streamID, fields, fields.count, nil)
    } else {
      var provider = nghttp2_data_provider()
      provider.source.ptr = Unmanaged.passUnretained(exchange).toOpaque()
      provider.read_callback = serverBody
      nghttp2_submit_response(session, exchange.streamID, fields, fields.count, &provider)
    }
  }

  func reset(_ stream: Int32, _ code: UInt32) {
    nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, code)
  }

  func goaway(_ last: Int32?, _ code: UInt32, _ debugData: String) {
    let bytes = Array(debugData.utf8)
    nghttp2_submit_goaway(
      session, UInt8(NGHTTP2_FLAG_NONE.rawValue), last ?? newest, code, bytes, bytes.count)
  }

  func setMaximumConcurrentStreams(_ streams: Int) {
    let settings = [Self.streams(streams)]
    nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), settings, 1)
  }

  func closeAll() {
    for exchange in open.values { exchange.isOpen = false }
    open.removeAll()
  }
}

private func owner(_ data: UnsafeMutableRawPointer?) -> ServerSession? {
  data.map { Unmanaged<ServerSession>.fromOpaque($0).takeUnretainedValue() }
}

private let serverBegins: nghttp2_on_begin_headers_callback = { _, frame, data in
  guard let owner = owner(data), let frame, frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST else {
    return 0
  }
  let stream = frame.pointee.hd.stream_id
  owner.newest = Swift.max(owner.newest, stream)
  owner.open[stream] = ServerExchange(owner.connection, streamID: stream, version: "HTTP/2")
  return 0
}

private let serverHeader: nghttp2_on_header_callback = {
  _, frame, name, nameLength, value, valueLength, _, data in
  guard let owner = owner(data), let frame, let exchange = owner.open[frame.pointee.hd.stream_id] else {
    return 0
  }
  let fits = exchange.addField(
    UnsafeBufferPointer(start: name, count: nameLength), UnsafeBufferPointer(start: value, count: valueLength)
  )
  return fits ? 0 : NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
}

private let serverData: nghttp2_on_data_chunk_recv_callback = { _, _, stream, bytes, length, data in
  guard let owner = owner(data), let exchange = owner.open[stream] else { return 0 }
  exchange.addBody(UnsafeBufferPointer(start: bytes, count: length), maximum: owner.connection.maximumBody)
  return 0
}

private let serverFrame: nghttp2_on_frame_recv_callback = { _, frame, data in
  guard let owner = owner(data), let frame else { return 0 }
  let type = frame.pointee.hd.type
  guard type == UInt8(NGHTTP2_HEADERS.rawValue) || type == UInt8(NGHTTP2_DATA.rawValue),
    let exchange = owner.open[frame.pointee.hd.stream_id]
  else { return 0 }
  if frame.pointee.hd.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 {
    owner.connection.deliver(exchange)
  } else if type == UInt8(NGHTTP2_HEADERS.rawValue) {
    owner.connection.deliverHeaders(exchange)
  }
  return 0
}

private let serverStreamClosed: nghttp2_on_stream_close_callback = { _, stream, _, data in
  owner(data)?.open.removeValue(forKey: stream)?.isOpen = false
  return 0
}

private let serverBody: nghttp2_data_source_read_callback = { _, _, target, length, flags, source, _ in
  guard let data = source?.pointee.ptr, let target, let flags else {
    return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
  }
  // Alive: the session holds every exchange until its stream is closed.
  let exchange = Unmanaged<ServerExchange>.fromOpaque(data).takeUnretainedValue()
  let size = Swift.min(length, exchange.answer.count - exchange.answerSent)
  if size > 0 { target.update(from: exchange.answer.base + exchange.answerSent, count: size) }
  exchange.answerSent += size
  if exchange.answerSent == exchange.answer.count { flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
  return size
}
