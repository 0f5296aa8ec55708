/// HTTP/1.1 CONNECT as a byte engine (RFC 9110, section 9.3.6): what to send, and what the answer means.
struct ProxyHandshake {
  private static let maximumAnswer = 8 * 1024
  private var answer: [UInt8] = []
  let request: [UInt8]

  init(_ endpoint: Endpoint, _ proxy: Endpoint.Proxy) {
    let target = "\(endpoint.bracketed):\(endpoint.port)"
    var text = "CONNECT \(target) HTTP/1.1\r\nHost: \(target)\r\n"
    if let credentials = proxy.credentials {
      text += "Proxy-Authorization: Basic \(base64(Array(credentials.utf8)))\r\n"
    }
    request = Array((text + "\r\n").utf8)
  }

  /// True once the tunnel stands; nothing of TLS can come before our own first bytes.
  mutating func receive(_ bytes: UnsafeBufferPointer<UInt8>) throws(TransportError) -> Bool {
    answer.append(contentsOf: bytes)
    guard answer.count <= Self.maximumAnswer else {
      throw TransportError(.proxy, "the proxy's answer has no end")
    }
    guard let end = headerEnd() else { return false }
    let line = String(decoding: answer.prefix { $0 != 13 && $0 != 10 }, as: UTF8.self)
    let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), words[1].utf8.count == 3,
      let status = Int(words[1])
    else {
      throw TransportError(.proxy, "the proxy does not speak HTTP/1.1")
    }
    if (500..<600).contains(status) {
      // It could not reach the provider just now; that passes.
      throw TransportError(.connect, "the proxy could not connect (status \(status))")
    }
    guard (200..<300).contains(status) else {
      let hint = status == 407 ? "; it wants a user and a password" : ""
      throw TransportError(.proxy, "the proxy refused the connection with status \(status)\(hint)")
    }
    guard end == answer.count else {
      throw TransportError(.proxy, "the proxy sent data before the tunnel was used")
    }
    return true
  }

  private func headerEnd() -> Int? {
    guard answer.count >= 4 else { return nil }
    for at in 0...(answer.count - 4)
    where answer[at] == 13 && answer[at + 1] == 10 && answer[at + 2] == 13 && answer[at + 3] == 10 {
      return at + 4
    }
    return nil
  }
}

/// Base64 with padding (RFC 4648, section 4), for a header of a few bytes.
func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  var at = 0
  while at < bytes.count {
    let left = bytes.count - at
    let group =
      UInt32(bytes[at]) << 16 | (left > 1 ? UInt32(bytes[at + 1]) << 8 : 0)
      | (left > 2 ? UInt32(bytes[at + 2]) : 0)
    text.append(alphabet[Int(group >> 18 & 63)])
    text.append(alphabet[Int(group >> 12 & 63)])
    text.append(left > 1 ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
    text.append(left > 2 ? alphabet[Int(group & 63)] : UInt8(ascii: "="))
    at += 3
  }
  return String(decoding: text, as: UTF8.self)
}
