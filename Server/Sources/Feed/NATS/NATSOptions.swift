internal import CNats

/// The library's options, made of ours.
final class NATSOptions {
  let handle: OpaquePointer

  /// Between two attempts to connect again, milliseconds; and as much again at random.
  static let reconnectWait: Int64 = 250
  static let pingEvery: Int64 = 5_000

  init(_ settings: FeedSettings, name: String) throws(FeedError) {
    try settings.check()
    var made: OpaquePointer?
    try NATSFailure.check(natsOptions_Create(&made), "the options")
    guard let made else { throw FeedError(.settings, "the library made no options") }
    handle = made
    try setServers(settings.servers)
    try setCredentials(settings.credentials)
    let isSecure = settings.tls != nil || settings.servers.contains { $0.hasPrefix("tls://") }
    if isSecure { try setTLS(settings.tls ?? FeedSettings.TLS()) }
    try set(natsOptions_SetName(handle, name), "the connection's name")
    try set(natsOptions_SetTimeout(handle, Int64(settings.answerWithin)), "the time for a connection")
    try set(natsOptions_SetAllowReconnect(handle, true), "reconnects")
    try set(natsOptions_SetMaxReconnect(handle, -1), "reconnects")
    try set(natsOptions_SetReconnectWait(handle, Self.reconnectWait), "reconnects")
    try set(
      natsOptions_SetReconnectJitter(handle, Self.reconnectWait, Self.reconnectWait), "reconnects")
    // What is published while there is no connection had better fail: it is fed again.
    try set(natsOptions_SetReconnectBufSize(handle, 1 << 16), "the reconnect buffer")
    try set(natsOptions_SetWriteDeadline(handle, Int64(settings.answerWithin)), "the time for a write")
    try set(natsOptions_SetPingInterval(handle, Self.pingEvery), "pings")
    try set(natsOptions_SetMaxPingsOut(handle, 2), "pings")
    try set(natsOptions_SetFailRequestsOnDisconnect(handle, true), "requests")
    // One thread for all that arrives, not one a subscription.
    try set(natsOptions_UseGlobalMessageDelivery(handle, true), "threads")
  }

  deinit { natsOptions_Destroy(handle) }

  private func set(_ status: natsStatus, _ what: String) throws(FeedError) {
    guard status != NATS_OK else { return }
    throw FeedError(.settings, "the feed's settings: \(what): \(NATSFailure.words(status))")
  }

  private func setServers(_ servers: [String]) throws(FeedError) {
    let texts = servers.map { Array($0.utf8CString) }
    let starts = texts.map { text -> UnsafeMutablePointer<CChar> in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
      copy.initialize(from: text, count: text.count)
      return copy
    }
    defer { for start in starts { start.deallocate() } }
    var pointers = starts.map { UnsafePointer($0) as UnsafePointer<CChar>? }
    try set(natsOptions_SetServers(handle, &pointers, Int32(clamping: pointers.count)), "the servers")
  }

  private func setCredentials(_ credentials: FeedSettings.Credentials) throws(FeedError) {
    switch credentials {
    case .none: break
    case .user(let name, let password):
      try set(natsOptions_SetUserInfo(handle, name, password), "user and password")
    case .token(let token): try set(natsOptions_SetToken(handle, token), "the token")
    case .nkey(let key, let seedFile):
      try set(natsOptions_SetNKeyFromSeed(handle, key, seedFile), "the nkey of \(seedFile)")
    case .file(let path):
      try set(natsOptions_SetUserCredentialsFromFiles(handle, path, nil), "the credentials in \(path)")
    }
  }

  private func setTLS(_ tls: FeedSettings.TLS) throws(FeedError) {
    try set(natsOptions_SetSecure(handle, true), "TLS")
    if let file = tls.authorityFile {
      try set(
        natsOptions_LoadCATrustedCertificates(handle, file), "the certificate authorities in \(file)")
    }
    if let certificate = tls.certificateFile, let key = tls.keyFile {
      try set(
        natsOptions_LoadCertificatesChain(handle, certificate, key), "the certificate in \(certificate)")
    }
    if let name = tls.serverName {
      try set(natsOptions_SetExpectedHostname(handle, name), "the servers' name")
    }
  }
}

/// What the library's status means.
enum NATSFailure {
  /// In words, with the library's own detail. Its details hold no credentials.
  static func words(_ status: natsStatus) -> String {
    let text = natsStatus_GetText(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
    var last = NATS_OK
    guard let detail = nats_GetLastError(&last), last == status else { return text }
    let words = String(cString: detail)
    // "(conn.c:123): what went wrong"
    let told = words.split(separator: "): ", maxSplits: 1).last.map(String.init) ?? words
    return told.isEmpty || told == text ? text : "\(text): \(told)"
  }

  static func check(_ status: natsStatus, _ what: String) throws(FeedError) {
    guard status != NATS_OK else { return }
    throw error(status, what)
  }

  static func error(_ status: natsStatus, _ what: String) -> FeedError {
    let words = "\(what): \(words(status))"
    return switch status {
    case NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED:
      FeedError(
        .refused, "NATS refuses the credentials: \(words)",
        advice: "Compare `feed: credentials` with the servers' users, and give the user JetStream and the "
          + "subjects pw.>, $JS.> and _INBOX.>.")
    case NATS_SSL_ERROR:
      FeedError(
        .tls, "NATS is not reached by TLS: \(words)",
        advice: "Name the authority of the servers' certificates, and reach them by the name in these.")
    case NATS_SECURE_CONNECTION_REQUIRED:
      FeedError(.tls, "NATS takes TLS only: \(words)", advice: "Write tls:// for its servers.")
    case NATS_SECURE_CONNECTION_WANTED:
      FeedError(.tls, "NATS has no TLS: \(words)", advice: "Give the servers certificates, or write nats://.")
    case NATS_TIMEOUT, NATS_MISSED_HEARTBEAT: FeedError(.timeout, "NATS did not answer in time: \(words)")
    case NATS_CONNECTION_CLOSED: FeedError(.closed, "the connection to NATS is closed: \(words)")
    case NATS_NO_SERVER, NATS_CONNECTION_DISCONNECTED, NATS_IO_ERROR, NATS_STALE_CONNECTION,
      NATS_NOT_YET_CONNECTED, NATS_NO_RESPONDERS:
      FeedError(.unreachable, "NATS is not reached: \(words)")
    default: FeedError(.stream, "NATS: \(words)")
    }
  }
}
