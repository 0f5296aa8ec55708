internal import CSSL

/// What both ends of TLS are configured with; shared by many connections of one thread.
public final class TLSContext {
  let context: OpaquePointer

  /// Which certificates a client believes.
  public enum Trust: Sendable, Equatable {
    /// The system's trust store.
    case system
    /// The PEM certificates in this file, and no others.
    case file(String)
  }

  /// The protocols offered or accepted by ALPN, in order of preference.
  public enum Protocols: Sendable {
    case http2
    case http2AndHTTP1
    var wire: [UInt8] {
      switch self {
      case .http2: Array("\u{2}h2".utf8)
      case .http2AndHTTP1: Array("\u{2}h2\u{8}http/1.1".utf8)
      }
    }
  }

  /// A client's context. Verification is always on: there is no way to turn it off.
  public init(trust: Trust) throws(TransportError) {
    guard let made = SSL_CTX_new(TLS_client_method()) else { throw TLSFailure.drained("cannot start TLS") }
    context = made
    try Self.common(made)
    SSL_CTX_set_verify(made, SSL_VERIFY_PEER, nil)
    switch trust {
    case .system:
      if SSL_CTX_set_default_verify_paths(made) != 1 {
        throw TLSFailure.drained("cannot read the system's trust store")
      }
    case .file(let path):
      if SSL_CTX_load_verify_locations(made, path, nil) != 1 {
        ERR_clear_error()
        throw TransportError(
          .configuration, "no PEM certificate could be read from the CA file \(path); check the path")
      }
    }
    let wire = Protocols.http2.wire
    if SSL_CTX_set_alpn_protos(made, wire, UInt32(wire.count)) != 0 {
      throw TLSFailure.drained("cannot set ALPN")
    }
  }

  /// A server's context: its chain, leaf first, and its private key, both PEM.
  public init(chainPEM: String, keyPEM: String, protocols: Protocols) throws(TransportError) {
    guard let made = SSL_CTX_new(TLS_server_method()) else { throw TLSFailure.drained("cannot start TLS") }
    context = made
    try Self.common(made)
    pw_ssl_ctx_no_tickets(made)
    try Self.useChain(made, chainPEM)
    try Self.useKey(made, keyPEM)
    // The C function has no state of ours, so that each set of protocols has its own.
    switch protocols {
    case .http2: SSL_CTX_set_alpn_select_cb(made, selectHTTP2, nil)
    case .http2AndHTTP1: SSL_CTX_set_alpn_select_cb(made, selectAny, nil)
    }
  }

  deinit { SSL_CTX_free(context) }

  private static func common(_ context: OpaquePointer) throws(TransportError) {
    if pw_ssl_ctx_min_tls12(context) != 1 { throw TLSFailure.drained("TLS 1.2 is not available") }
    pw_ssl_ctx_write_mode(context)
  }

  /// A BIO with a copy of the text: one that only points at it would outlive the pointer.
  private static func memory(_ pem: String) throws(TransportError) -> OpaquePointer {
    let bytes = Array(pem.utf8)
    guard let bio = BIO_new(BIO_s_mem()) else { throw TLSFailure.drained("out of memory") }
    guard BIO_write(bio, bytes, Int32(bytes.count)) == Int32(bytes.count) else {
      BIO_free(bio)
      throw TLSFailure.drained("out of memory")
    }
    return bio
  }

  private static func useChain(_ context: OpaquePointer, _ pem: String) throws(TransportError) {
    let bio = try memory(pem)
    defer { BIO_free(bio) }
    var first = true
    while let certificate = PEM_read_bio_X509(bio, nil, nil, nil) {
      let done =
        first ? SSL_CTX_use_certificate(context, certificate) : pw_ssl_ctx_add_chain(context, certificate)
      X509_free(certificate)
      if done != 1 { throw TLSFailure.drained("the certificate chain cannot be used") }
      first = false
    }
    ERR_clear_error()
    if first { throw TransportError(.configuration, "the certificate chain holds no PEM certificate") }
  }

  private static func useKey(_ context: OpaquePointer, _ pem: String) throws(TransportError) {
    let bio = try memory(pem)
    defer { BIO_free(bio) }
    guard let key = PEM_read_bio_PrivateKey(bio, nil, nil, nil) else {
      throw TLSFailure.drained("the private key is not PEM")
    }
    defer { EVP_PKEY_free(key) }
    if SSL_CTX_use_PrivateKey(context, key) != 1 {
      throw TLSFailure.drained("the private key does not belong to the certificate")
    }
  }
}

private typealias ALPNSelect =
  @convention(c) (
    OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
    UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
  ) -> Int32

private let selectHTTP2: ALPNSelect = { _, out, outLength, offered, length, _ in
  choose(TLSContext.Protocols.http2.wire, out, outLength, offered, length)
}

private let selectAny: ALPNSelect = { _, out, outLength, offered, length, _ in
  choose(TLSContext.Protocols.http2AndHTTP1.wire, out, outLength, offered, length)
}

private func choose(
  _ wanted: [UInt8], _ out: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  _ outLength: UnsafeMutablePointer<UInt8>?, _ offered: UnsafePointer<UInt8>?, _ length: UInt32
) -> Int32 {
  guard let out, let outLength, let offered else { return SSL_TLSEXT_ERR_ALERT_FATAL }
  // Walk the client's list and answer with a pointer into it: it outlives the handshake.
  var want = 0
  while want < wanted.count {
    let size = Int(wanted[want])
    var at = 0
    while at < Int(length) {
      let offer = Int(offered[at])
      guard at + 1 + offer <= Int(length) else { return SSL_TLSEXT_ERR_ALERT_FATAL }
      if offer == size && (0..<size).allSatisfy({ offered[at + 1 + $0] == wanted[want + 1 + $0] }) {
        out.pointee = offered + at + 1
        outLength.pointee = UInt8(size)
        return SSL_TLSEXT_ERR_OK
      }
      at += 1 + offer
    }
    want += 1 + size
  }
  return SSL_TLSEXT_ERR_ALERT_FATAL
}
