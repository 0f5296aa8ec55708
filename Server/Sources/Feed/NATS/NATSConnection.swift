internal import CNats

/// What a connection tells; on threads of the library.
protocol NATSListener: AnyObject, Sendable {
  /// False: it was lost; the library tries to restore it.
  func connection(isUp: Bool)
  /// A message of the stream. The pointers are good for this call.
  func delivered(
    _ place: Int, _ text: UnsafeBufferPointer<UInt8>, answerTo reply: UnsafeBufferPointer<UInt8>)
  /// A request for messages has ended. `name`: the last part of its inbox.
  func ended(_ place: Int, _ name: Substring, status: Int)
  /// What became of a message that was published.
  func published(_ text: UnsafeBufferPointer<UInt8>, _ result: PublishResult)
}

enum PublishResult: Sendable, Equatable {
  case stored
  /// A message with this id was stored before.
  case duplicate
  case failed(FeedError)
}

/// One connection to the cluster. The library restores it for ever, except where the servers refuse it: then
/// it is closed, and another is to be made. Any thread.
///
/// The library's objects are made for use by several threads. Its callbacks are C functions on its threads;
/// what they are given is a small relay that is never freed, since a late call cannot be ruled out.
final class NATSConnection: @unchecked Sendable {
  private let handle: OpaquePointer
  private let stream: OpaquePointer
  private let inbox: String
  private let listener: any NATSListener
  private let subscriptions = Guarded<[Subscription]>([])
  private let isClosed = Guarded(false)

  // Destroyed with the connection, and used for nothing else.
  private struct Subscription: @unchecked Sendable { let handle: OpaquePointer }

  /// Waits for the connection.
  init(_ settings: FeedSettings, name: String, listener: any NATSListener) throws(FeedError) {
    let options = try NATSOptions(settings, name: name)
    let relay = Unmanaged.passRetained(NATSRelay(listener)).toOpaque()
    natsOptions_SetDisconnectedCB(options.handle, natsDisconnected, relay)
    natsOptions_SetReconnectedCB(options.handle, natsReconnected, relay)
    natsOptions_SetClosedCB(options.handle, natsDisconnected, relay)
    natsOptions_SetErrorHandler(options.handle, natsNoticed, relay)
    var made: OpaquePointer?
    let where_ = settings.servers.joined(separator: ", ")
    try NATSFailure.check(natsConnection_Connect(&made, options.handle), where_)
    guard let made else { throw FeedError(.unreachable, "NATS is not reached: \(where_)") }
    var context: OpaquePointer?
    var js = jsOptions()
    jsOptions_Init(&js)
    js.Wait = Int64(settings.answerWithin)
    js.PublishAsync.MaxPending = 4_000
    js.PublishAsync.StallWait = Int64(settings.answerWithin)
    js.PublishAsync.AckHandler = natsPublished
    js.PublishAsync.AckHandlerClosure = relay
    let status = natsConnection_JetStream(&context, made, &js)
    guard status == NATS_OK, let context else {
      natsConnection_Destroy(made)
      throw NATSFailure.error(status, "JetStream")
    }
    var prefix: UnsafeMutablePointer<natsInbox>?
    let text = natsInbox_Create(&prefix) == NATS_OK ? prefix.map { String(cString: $0) } : nil
    natsInbox_Destroy(prefix)
    handle = made
    stream = context
    inbox = text ?? "_INBOX.pw"
    self.listener = listener
  }

  /// Calls may still be under way on other threads of the library; none begins afterwards.
  func close() {
    let wasClosed = isClosed.withLock { closed in
      defer { closed = true }
      return closed
    }
    guard !wasClosed else { return }
    natsConnection_Close(handle)
  }

  deinit {
    close()
    for subscription in subscriptions.withLock({ $0 }) { natsSubscription_Destroy(subscription.handle) }
    jsCtx_Destroy(stream)
    natsConnection_Destroy(handle)
  }

  var isUp: Bool { natsConnection_Status(handle) == NATS_CONN_STATUS_CONNECTED }

  /// It will not come back by itself.
  var hasEnded: Bool { natsConnection_Status(handle) == NATS_CONN_STATUS_CLOSED }

  /// Why it is down, as far as the library says.
  var lastError: String? {
    var text: UnsafePointer<CChar>?
    guard natsConnection_GetLastError(handle, &text) != NATS_OK, let text else { return nil }
    return String(cString: text)
  }

  // MARK: Messages

  /// From now on the answers to requests of this place are told to the listener.
  func listen(_ place: Int) throws(FeedError) {
    let relay = Unmanaged.passRetained(NATSPlaceRelay(listener, place)).toOpaque()
    var made: OpaquePointer?
    try NATSFailure.check(
      natsConnection_Subscribe(&made, handle, "\(inbox).\(place).*", natsDelivered, relay), "an inbox")
    if let made {
      let subscription = Subscription(handle: made)
      subscriptions.withLock { $0.append(subscription) }
    }
  }

  /// Asks a consumer for messages. False: it could not be sent.
  func request(_ subject: String, _ body: String, place: Int, name: String) -> Bool {
    natsConnection_PublishRequestString(handle, subject, "\(inbox).\(place).\(name)", body) == NATS_OK
  }

