internal import CMicrohttpd

extension FrontCore {
  /// Hands an answer to the library, on the server's thread.
  /// - Parameter closing: the connection ends with it.
  func queue(_ answer: HTTPAnswer, for request: HTTPRequest, closing: Bool = false) -> MHD_Result {
    let closes = closing || isDraining
    if (200...599).contains(answer.status), let response = response(answer, closes: closes) {
      defer { MHD_destroy_response(response) }
      return MHD_queue_response(request.handle, UInt32(answer.status), response)
    }
    // A header with a line break or the like, which must not reach the client.
    guard let response = response(configuration.problem(500), closes: closes) else { return .NO }
    defer { MHD_destroy_response(response) }
    return MHD_queue_response(request.handle, 500, response)
  }

  private func response(_ answer: HTTPAnswer, closes: Bool) -> OpaquePointer? {
    let made = answer.body.withUnsafeBytes { bytes in
      MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
    }
    guard let made else { return nil }
    var isWhole = true
    if let type = answer.contentType {
      isWhole = MHD_add_response_header(made, MHD_HTTP_HEADER_CONTENT_TYPE, type) == .YES
    }
    for (name, value) in answer.headers where isWhole {
      isWhole = MHD_add_response_header(made, name, value) == .YES
    }
    if closes && isWhole {
      isWhole = MHD_add_response_header(made, MHD_HTTP_HEADER_CONNECTION, "close") == .YES
    }
    guard isWhole else {
      MHD_destroy_response(made)
      return nil
    }
    return made
  }

  /// Writes the refusal to the socket: in the middle of a body the library takes no answer. The connection is
  /// closed behind it. Without TLS only.
  func sendAtOnce(_ request: HTTPRequest) {
    guard let answer = request.refusal else { return }
    var head =
      "HTTP/1.1 \(answer.status) Refused\r\nConnection: close\r\nContent-Length: \(answer.body.count)\r\n"
    if let type = answer.contentType { head += "Content-Type: \(type)\r\n" }
    for (name, value) in answer.headers { head += "\(name): \(value)\r\n" }
    let bytes = Array((head + "\r\n").utf8) + (request.method == "HEAD" ? [] : answer.body)
    pw_send_once(pw_mhd_socket(request.handle), bytes, bytes.count)
  }
}
