extension ReasonCatalogue {
  /// What happens on the way: no answer of the provider at all.
  static let transport: [Reason] = [
    Reason(
      .transport, "deadline", [], .unavailable, .connection, unanswered: true,
      meaning: "The push was sent and no answer came within its deadline.",
      causes: ["The provider is slow.", "A firewall swallows the packets of an old connection."],
      check: "See whether other pushes on the same connection are answered.",
      fix: "Nothing: it is tried again with the same id, so that a second copy replaces the first.",
      source: .http2),
    Reason(
      .transport, "connectionLost", [], .unavailable, .connection, unanswered: true,
      meaning: "The connection broke after the push was sent and before it was answered.",
      causes: ["The network failed.", "The provider or a firewall closed the connection."],
      check: "Look for other connections that broke at the same time.",
      fix: "Nothing: it is tried again with the same id on another connection.", source: .http2),
    Reason(
      .transport, "streamReset", [], .unavailable, .connection, unanswered: true,
      meaning: "The provider broke off the request without an answer.",
      causes: ["A fault at the provider.", "A limit on resets or on the size of a request."],
      check: "Look at the HTTP/2 error code in the log.",
      fix: "Nothing: it is tried again with the same id.", source: .http2),
    Reason(
      .transport, "refusedStream", [], .unavailable, .connection, unprocessed: true,
      meaning: "The provider refused the stream before it looked at the push.",
      causes: ["Its limit of streams was lowered while we sent."],
      check: "Nothing to check.",
      fix: "Nothing: it goes out again at once and costs no attempt.", source: .http2),
    Reason(
      .transport, "goAway", [], .unavailable, .connection, unprocessed: true,
      meaning: "The provider closed the connection before it looked at the push.",
      causes: ["Maintenance, or the connection's age."],
      check: "Read the reason in GOAWAY's debug data in the log.",
      fix: "Nothing: it goes out again at once and costs no attempt.", source: .http2),
    Reason(
      .transport, "noConnection", [], .unavailable, .lane, unprocessed: true,
      meaning: "No connection to the provider could be made; nothing was sent.",
      causes: [
        "A firewall blocks ports 443 and 2197.", "A proxy is needed.", "The provider or the network is down.",
      ],
      check: "curl -v https://HOST from this machine.",
      fix: "Open the port, use the other one, or set the proxy.", source: .appleRequest),
    Reason(
      .transport, "waitedTooLong", [], .unavailable, .message, unprocessed: true,
      meaning:
        "The push waited for a free stream until its deadline; the connections work, and nothing of it "
        + "was sent.",
      causes: ["The provider answers slowly.", "More is sent than the lane's connections carry."],
      check: "See how many pushes are under way, and how long answers take.",
      fix: "Nothing: it is tried again. Where it happens often, allow more connections (--connections).",
      source: .http2),
    Reason(
      .transport, "nameNotFound", [], .unavailable, .lane, unprocessed: true,
      meaning: "The provider's host name could not be resolved; nothing was sent.",
      causes: ["DNS is down or blocked.", "The host name is misspelt."],
      check: "getent hosts HOST",
      fix: "Repair DNS, or correct the host.", source: .appleRequest),
    Reason(
      .transport, "proxyRefused", [], .laneFault, .lane, unprocessed: true,
      meaning: "The proxy does not let us through; nothing was sent.",
      causes: ["It wants a user and password.", "It does not allow CONNECT to this host and port."],
      check: "curl -v -x PROXY https://HOST",
      fix: "Have the proxy allow CONNECT to the provider's host and port.", source: .http),
    Reason(
      .transport, "tlsRefused", [], .laneFault, .lane, unprocessed: true,
      meaning: "The server's certificate is not one that we trust for this host; nothing was sent.",
      causes: [
        "A proxy on the way breaks TLS open.",
        "The system's trust store is missing or old.",
        "The emulator's certificate authority was not given (--ca).",
        "This machine's clock is wrong.",
      ],
      check: "openssl s_client -connect HOST:443 -servername HOST",
      fix: "Install the trust store (ca-certificates), or name the authority with --ca.", source: .tls),
    Reason(
      .transport, "tlsFailed", [], .unavailable, .lane, unprocessed: true,
      meaning: "The TLS handshake failed; nothing was sent.",
      causes: ["The connection broke.", "The other side offers no TLS 1.2 or later."],
      check: "openssl s_client -connect HOST:443 -servername HOST",
      fix: "Nothing if it passes; else look at what stands between.", source: .tls),
    Reason(
      .transport, "noHTTP2", [], .laneFault, .lane, unprocessed: true,
      meaning: "The server does not speak HTTP/2 (ALPN h2); nothing was sent.",
      causes: ["Another server answers under the host.", "A proxy on the way breaks TLS open."],
      check: "openssl s_client -alpn h2 -connect HOST:443 -servername HOST",
      fix: "Send to the provider directly, or through a proxy that tunnels.", source: .http2),
    Reason(
      .transport, "badConfiguration", [], .laneFault, .lane, unprocessed: true,
      meaning: "The connection's own settings cannot work; nothing was sent.",
      causes: ["A file of certificates named by --ca cannot be read.", "A host or port is not one."],
      check: "pushwire check, and the error that came with it.",
      fix: "Correct the setting that the error names.", source: .http2),
    Reason(
      .transport, "closed", [], .unavailable, .lane, unprocessed: true,
      meaning: "The sender was stopping; the push was not sent.",
      causes: ["The process was asked to end."],
      check: "Nothing to check.",
      fix: "Nothing: it is sent after the next start.", source: .http2),
    Reason(
      .transport, "unconfirmed", [], .unconfirmed, .message, unanswered: true,
      meaning: "The push was sent, but no answer ever came within its time to live. "
        + "It may have arrived or not.",
      causes: ["The connection or the provider failed for the whole time to live."],
      check: "Ask the app: only a receipt from the device can say.",
      fix: "Nothing is claimed. Send again if it matters and a second copy does no harm.", source: .http2),
    Reason(
      .transport, "expired", [], .unavailable, .message, unprocessed: true,
      meaning: "The time to live ended while the push waited for another attempt; no provider took it.",
      causes: [
        "The provider or the way to it failed for longer than the class lives.",
        "The ttl of the class is shorter than an ordinary pause.",
      ],
      check: "Read the attempts before it (--results); they say why it had to wait.",
      fix: "Give the class a longer ttl if it is still worth showing then.", source: .appleRequest),
  ]

