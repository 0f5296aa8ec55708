internal import Foundation
internal import PushCrypto

/// One body for one endpoint.
public struct WebhookDelivery: Sendable {
  /// The same at every try, so that the customer can tell a repetition.
  public let id: String
  public let endpoint: WebhookEndpoint
  /// JSON.
  public let body: [UInt8]

  /// - Parameter id: 1 to 128 visible ASCII characters without a full stop, which parts the signed text.
  public init(id: String, endpoint: WebhookEndpoint, body: [UInt8]) throws(WebhookError) {
    let isPlain = id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ".") }
    guard isPlain, (1...128).contains(id.utf8.count) else {
      throw WebhookError(
        .delivery, "A webhook's id is 1 to 128 visible ASCII characters without a full stop.")
    }
    self.id = id
    self.endpoint = endpoint
    self.body = body
  }
}

/// What came of a try.
public enum WebhookOutcome: Sendable, Equatable {
  /// 2xx.
  case delivered(status: Int)
  /// 3xx, and 4xx but 408 and 429: it would be refused again. Redirects are not followed.
  case refused(status: Int)
  /// To be tried again; `after`: seconds that the customer asked to wait.
  case retry(after: Int?, why: String)
  /// The endpoint is at an address where no webhook goes.
  case forbidden(why: String)

  static func answered(_ status: Int, retryAfter: Int) -> WebhookOutcome {
    switch status {
    case 200...299: .delivered(status: status)
    case 408, 429, 500...599:
      .retry(after: retryAfter > 0 ? min(retryAfter, 86_400) : nil, why: "HTTP status \(status)")
    case 300...499: .refused(status: status)
    default: .retry(after: nil, why: "HTTP status \(status)")
    }
  }
}

/// The signature headers of the standard-webhooks specification, version 1.0.
public enum WebhookSignature {
  /// `webhook-signature`: for each secret `v1,` and the base64 of the HMAC-SHA256 over `id.timestamp.body`,
  /// separated by a space.
  /// - Parameter timestamp: UNIX seconds.
  public static func header(
    id: String, timestamp: Int, body: [UInt8], secrets: [[UInt8]]
  ) throws -> String {
    let signed = Array("\(id).\(timestamp).".utf8) + body
    return try secrets.map { secret in
      "v1," + Data(try Digest.hmacSHA256(key: secret, signed)).base64EncodedString()
    }.joined(separator: " ")
  }
}
