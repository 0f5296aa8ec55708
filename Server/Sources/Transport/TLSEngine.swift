internal import Bytes
internal import CSSL

/// TLS as a byte engine: bytes from the wire in, bytes for the wire out. Knows no socket.
final class TLSEngine {
  private let ssl: OpaquePointer
  private let pipe = TLSPipe()
  private(set) var isEstablished = false
  private var isDraining = false

  /// A client's end; the certificate must be for `serverName`, a DNS name or an IP address.
  init(client context: TLSContext, serverName: String) throws(TransportError) {
    ssl = try Self.make(context, pipe)
    SSL_set_connect_state(ssl)
    if let parameters = SSL_get0_param(ssl), X509_VERIFY_PARAM_set1_ip_asc(parameters, serverName) == 1 {
      return
    }
    ERR_clear_error()
    guard SSL_set1_host(ssl, serverName) == 1, pw_ssl_set_sni(ssl, serverName) == 1 else {
      throw TLSFailure.drained("\(serverName) cannot be a server's name")
    }
  }

  /// A server's end.
  init(server context: TLSContext) throws(TransportError) {
    ssl = try Self.make(context, pipe)
    SSL_set_accept_state(ssl)
  }

  deinit { SSL_free(ssl) }

  private static func make(
    _ context: TLSContext, _ pipe: borrowing TLSPipe
  ) throws(TransportError) -> OpaquePointer {
    guard let ssl = SSL_new(context.context) else { throw TLSFailure.drained("cannot start TLS") }
    guard pipe.attach(to: ssl) else {
      SSL_free(ssl)
      throw TLSFailure.drained("out of memory")
    }
    return ssl
  }

  /// Bytes that came from the wire.
  func receive(_ bytes: UnsafeBufferPointer<UInt8>) { pipe.input.pointee.bytes.append(bytes) }

  /// Goes on with the handshake; true once it is done.
  func handshake() throws(TransportError) -> Bool {
    if isEstablished { return true }
    ERR_clear_error()
    let result = SSL_do_handshake(ssl)
    if result == 1 {
      isEstablished = true
      return true
    }
    let error = SSL_get_error(ssl, result)
    if error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE { return false }
    throw TLSFailure.handshake(ssl)
  }

  /// The protocol both ends agreed on by ALPN, empty if none.
  var agreedProtocol: String {
    var start: UnsafePointer<UInt8>?
    var length: UInt32 = 0
    SSL_get0_alpn_selected(ssl, &start, &length)
    return String(decoding: UnsafeBufferPointer(start: start, count: Int(length)), as: UTF8.self)
  }

  enum ReadResult {
    case bytes(Int)
    case nothing
    /// The peer said that nothing more comes.
    case end
  }

  /// Decrypted bytes, at most `capacity`.
  func read(into target: UnsafeMutablePointer<UInt8>, capacity: Int) throws(TransportError) -> ReadResult {
    ERR_clear_error()
    let length = SSL_read(ssl, target, Int32(clamping: capacity))
    if length > 0 { return .bytes(Int(length)) }
    switch SSL_get_error(ssl, length) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .nothing
    case SSL_ERROR_ZERO_RETURN: return .end
    default: throw TLSFailure.handshake(ssl)
    }
  }

  /// Encrypts all of it, a record at a time.
  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(TransportError) {
    guard let base = bytes.baseAddress else { return }
    var at = 0
    while at < bytes.count {
      ERR_clear_error()
      let length = SSL_write(ssl, base + at, Int32(clamping: bytes.count - at))
      // A memory BIO always has room, and we never renegotiate: anything else is a failure.
      if length <= 0 { throw TLSFailure.handshake(ssl) }
      at += Int(length)
    }
  }

  /// Says that nothing more comes from us.
  func shutdown() {
    ERR_clear_error()
    _ = SSL_shutdown(ssl)
    ERR_clear_error()
  }

  /// Hands over what must go to the wire, and forgets it. Not called with an empty buffer.
  func drain(_ send: (UnsafeBufferPointer<UInt8>) -> Void) {
    // A write that fails may end the connection in here, which says farewell: there is nobody left to hear.
    guard pipe.output.pointee.bytes.count > 0, !isDraining else { return }
    isDraining = true
    send(pipe.output.pointee.bytes.bytes)
    isDraining = false
    pipe.output.pointee.bytes.removeAll()
  }
}

/// OpenSSL's error queue as one error of ours.
enum TLSFailure {
  /// Drains the whole queue, so that nothing of it colours a later call.
  static func drained(_ what: String) -> TransportError {
    TransportError(.tls, sentence(what))
  }

  static func handshake(_ ssl: OpaquePointer) -> TransportError {
    let verdict = SSL_get_verify_result(ssl)
    if verdict != Int(X509_V_OK) {
      ERR_clear_error()
      let reason = X509_verify_cert_error_string(verdict).map { String(cString: $0) } ?? "error \(verdict)"
      return TransportError(
        .certificate, "the server's certificate is not accepted: \(reason) (a private CA goes in with --ca)")
    }
    if pw_err_is_no_protocol(ERR_peek_error()) != 0 {
      ERR_clear_error()
      return TransportError(.alpn, "the peer does not speak HTTP/2: it refused the protocol offered by ALPN")
    }
    return drained("TLS failed")
  }

  private static func sentence(_ what: String) -> String {
    var reasons: [String] = []
    while case let code = ERR_get_error(), code != 0 {
      if let text = ERR_reason_error_string(code) { reasons.append(String(cString: text)) }
    }
    return reasons.isEmpty ? what : "\(what): \(reasons.joined(separator: "; "))"
  }
}
