import Foundation
import TestSupport

@testable import Transport

/// A foreign program that a test starts, and stops by its own process.
final class Program {
  let process: Process
  private let output = Pipe()

  static func isInstalled(_ names: String...) -> Bool {
    names.allSatisfy { ForeignProgram.path($0) != nil }
  }

  /// Starts it with its output taken away.
  init(_ name: String, _ arguments: [String], folder: URL? = nil) throws {
    process = Process()
    process.executableURL = URL(fileURLWithPath: ForeignProgram.path(name) ?? "/nonexistent/\(name)")
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// A server of the openssl command with the test's certificate.
  static func openssl(_ arguments: [String], tls: TestTLS, port: Int) throws -> Program {
    let folder = try temporaryFolder(tls)
    let program = try Program(
      "openssl", arguments + ["-cert", "chain.pem", "-key", "key.pem"], folder: folder)
    program.waitForPort(port)
    return program
  }

  /// A folder with chain.pem, key.pem and ca.pem.
  static func temporaryFolder(_ tls: TestTLS) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "pushwire-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try tls.issued.chainPEM.write(
      to: folder.appendingPathComponent("chain.pem"), atomically: true, encoding: .utf8)
    try tls.issued.keyPEM.write(
      to: folder.appendingPathComponent("key.pem"), atomically: true, encoding: .utf8)
    return folder
  }

  /// A port that was free just now.
  static func freePort() throws -> Int {
    let server = try ThreadServer(nil)
    server.release()
    return server.port
  }

  /// Tries to connect until somebody listens; a program that never does is found out by the test itself.
  func waitForPort(_ port: Int) {
    guard let address = SocketAddress(host: "127.0.0.1", port: port) else { return }
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end && process.isRunning {
      let probe = socket(AF_INET, streamSocket, 0)
      let result = address.withPointer { connect(probe, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
      close(probe)
      if result == 0 { return }
      usleep(20_000)
    }
  }

  /// Waits for its end; what it printed.
  func finish() -> String {
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  func stop() {
    // A thread of the test runner may have SIGTERM blocked, and its children inherit that.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
