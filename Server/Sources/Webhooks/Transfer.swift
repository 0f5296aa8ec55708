internal import CCurl

/// One try, on the sender's thread.
final class Transfer {
  /// An answer's body is read so far, so that its connection can be used again, and thrown away.
  private static let mostRead = 64 * 1024

  let order: SenderDesk.Order
  let easy: UnsafeMutableRawPointer
  private let allowsAnyAddress: Bool
  private var headers: UnsafeMutablePointer<curl_slist>?
  private var read = 0
  /// Addresses that were connected to, and the first that was refused.
  private var opened = 0
  private var refused: NetworkAddress.Kind?

  init?(_ order: SenderDesk.Order, _ configuration: WebhookConfiguration) {
    guard let easy = curl_easy_init() else { return nil }
    self.order = order
    self.easy = easy
    let endpoint = order.delivery.endpoint
    allowsAnyAddress = endpoint.allowsPrivate || configuration.proxy != nil
    let this = Unmanaged.passUnretained(self).toOpaque()
    let timestamp = configuration.now()
    let body = order.delivery.body
    guard Transfer.setUp(easy, configuration),
      let signature = try? WebhookSignature.header(
        id: order.delivery.id, timestamp: timestamp, body: body, secrets: endpoint.secrets),
      setHeaders([
        "Content-Type: application/json", "Accept:", "Expect:", "webhook-id: \(order.delivery.id)",
        "webhook-timestamp: \(timestamp)", "webhook-signature: \(signature)",
      ]),
      pw_curl_text(easy, CURLOPT_URL, endpoint.url) == CURLE_OK,
      pw_curl_text(easy, CURLOPT_PROTOCOLS_STR, endpoint.allowsPrivate ? "https,http" : "https") == CURLE_OK,
      body.withUnsafeBytes({ pw_curl_body(easy, $0.baseAddress, $0.count) }) == CURLE_OK,
      pw_curl_on_bytes(easy, receivedBytes, this) == CURLE_OK,
      pw_curl_on_socket(easy, openingSocket, this) == CURLE_OK
    else { return nil }
    if endpoint.allowsPrivate {
      // Its connection must not be found by an endpoint that may not be there.
      guard pw_curl_number(easy, CURLOPT_FRESH_CONNECT, 1) == CURLE_OK,
        pw_curl_number(easy, CURLOPT_FORBID_REUSE, 1) == CURLE_OK
      else { return nil }
    }
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(headers)
  }

  /// What is the same for all; false: something of it cannot be used.
  static func setUp(_ easy: UnsafeMutableRawPointer, _ configuration: WebhookConfiguration) -> Bool {
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_SSL_VERIFYPEER, 1),
      (CURLOPT_SSL_VERIFYHOST, 2), (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
      (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
      (CURLOPT_CONNECTTIMEOUT_MS, configuration.connectMilliseconds),
      (CURLOPT_TIMEOUT_MS, configuration.wholeMilliseconds),
    ]
    for (option, value) in numbers where pw_curl_number(easy, option, value) != CURLE_OK { return false }
    // An empty proxy is none; without it the environment's would be taken.
    guard pw_curl_text(easy, CURLOPT_PROXY, configuration.proxy ?? "") == CURLE_OK,
      pw_curl_text(easy, CURLOPT_NOPROXY, "") == CURLE_OK,
      pw_curl_text(easy, CURLOPT_USERAGENT, "pushwire-webhooks") == CURLE_OK
    else { return false }
    guard let authorities = configuration.authoritiesPEM else { return true }
    return Array(authorities.utf8).withUnsafeBytes {
      pw_curl_authorities(easy, $0.baseAddress, $0.count) == CURLE_OK
    }
  }

  private func setHeaders(_ lines: [String]) -> Bool {
    for line in lines {
      guard let longer = curl_slist_append(headers, line) else { return false }
      headers = longer
    }
    return pw_curl_headers(easy, headers) == CURLE_OK
  }

  /// What came of it. Where the status is known, nothing that happened behind it matters.
  func outcome(_ result: CURLcode) -> WebhookOutcome {
    let status = pw_curl_status(easy)
    if status >= 200 {
      return .answered(status, retryAfter: Int(clamping: pw_curl_retry_after(easy)))
    }
    if let refused, opened == 0 {
      return .forbidden(
        why: "The host is at an address that is not of the open internet (\(refused.rawValue)).")
    }
    return .retry(
      after: nil, why: result == CURLE_OK ? "no answer" : String(cString: curl_easy_strerror(result)))
  }

  fileprivate func take(_ count: Int) -> Bool {
    read += count
    return read <= Transfer.mostRead
  }

  /// Whether an address may be connected to.
  fileprivate func admits(_ address: NetworkAddress?) -> Bool {
    let kind = address?.kind ?? .reserved
    guard allowsAnyAddress || kind == .global else {
      refused = refused ?? kind
      return false
    }
    opened += 1
    return true
  }
}

private let receivedBytes: curl_write_callback = { _, size, count, context in
  guard let context else { return 0 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  // Fewer than came: the transfer ends.
  return transfer.take(size * count) ? size * count : 0
}

/// Called for each address right before it is connected to: what a name resolved to earlier says nothing.
private let openingSocket: curl_opensocket_callback = { context, _, address in
  guard let context, let address else { return pw_curl_no_socket() }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  var bytes = [UInt8](repeating: 0, count: 16)
  let count = Int(pw_curl_address(address, &bytes))
  guard transfer.admits(NetworkAddress(bytes: Array(bytes.prefix(count)))) else { return pw_curl_no_socket() }
  return pw_curl_socket(address)
}
