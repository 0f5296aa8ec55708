internal import CMicrohttpd

/// What is thrown away of a body that nobody wants, so that its connection can go on; bytes.
private let mostDiscarded = 64 * 1024

/// The library calls this when the head of a request is there, with each part of its body, when it is
/// complete, and again when a connection that was laid aside is resumed.
let received: MHD_AccessHandlerCallback = { context, handle, url, method, _, bytes, count, held in
  guard let context, let handle, let count, let held else { return .NO }
  let core = Unmanaged<Worker>.fromOpaque(context).takeUnretainedValue().core
  guard let pointer = held.pointee else {
    guard let url, let method else { return .NO }
    return core.begin(handle, url: url, method: method, held: held)
  }
  let request = Unmanaged<HTTPRequest>.fromOpaque(pointer).takeUnretainedValue()
  guard count.pointee > 0, let bytes else { return core.finish(request) }
  let length = count.pointee
  count.pointee = 0
  return bytes.withMemoryRebound(to: UInt8.self, capacity: length) {
    core.take(UnsafeBufferPointer(start: $0, count: length), of: request)
  }
}

/// A request is over: answered, or its client has gone.
let completed: MHD_RequestCompletedCallback = { context, _, held, _ in
  guard let context, let pointer = held?.pointee else { return }
  let core = Unmanaged<Worker>.fromOpaque(context).takeUnretainedValue().core
  held?.pointee = nil
  let request = Unmanaged<HTTPRequest>.fromOpaque(pointer).takeRetainedValue()
  request.end()
  core.active.subtract(1, ordering: .sequentiallyConsistent)
}

extension FrontCore {
  fileprivate func begin(
    _ handle: OpaquePointer, url: UnsafePointer<CChar>, method: UnsafePointer<CChar>,
    held: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    guard let pointer = pw_mhd_socket_context(handle) else { return .NO }
    let connection = Unmanaged<FrontConnection>.fromOpaque(pointer).takeUnretainedValue()
    let length = strlen(url)
    let path = url.withMemoryRebound(to: UInt8.self, capacity: length) {
      RequestTarget(path: UnsafeBufferPointer(start: $0, count: length))
    }
    var target = path
    let isReadable = target != nil && readQuery(handle, into: &target)
    let request = HTTPRequest(
      core: self, connection: connection, handle: handle, method: String(cString: method),
      target: target ?? RequestTarget.unreadable)
    held.pointee = Unmanaged.passRetained(request).toOpaque()
    active.add(1, ordering: .sequentiallyConsistent)

    let framing = pw_mhd_framing(handle)
    if framing.lengths + framing.encodings > 1 {
      // Two readers of such a request may see different ends of it: RFC 9112 section 6.3.
      return queue(configuration.problem(400), for: request, closing: true)
    }
    if framing.encodings == 1 && framing.is_chunked == 0 {
      return queue(configuration.problem(501), for: request, closing: true)
    }
    guard !isStopping else { return queue(configuration.problem(503), for: request, closing: true) }
    guard isReadable else { return refuse(request, framing, configuration.problem(400)) }
    switch request.within({ handler?.admit(request) }) {
    case .body(let limit):
      request.bodyLimit = min(max(limit, 0), configuration.maximumBody)
      if framing.length > UInt64(request.bodyLimit) {
        return refuse(request, framing, configuration.problem(413))
      }
      if framing.length > 0 { request.expectBody(Int(framing.length)) }
      return .YES
    case .answer(let answer): return refuse(request, framing, answer)
    case nil: return .NO
    }
  }

  /// Answers after the body, or at once where it is too long or the client waits with it: behind an answer
  /// that is queued before the request is complete the library closes the connection.
  private func refuse(_ request: HTTPRequest, _ framing: pw_framing, _ answer: HTTPAnswer) -> MHD_Result {
    let hasBody = framing.length > 0 || framing.encodings > 0
    if framing.length > UInt64(mostDiscarded) || (hasBody && framing.expects_continue != 0) {
      return queue(answer, for: request)
    }
    request.refuse(answer)
    return .YES
  }

  fileprivate func take(_ bytes: UnsafeBufferPointer<UInt8>, of request: HTTPRequest) -> MHD_Result {
    if !request.isRefused {
      if request.take(bytes) { return .YES }
      // Only a body of unannounced length comes here.
      request.refuse(configuration.problem(413))
      if !isSecure {
        sendAtOnce(request)
        return .NO
      }
    }
    request.discarded += bytes.count
    guard request.discarded > mostDiscarded else { return .YES }
    if !isSecure { sendAtOnce(request) }
    return .NO
  }

  fileprivate func finish(_ request: HTTPRequest) -> MHD_Result {
    if let refusal = request.refusal { return queue(refusal, for: request) }
    if request.becomeWhole() {
      if isStopping {
        request.respond(configuration.problem(503))
      } else {
        request.within { handler?.handle(request) }
      }
    }
    if request.suspend() { return .YES }
    guard let answer = request.takeAnswer() else { return .NO }
    return queue(answer, for: request)
  }

  // MARK: Query

  /// False: a name or a value cannot be decoded.
  private func readQuery(_ handle: OpaquePointer, into target: inout RequestTarget?) -> Bool {
    guard MHD_get_connection_values(handle, .GET_ARGUMENT_KIND, nil, nil) > 0 else { return true }
    return withUnsafeMutablePointer(to: &target) { target in
      var reader = QueryReader(target: target)
      MHD_get_connection_values(handle, .GET_ARGUMENT_KIND, queryItem, &reader)
      return reader.isReadable
    }
  }
}

private struct QueryReader {
  let target: UnsafeMutablePointer<RequestTarget?>
  var isReadable = true
}

private let queryItem: MHD_KeyValueIterator = { context, _, name, value in
  guard let reader = context?.assumingMemoryBound(to: QueryReader.self), let name else { return .NO }
  let added = withBytes(name) { name in
    guard let value else { return reader.pointee.target.pointee?.add(name: name, value: nil) }
    return withBytes(value) { reader.pointee.target.pointee?.add(name: name, value: $0) }
  }
  if added != true { reader.pointee.isReadable = false }
  return reader.pointee.isReadable ? .YES : .NO
}

private func withBytes<Result>(
  _ text: UnsafePointer<CChar>, _ use: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
  let length = strlen(text)
  return text.withMemoryRebound(to: UInt8.self, capacity: length) {
    use(UnsafeBufferPointer(start: $0, count: length))
  }
}
