import Foundation

/// A peer that we did not write, in the way it should not be: python's sockets and TLS.
final class PythonPeer {
  enum Conduct: String {
    /// Answers CONNECT with 407.
    case refusingProxy
    /// Speaks no TLS.
    case noTLS
    /// TLS without ALPN, so no HTTP/2.
    case noHTTP2
  }

  private static let script = """
    import socket, ssl, sys, threading
    conduct, chain, key = sys.argv[1:4]
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    def serve(peer):
      try:
        if conduct == "noHTTP2":
          context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
          context.load_cert_chain(chain, key)
          peer = context.wrap_socket(peer, server_side=True)
        peer.recv(4096)
        status = b"407 Proxy Authentication Required" if conduct == "refusingProxy" else b"400 Bad Request"
        peer.sendall(b"HTTP/1.1 " + status + b"\\r\\n\\r\\n")
        peer.close()
      except OSError:
        pass
    def take():
      while True:
        peer, _ = listener.accept()
        threading.Thread(target=serve, args=(peer,), daemon=True).start()
    threading.Thread(target=take, daemon=True).start()
    # Until whoever started it closes this end, or is gone.
    sys.stdin.read()
    """

  let port: Int
  private let process = Process()
  private let life = Pipe()

  init(_ conduct: Conduct, chain: String = "-", key: String = "-") throws {
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.script, conduct.rawValue, chain, key]
    process.standardInput = life
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  // A signal would not do: a child of the tests may have it blocked.
  deinit { try? life.fileHandleForWriting.close() }
}