  /// An HTTP status with no reason that can be read: an empty body, HTML, or another server.
  static let bareStatus: [Reason] = [
    Reason(
      .transport, "httpServerError", [500, 502, 503, 504], .unavailable, .connection,
      meaning: "The other side failed and gave no reason.",
      causes: ["A fault at the provider.", "A proxy or load balancer on the way failed."],
      check: "The provider's status page; send without the proxy.",
      fix: "Nothing: it is tried again with growing pauses.", source: .http),
    Reason(
      .transport, "httpTooManyRequests", [429], .throttled, .connection,
      meaning: "The other side asks to slow down and gave no reason.",
      causes: ["A limit at the provider or in a proxy on the way."],
      check: "See whether it also comes without the proxy.",
      fix: "Send more slowly; it is tried again after the pause asked for.", source: .http),
    Reason(
      .transport, "httpTooLarge", [413], .messageInvalid, .message, field: "payload",
      meaning: "The other side finds the payload too large and gave no reason.",
      causes: ["The payload is larger than 4096 bytes."],
      check: "pushwire send --dry-run prints the size in bytes.",
      fix: "Send an id and let the app fetch the content.", source: .http),
    Reason(
      .transport, "httpUnexplained", [], .unknown, .message,
      meaning: "The answer's status came without a reason that can be read. Nothing is concluded from it.",
      causes: ["Another server, a proxy or a captive portal answered.", "The provider's body was empty."],
      check: "curl -v the host from this machine.",
      fix: "Let the sender reach the provider without anything in between.", source: .http),
  ]
}
