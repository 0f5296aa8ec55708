internal import CCurl

/// A URL as libcurl reads it: a second reader could see another host than the one that is connected to.
struct WebhookURL {
  let scheme: String
  /// A name, or an address without brackets, in its usual form: `0x7f.1` is `127.0.0.1`.
  let host: String
  let port: String
  let hasCredentials: Bool

  init(_ url: String) throws(WebhookError) {
    // What stands behind a NUL would not reach the library.
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let parsed = curl_url() else {
      throw WebhookError(.url, "A webhook URL has no spaces or control characters.")
    }
    defer { curl_url_cleanup(parsed) }
    let result = curl_url_set(parsed, CURLUPART_URL, url, 0)
    guard result == CURLUE_OK else {
      throw WebhookError(
        .url, "The webhook URL cannot be read: \(String(cString: curl_url_strerror(result))).")
    }
    func part(_ part: CURLUPart, _ flags: UInt32 = 0) -> String? {
      var text: UnsafeMutablePointer<CChar>?
      guard curl_url_get(parsed, part, &text, flags) == CURLUE_OK, let text else { return nil }
      defer { curl_free(text) }
      return String(cString: text)
    }
    guard let scheme = part(CURLUPART_SCHEME), let host = part(CURLUPART_HOST), !host.isEmpty else {
      throw WebhookError(.url, "The webhook URL names no host.")
    }
    self.scheme = scheme.lowercased()
    self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    port = part(CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT)) ?? ""
    hasCredentials = part(CURLUPART_USER) != nil || part(CURLUPART_PASSWORD) != nil
  }
}
