import Foundation
import TestSupport
import Testing
import Webhooks

/// An HTTP server written in Python that answers as the path says and notes what it was sent.
final class HookServer {
  let port: Int
  private let process = Process()
  private let scratch: ScratchFolder

  /// What a request was, as the server saw it.
  struct Seen: Decodable {
    let path: String
    let headers: [String: String]
    let body: String
    /// For each signature whether Python's hmac makes the same with the key of that place.
    let genuine: [Bool]
  }

  /// - Parameter certificate: a file with chain and key, for TLS.
  init(secrets: [[UInt8]] = [], certificate: URL? = nil) throws {
    scratch = try ScratchFolder()
    let script = try scratch.file("hook.py", HookServer.script)
    let ready = try scratch.file("port", "")
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [
        "python3", script.path, ready.path, scratch.url.appendingPathComponent("seen").path,
        secrets.map { $0.map { String(format: "%02x", $0) }.joined() }.joined(separator: ","),
      ]
      + (certificate.map { [$0.path] } ?? [])
    process.standardError = FileHandle.nullDevice
    try process.run()
    var found = 0
    try eventually("the server listens") {
      found =
        (try? String(contentsOf: ready, encoding: .utf8)).flatMap {
          $0.hasSuffix("\n") ? Int($0.dropLast()) : nil
        } ?? 0
      return found > 0
    }
    port = found
  }

  deinit {
    // Not waited for: a server with a request at hand may be slow to go.
    kill(process.processIdentifier, SIGKILL)
  }

  var seen: [Seen] {
    get throws {
      let file = scratch.url.appendingPathComponent("seen")
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
      return try text.split(separator: "\n").map { try JSONDecoder().decode(Seen.self, from: Data($0.utf8)) }
    }
  }

  private static let script = #"""
    import base64, hashlib, hmac, http.server, json, ssl, sys, threading, time
    ready, seen, secrets = sys.argv[1], sys.argv[2], [bytes.fromhex(s) for s in sys.argv[3].split(",") if s]
    lock = threading.Lock()
    class Hook(http.server.BaseHTTPRequestHandler):
      protocol_version = "HTTP/1.1"
      def log_message(self, *rest): pass
      def do_GET(self): self.answer(b"")
      def do_POST(self): self.answer(self.rfile.read(int(self.headers.get("Content-Length", 0))))
      def answer(self, body):
        signed = (self.headers.get("webhook-id", "") + "." + self.headers.get("webhook-timestamp", "") + ".").encode() + body
        given = self.headers.get("webhook-signature", "").split(" ")
        genuine = [g == "v1," + base64.b64encode(hmac.new(k, signed, hashlib.sha256).digest()).decode() for k, g in zip(secrets, given)]
        line = json.dumps({"path": self.path, "headers": {k.lower(): v for k, v in self.headers.items()},
                           "body": body.decode("utf-8", "replace"), "genuine": genuine})
        with lock, open(seen, "a") as out: out.write(line + "\n")
        parts = self.path.strip("/").split("/")
        kind = parts[0]
        if kind == "silent": time.sleep(30); return
        status, headers, content = 200, {}, b"ok"
        if kind == "status":
          status = int(parts[1])
          if len(parts) > 2: headers["Retry-After"] = parts[2]
        if kind == "redirect": status, headers = 302, {"Location": "/elsewhere"}
        if kind == "date":
          import email.utils
          status, headers = 503, {"Retry-After": email.utils.formatdate(time.time() + 100, usegmt=True)}
        if kind == "large": content = b"x" * (8 << 20)
        self.send_response(status)
        for k, v in headers.items(): self.send_header(k, v)
        self.send_header("Content-Length", str(len(content) + (5 if kind == "drip" else 0)))
        self.end_headers()
        try:
          self.wfile.write(content)
          if kind == "drip": self.wfile.flush(); time.sleep(30)
        except OSError: self.close_connection = True
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    server.daemon_threads = True
    if len(sys.argv) > 4:
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
      context.load_cert_chain(sys.argv[4])
      server.socket = context.wrap_socket(server.socket, server_side=True)
    open(ready, "w").write(f"{server.server_address[1]}\n")
    server.serve_forever()
    """#
}

/// Waits for a condition, at most fifteen seconds.
func eventually(_ what: Comment, _ condition: () throws -> Bool) throws {
  let end = ContinuousClock.now + .seconds(15)
  while try !condition() {
    try #require(ContinuousClock.now < end, what)
    usleep(2000)
  }
}

/// Outcomes as they come in.
final class Outcomes: @unchecked Sendable {
  // Guarded by the lock.
  private var held: [WebhookOutcome] = []
  private let lock = NSLock()
  func add(_ outcome: WebhookOutcome) { lock.withLock { held.append(outcome) } }
  var all: [WebhookOutcome] { lock.withLock { held } }
}

extension WebhookSender {
  /// Posts and waits for what came of it.
  func outcome(
    _ url: String, secrets: [[UInt8]] = [[UInt8](repeating: 7, count: 24)], allowsPrivate: Bool = true,
    body: String = "{}"
  ) throws -> WebhookOutcome {
    let endpoint = try WebhookEndpoint(url: url, secrets: secrets, allowsPrivate: allowsPrivate)
    let outcomes = Outcomes()
    let taken = post(try WebhookDelivery(id: "msg_1", endpoint: endpoint, body: Array(body.utf8))) {
      outcomes.add($0)
    }
    #expect(taken)
    try eventually("an outcome for the webhook") { !outcomes.all.isEmpty }
    return outcomes.all[0]
  }
}