  /// `subject`: with its final zero.
  func send(_ word: StaticString, to subject: UnsafePointer<CChar>) -> Bool {
    natsConnection_Publish(handle, subject, word.utf8Start, Int32(word.utf8CodeUnitCount)) == NATS_OK
  }

  /// Publishes into the stream; what became of it is told to the listener, at the latest after `within`
  /// milliseconds. Waits where too many are under way.
  /// - Throws: it was not sent.
  func publish(_ text: [UInt8], id: [UInt8], to subject: String, within: Int) throws(FeedError) {
    var options = jsPubOptions()
    jsPubOptions_Init(&options)
    options.MaxWait = Int64(within)
    let status = (id + [0]).withUnsafeBufferPointer { id in
      id.withMemoryRebound(to: CChar.self) { id in
        options.MsgId = id.baseAddress
        return text.withUnsafeBytes {
          js_PublishAsync(stream, subject, $0.baseAddress, Int32(clamping: $0.count), &options)
        }
      }
    }
    try NATSFailure.check(status, "a message for \(subject)")
  }

  /// Writes what waits in the library's buffer.
  func flush() { natsConnection_FlushTimeout(handle, 1_000) }

  func jetStream<Result>(
    _ body: (OpaquePointer) throws(FeedError) -> Result
  ) throws(FeedError) -> Result { try body(stream) }
}

// MARK: - Calls of the library

private final class NATSRelay: Sendable {
  nonisolated(unsafe) weak var listener: (any NATSListener)?
  init(_ listener: any NATSListener) { self.listener = listener }

  static func of(_ closure: UnsafeMutableRawPointer?) -> (any NATSListener)? {
    closure.map { Unmanaged<NATSRelay>.fromOpaque($0).takeUnretainedValue().listener } ?? nil
  }
}

private final class NATSPlaceRelay: Sendable {
  nonisolated(unsafe) weak var listener: (any NATSListener)?
  let place: Int
  init(_ listener: any NATSListener, _ place: Int) {
    self.listener = listener
    self.place = place
  }
}

private func natsDisconnected(_ connection: OpaquePointer?, _ closure: UnsafeMutableRawPointer?) {
  NATSRelay.of(closure)?.connection(isUp: false)
}

private func natsReconnected(_ connection: OpaquePointer?, _ closure: UnsafeMutableRawPointer?) {
  NATSRelay.of(closure)?.connection(isUp: true)
}

/// The library would print it otherwise.
private func natsNoticed(
  _ connection: OpaquePointer?, _ subscription: OpaquePointer?, _ status: natsStatus,
  _ closure: UnsafeMutableRawPointer?
) {}

private func natsPublished(
  _ context: OpaquePointer?, _ message: OpaquePointer?, _ ack: UnsafeMutablePointer<jsPubAck>?,
  _ failure: UnsafeMutablePointer<jsPubAckErr>?, _ closure: UnsafeMutableRawPointer?
) {
  defer { natsMsg_Destroy(message) }
  guard let message, let listener = NATSRelay.of(closure) else { return }
  let result: PublishResult
  if let failure = failure?.pointee {
    let words = failure.ErrText.map { String(cString: $0) }
    result = .failed(
      words.map { FeedError(.stream, "NATS: \($0)") } ?? NATSFailure.error(failure.Err, "a message"))
  } else {
    result = ack?.pointee.Duplicate == true ? .duplicate : .stored
  }
  listener.published(natsText(message), result)
}

private func natsDelivered(
  _ connection: OpaquePointer?, _ subscription: OpaquePointer?, _ message: OpaquePointer?,
  _ closure: UnsafeMutableRawPointer?
) {
  defer { natsMsg_Destroy(message) }
  guard let message, let closure else { return }
  let relay = Unmanaged<NATSPlaceRelay>.fromOpaque(closure).takeUnretainedValue()
  guard let listener = relay.listener else { return }
  let text = natsText(message)
  var status: UnsafePointer<CChar>?
  if text.isEmpty, natsMsgHeader_Get(message, "Status", &status) == NATS_OK, let status,
    let subject = natsMsg_GetSubject(message)
  {
    let name = String(cString: subject)
    listener.ended(
      relay.place, name[(name.lastIndex(of: ".").map { name.index(after: $0) } ?? name.startIndex)...],
      status: Int(String(cString: status)) ?? 0)
    return
  }
  guard let reply = natsMsg_GetReply(message) else { return }
  var length = 0
  while reply[length] != 0 { length += 1 }
  reply.withMemoryRebound(to: UInt8.self, capacity: length) {
    listener.delivered(relay.place, text, answerTo: UnsafeBufferPointer(start: $0, count: length))
  }
}

private func natsText(_ message: OpaquePointer) -> UnsafeBufferPointer<UInt8> {
  let count = max(Int(natsMsg_GetDataLength(message)), 0)
  guard count > 0, let start = natsMsg_GetData(message) else { return .init(start: nil, count: 0) }
  return UnsafeRawBufferPointer(start: start, count: count).assumingMemoryBound(to: UInt8.self)
}
