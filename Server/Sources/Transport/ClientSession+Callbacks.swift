internal import Bytes
internal import CNghttp2

typealias ClientContext = UnsafeMutablePointer<ClientSession.Context>

@inline(__always)
private func context(_ data: UnsafeMutableRawPointer?) -> ClientContext? {
  data?.assumingMemoryBound(to: ClientSession.Context.self)
}

/// The exchange of a stream, unless nobody waits for it any more.
@inline(__always)
private func exchange(
  _ session: OpaquePointer?, _ stream: Int32, _ context: ClientContext
) -> UnsafeMutablePointer<Exchange>? {
  let mark = Int(bitPattern: nghttp2_session_get_stream_user_data(session, stream))
  guard mark > 0, mark <= context.pointee.capacity else { return nil }
  let entry = context.pointee.entries + (mark - 1)
  guard entry.pointee.place == .inFlight, entry.pointee.stream == stream,
    entry.pointee.connection == context.pointee.connection
  else { return nil }
  return entry
}

let onHeader: nghttp2_on_header_callback = { session, frame, name, nameLength, value, valueLength, _, data in
  guard let context = context(data), let frame, let name, let value,
    let entry = exchange(session, frame.pointee.hd.stream_id, context)
  else { return 0 }
  if nameLength == 7 && name[0] == UInt8(ascii: ":") {
    // ":status" is three digits; nghttp2 has checked it. It begins a block of headers: what an
    // informational one brought is forgotten.
    var status = 0
    entry.pointee.forgetHeaders()
    for at in 0..<valueLength { status = status &* 10 &+ Int(value[at] &- 48) }
    entry.pointee.status = status
    return 0
  }
  for index in 0..<context.pointee.captureCount {
    let wanted = context.pointee.captures[index]
    guard wanted.count == nameLength, let want = wanted.baseAddress else { continue }
    var same = true
    for at in 0..<nameLength where want[at] != name[at] {
      same = false
      break
    }
    if same {
      // Headers come before the body, trailers behind it: those are not kept.
      guard entry.pointee.answerBodyStart == entry.pointee.answer.count, valueLength <= 1024 else { return 0 }
      entry.pointee.captures[index] = (Int32(entry.pointee.answer.count), Int32(valueLength))
      entry.pointee.answer.append(value, count: valueLength)
      entry.pointee.answerBodyStart = entry.pointee.answer.count
      return 0
    }
  }
  return 0
}

let onData: nghttp2_on_data_chunk_recv_callback = { session, _, stream, bytes, length, data in
  guard let context = context(data), let bytes, let entry = exchange(session, stream, context) else {
    return 0
  }
  let room = entry.pointee.answerLimit - (entry.pointee.answer.count - entry.pointee.answerBodyStart)
  entry.pointee.answer.append(bytes, count: Swift.min(room, length))
  if length > room { entry.pointee.isCut = true }
  return 0
}

let onFrame: nghttp2_on_frame_recv_callback = { session, frame, data in
  guard let context = context(data), let frame else { return 0 }
  switch frame.pointee.hd.type {
  case UInt8(NGHTTP2_HEADERS.rawValue), UInt8(NGHTTP2_DATA.rawValue):
    if frame.pointee.hd.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0,
      let entry = exchange(session, frame.pointee.hd.stream_id, context)
    {
      entry.pointee.isAnswered = true
    }
  case UInt8(NGHTTP2_SETTINGS.rawValue):
    if frame.pointee.hd.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0 {
      let limit = nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
      note(context, .settings(maximumStreams: Int(clamping: limit)))
    }
  case UInt8(NGHTTP2_GOAWAY.rawValue):
    let goaway = frame.pointee.goaway
    let length = Swift.min(goaway.opaque_data_len, 256)
    let reason = String(
      decoding: UnsafeBufferPointer(start: goaway.opaque_data, count: goaway.opaque_data == nil ? 0 : length),
      as: UTF8.self)
    context.pointee.hasGoaway = true
    note(
      context, .goaway(code: goaway.error_code, lastStream: goaway.last_stream_id, reason: reason))
  case UInt8(NGHTTP2_PING.rawValue):
    if frame.pointee.hd.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0 { note(context, .pingAnswered) }
  default: break
  }
  return 0
}

private func note(_ context: ClientContext, _ event: SessionEvent) {
  // A peer that floods us with frames gets a bounded list; nghttp2 limits the flood itself.
  guard context.pointee.events.count < 1024 else { return }
  context.pointee.events.append(event)
  context.pointee.hasEvents = true
}

let onFrameSent: nghttp2_on_frame_send_callback = { session, frame, data in
  guard let context = context(data), let frame,
    frame.pointee.hd.type == UInt8(NGHTTP2_HEADERS.rawValue),
    let entry = exchange(session, frame.pointee.hd.stream_id, context)
  else { return 0 }
  entry.pointee.isSent = true
  return 0
}

/// A request's HEADERS that cannot go out. Where nghttp2 had opened the stream it closes it and says so;
/// a header that is too large fails before, and only this tells.
let onFrameNotSent: nghttp2_on_frame_not_send_callback = { session, frame, code, data in
  guard let context = context(data), let frame, frame.pointee.hd.type == UInt8(NGHTTP2_HEADERS.rawValue),
    exchange(session, frame.pointee.hd.stream_id, context) == nil
  else { return 0 }
  let stream = frame.pointee.hd.stream_id
  for index in 0..<context.pointee.capacity {
    let entry = context.pointee.entries + index
    if entry.pointee.place == .inFlight, entry.pointee.connection == context.pointee.connection,
      entry.pointee.stream == stream, !entry.pointee.isSent
    {
      noteEnd(context, Int32(truncatingIfNeeded: index), stream, NGHTTP2_INTERNAL_ERROR.rawValue)
    }
  }
  return 0
}

let onStreamClosed: nghttp2_on_stream_close_callback = { session, stream, code, data in
  guard let context = context(data), let entry = exchange(session, stream, context) else { return 0 }
  noteEnd(context, Int32(truncatingIfNeeded: entry - context.pointee.entries), stream, code)
  return 0
}

@inline(__always)
private func noteEnd(_ context: ClientContext, _ exchange: Int32, _ stream: Int32, _ code: UInt32) {
  guard context.pointee.endedCount < context.pointee.capacity else { return }
  context.pointee.ended[context.pointee.endedCount] = ClientSession.Ended(
    exchange: exchange, stream: stream, errorCode: code)
  context.pointee.endedCount += 1
}

let readBody: nghttp2_data_source_read_callback = { session, stream, target, length, flags, source, data in
  guard let context = context(data), let source, let target, let flags else {
    return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
  }
  let index = Int(source.pointee.fd)
  guard index >= 0, index < context.pointee.capacity else {
    return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
  }
  let entry = context.pointee.entries + index
  guard entry.pointee.place == .inFlight, entry.pointee.stream == stream,
    entry.pointee.connection == context.pointee.connection
  else {
    return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
  }
  let body = entry.pointee.body
  let sent = entry.pointee.bodySent
  let size = Swift.min(length, body.count - sent)
  if size > 0, let base = body.baseAddress { target.update(from: base + sent, count: size) }
  entry.pointee.bodySent = sent + size
  if sent + size == body.count { flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
  return size
}
