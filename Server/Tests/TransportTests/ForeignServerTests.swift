import Foundation
import Testing

@testable import Transport

/// A lane against servers that we did not write.
@Suite struct ForeignServerTests {
  private let tls: TestTLS
  init() throws { tls = try TestTLS() }

  private static func nginxConfiguration(_ port: Int, http2: Bool) -> String {
    """
    daemon off;
    master_process off;
    worker_processes 1;
    pid nginx.pid;
    error_log stderr crit;
    events { worker_connections 256; }
    http {
      access_log off;
      client_body_temp_path body;
      proxy_temp_path proxy;
      fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi;
      scgi_temp_path scgi;
      server {
        listen 127.0.0.1:\(port) ssl\(http2 ? " http2" : "");
        ssl_certificate chain.pem;
        ssl_certificate_key key.pem;
        http2_max_concurrent_streams 64;
        keepalive_requests 500;
        location /3/device/ {
          limit_except POST { deny all; }
          add_header apns-id "answered-by-nginx";
          return 200;
        }
        location / { return 404; }
      }
    }
    """
  }

  private func nginx(http2: Bool = true) throws -> (Program, Int) {
    let port = try Program.freePort()
    let folder = try Program.temporaryFolder(tls)
    try Self.nginxConfiguration(port, http2: http2).write(
      to: folder.appendingPathComponent("nginx.conf"), atomically: true, encoding: .utf8)
    let program = try Program(
      "nginx", ["-p", folder.path, "-c", "nginx.conf", "-e", "stderr"], folder: folder)
    program.waitForPort(port)
    return (program, port)
  }

  /// nginx says GOAWAY after 500 requests a connection, and answers before it has read the body.
  @Test(.enabled(if: Program.isInstalled("nginx"), "nginx is not installed: see make deps"))
  func nginxAnswersEachOnce() throws {
    let (program, port) = try nginx()
    defer { program.stop() }
    let total = 6000
    let lane = try Lane(total, to: Endpoint(host: "localhost", port: port), trust: tls.client) {
      $0.pool.connections = 2
      $0.captures = ["apns-id"]
    }
    lane.owner.onFinished = { exchange in
      #expect(exchange.captured(0).map { Array($0) } == Array("answered-by-nginx".utf8))
    }
    lane.run()
    #expect(lane.owner.outcomes == [.answered: total])
    #expect(lane.owner.statuses == [200: total])
    #expect(lane.goaways.count >= total / 500 - 2)
    lane.close()
  }

  /// Bodies of many windows, answered by nginx before they are whole.
  @Test(.enabled(if: Program.isInstalled("nginx"), "nginx is not installed: see make deps"))
  func nginxAnswersEarly() throws {
    let (program, port) = try nginx()
    defer { program.stop() }
    let lane = try Lane(300, to: Endpoint(host: "localhost", port: port), trust: tls.client)
    lane.owner.body = [UInt8](repeating: 0, count: 200_000)
    lane.run()
    #expect(lane.owner.outcomes == [.answered: 300])
    #expect(lane.owner.statuses == [200: 300])
    lane.close()
  }

  @Test(.enabled(if: Program.isInstalled("nginx"), "nginx is not installed: see make deps"))
  func nginxWithoutHTTP2IsRefused() throws {
    let (program, port) = try nginx(http2: false)
    defer { program.stop() }
    let lane = try Lane(1, to: Endpoint(host: "localhost", port: port), trust: tls.client) {
      $0.deadline = 500
    }
    lane.run()
    #expect(lane.owner.outcomes == [.unsent: 1])
    #expect(!lane.lost.isEmpty && lane.lost.allSatisfy { $0.code == .alpn })
    lane.close()
  }

  /// nghttp2's own server: 200 for the file that is there, 404 for the others.
  @Test(.enabled(if: Program.isInstalled("nghttpd"), "nghttpd is not installed: see make deps"))
  func nghttpdAnswersEachOnce() throws {
    let port = try Program.freePort()
    let folder = try Program.temporaryFolder(tls)
    let root = folder.appendingPathComponent("root/3/device")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    for number in 0..<10 {
      try Data("there".utf8).write(to: root.appendingPathComponent(String(number)))
    }
    let program = try Program(
      "nghttpd",
      ["--address=127.0.0.1", "-d", "root", "-m", "50", "-n", "1", String(port), "key.pem", "chain.pem"],
      folder: folder)
    program.waitForPort(port)
    defer { program.stop() }
    let lane = try Lane(4000, to: Endpoint(host: "localhost", port: port), trust: tls.client)
    lane.owner.onFinished = { exchange in
      #expect(exchange.outcome == .answered)
      #expect(exchange.status == (exchange.tag < 10 ? 200 : 404))
      if exchange.tag < 10 { #expect(Array(exchange.answerBody) == Array("there".utf8)) }
    }
    lane.run()
    #expect(lane.owner.statuses == [200: 10, 404: 3990])
    lane.close()
  }
}
