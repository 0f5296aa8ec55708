import Foundation
import Synchronization
import Testing

@testable import Transport

/// Our server driven by clients that we did not write.
@Suite struct ForeignClientTests {
  /// A server on a thread of its own, so that a program can be waited for meanwhile.
  private final class Running: Sendable {
    let port: Int
    let caPath: String
    private let waker: Waker
    private let over = DispatchSemaphore(value: 0)

    init(
      _ protocols: TLSContext.Protocols = .http2AndHTTP1,
      answer: @escaping @Sendable (ServerExchange) -> Void
    )
      throws
    {
      struct Started: Sendable {
        var port = 0
        var caPath = ""
        var waker: Waker?
      }
      let started = Mutex(Started())
      let ready = DispatchSemaphore(value: 0)
      let counted = Counter()
      let over = over
      Thread.detachNewThread {
        defer { over.signal() }
        do {
          let tls = try TestTLS(protocols: protocols)
          let loop = try EventLoop()
          let handler = TestHandler { exchange in
            counted.add()
            answer(exchange)
          }
          let server = try HTTPServer(loop: loop, tls: tls.server, configuration: .init(), handler: handler)
          let target = WakeTarget(loop) { loop.stop() }
          started.withLock { $0 = Started(port: server.port, caPath: tls.caPath, waker: target.waker) }
          ready.signal()
          loop.run()
          server.close()
          withExtendedLifetime((handler, target)) {}
        } catch {
          Issue.record(error)
          ready.signal()
        }
      }
      ready.wait()
      let state = started.withLock { $0 }
      guard let waker = state.waker else { throw PeerEnded() }
      (port, caPath, self.waker, counter) = (state.port, state.caPath, waker, counted)
    }
    private let counter: Counter
    var count: Int { counter.value }

    func stop() {
      waker.wake()
      over.wait()
      // After the loop's end it does nothing.
      waker.wake()
    }
  }

  private final class Counter: Sendable {
    private let number = Mutex(0)
    func add() { number.withLock { $0 += 1 } }
    var value: Int { number.withLock { $0 } }
  }

  private static let payload = #"{"aps":{"alert":"hello"}}"#

  private static func echo(_ exchange: ServerExchange) {
    exchange.respond(
      status: exchange.method == "POST" ? 200 : 405,
      headers: [("content-type", "text/plain"), ("x-path", exchange.path), ("x-version", exchange.version)],
      body: Array(exchange.body))
  }

  @Test(
    .enabled(if: Program.isInstalled("curl"), "curl is not installed: see make deps"),
    arguments: ["2", "1.1"])
  func curl(_ version: String) throws {
    let server = try Running(answer: Self.echo)
    defer { server.stop() }
    let output = try Program(
      "curl",
      [
        "--silent", "--include", "--cacert", server.caPath, "--http\(version)", "--data", Self.payload,
        "https://127.0.0.1:\(server.port)/3/device/1", "--next", "--silent", "--include", "--cacert",
        server.caPath, "--http\(version)", "--head", "https://127.0.0.1:\(server.port)/2",
      ]
    ).finish()
    #expect(output.hasPrefix("HTTP/\(version) 200"))
    #expect(output.contains("x-path: /3/device/1\r\n"))
    #expect(output.contains("x-version: HTTP/\(version)\r\n"))
    #expect(output.contains(Self.payload))
    #expect(output.contains("HTTP/\(version) 405"))
    #expect(server.count == 2)
  }

  /// A body that curl sends in chunks, after it was told to go on.
  @Test(.enabled(if: Program.isInstalled("curl"), "curl is not installed: see make deps"))
  func curlInChunks() throws {
    let server = try Running(answer: Self.echo)
    defer { server.stop() }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("body-\(UUID().uuidString)")
    let body = String(repeating: "0123456789", count: 20_000)
    try body.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = try Program(
      "curl",
      [
        "--silent", "--cacert", server.caPath, "--http1.1", "--header", "Transfer-Encoding: chunked",
        "--header", "Expect: 100-continue", "--data-binary", "@\(file.path)",
        "https://127.0.0.1:\(server.port)/",
      ]
    ).finish()
    #expect(output == body)
  }

  @Test(.enabled(if: Program.isInstalled("nghttp"), "nghttp is not installed: see make deps"))
  func nghttp() throws {
    let server = try Running(answer: Self.echo)
    defer { server.stop() }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("body-\(UUID().uuidString)")
    try Self.payload.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = try Program(
      "nghttp", ["-y", "-d", file.path, "-m", "20", "https://127.0.0.1:\(server.port)/3/device/1"]
    ).finish()
    #expect(output == String(repeating: Self.payload, count: 20))
    #expect(server.count == 20)
  }

  @Test(.enabled(if: Program.isInstalled("h2load"), "h2load is not installed: see make deps"))
  func h2load() throws {
    let server = try Running(answer: Self.echo)
    defer { server.stop() }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("body-\(UUID().uuidString)")
    try Self.payload.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = try Program(
      "h2load",
      [
        "-n", "20000", "-c", "4", "-m", "100", "-d", file.path,
        "https://127.0.0.1:\(server.port)/3/device/1",
      ]
    ).finish()
    #expect(
      output.contains(
        "20000 total, 20000 started, 20000 done, 20000 succeeded, 0 failed, 0 errored, 0 timeout"),
      "\(output)")
    #expect(output.contains("status codes: 20000 2xx, 0 3xx, 0 4xx, 0 5xx"))
    #expect(server.count == 20_000)
  }
}
