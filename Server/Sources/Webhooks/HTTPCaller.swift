internal import CCurl

/// Asks an HTTP server one thing after the other, and waits for each answer. Keeps its connection. Redirects are not
/// followed, and TLS is verified. For commands, not for a server's work: its thread waits.
public final class HTTPCaller {
  public struct Answer: Sendable, Equatable {
    public var status: Int
    public var body: [UInt8]
    /// Seconds; nil: not asked for.
    public var retryAfter: Int?
  }

  /// An answer's body may have so many bytes.
  static let mostBytes = 16 << 20

  private let easy: UnsafeMutableRawPointer
  private let patience: Int
  fileprivate var received: [UInt8] = []

  /// - Parameter patience: how long an answer may take, milliseconds.
  public init(patience: Int = 15_000) throws(WebhookError) {
    guard Library.isReady, let easy = curl_easy_init() else {
      throw WebhookError(.library, "libcurl gives no handle.")
    }
    self.easy = easy
    self.patience = patience
  }

  deinit { curl_easy_cleanup(easy) }

  /// - Parameters:
  ///   - headers: without line breaks; one that has any is not sent, and nothing else.
  ///   - body: empty: none.
  /// - Returns: nil: there was no answer, or it was too large.
  public func ask(_ method: String, _ url: String, _ headers: [String: String], _ body: [UInt8]) -> Answer? {
    curl_easy_reset(easy)
    received = []
    var list: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(list) }
    // Without a name of its own libcurl would ask first whether a long body may come.
    let lines = headers.map { "\($0.key): \($0.value)" } + ["Expect:"]
    for line in lines {
      guard !line.utf8.contains(where: { $0 == 10 || $0 == 13 }), let longer = curl_slist_append(list, line)
      else {
        return nil
      }
      list = longer
    }
    let this = Unmanaged.passUnretained(self).toOpaque()
    // The environment's proxy is for others than this machine.
    let isHere = ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"].contains { url.hasPrefix($0) }
    guard setNumbers(), pw_curl_text(easy, CURLOPT_URL, url) == CURLE_OK,
      !isHere || pw_curl_text(easy, CURLOPT_NOPROXY, "*") == CURLE_OK,
      pw_curl_text(easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK,
      pw_curl_text(easy, CURLOPT_USERAGENT, "pushwire") == CURLE_OK,
      pw_curl_headers(easy, list) == CURLE_OK, setBody(body),
      pw_curl_text(easy, CURLOPT_CUSTOMREQUEST, method) == CURLE_OK,
      pw_curl_on_bytes(easy, receivedAnswer, this) == CURLE_OK
    else { return nil }
    guard curl_easy_perform(easy) == CURLE_OK else { return nil }
    let retryAfter = Int(clamping: pw_curl_retry_after(easy))
    return Answer(
      status: pw_curl_status(easy), body: received, retryAfter: retryAfter > 0 ? retryAfter : nil)
  }

  private func setNumbers() -> Bool {
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_SSL_VERIFYPEER, 1),
      (CURLOPT_SSL_VERIFYHOST, 2), (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
      (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)), (CURLOPT_CONNECTTIMEOUT_MS, patience),
      (CURLOPT_TIMEOUT_MS, patience),
    ]
    return numbers.allSatisfy { pw_curl_number(easy, $0.0, $0.1) == CURLE_OK }
  }

  private func setBody(_ body: [UInt8]) -> Bool {
    guard !body.isEmpty else { return true }
    return body.withUnsafeBytes { pw_curl_body(easy, $0.baseAddress, $0.count) == CURLE_OK }
  }
}

private let receivedAnswer: curl_write_callback = { bytes, size, count, context in
  guard let context else { return 0 }
  let caller = Unmanaged<HTTPCaller>.fromOpaque(context).takeUnretainedValue()
  let length = size * count
  guard caller.received.count + length <= HTTPCaller.mostBytes else { return 0 }
  if let bytes { caller.received += UnsafeRawBufferPointer(start: bytes, count: length) }
  return length
}
