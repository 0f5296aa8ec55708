internal import Foundation
internal import PushCrypto
internal import Synchronization

/// APNs (both environments), FCM and its OAuth endpoint, played on 127.0.0.1 by a thread of their own.
///
/// A handle for any thread: what is registered, scripted or asked here takes effect with the next request.
public final class EmulatorSuite: Sendable {
  /// Where a server listens.
  public struct Address: Sendable {
    /// The TCP port on 127.0.0.1.
    public let port: Int
    /// `https://localhost:` and the port.
    public var url: String { "https://localhost:\(port)" }
  }

  /// APNs for development builds.
  public let apnsSandbox: Address
  /// APNs for everything else.
  public let apnsProduction: Address
  /// FCM, and OAuth under `/token`.
  public let fcm: Address
  /// The token endpoint, for a service account's `token_uri`.
  public let oauthURL: String
  /// Where programs play devices, as in `http://127.0.0.1:18446`; nil: the options ask for none.
  public let devicesURL: String?
  /// The authority's certificate, PEM: what a client has to trust.
  public let caPEM: String
  /// The file it is in.
  public let caPath: String
  let core: EmulatorCore
  private let thread: EmulatorThread
  private let removesCA: Bool
  private let logPath: String?

  private init(
    ports: EmulatorThread.Ports, core: EmulatorCore, thread: EmulatorThread, caPEM: String, caPath: String,
    options: EmulatorOptions
  ) {
    apnsSandbox = Address(port: ports.sandbox)
    apnsProduction = Address(port: ports.production)
    fcm = Address(port: ports.fcm)
    oauthURL = "https://localhost:\(ports.fcm)/token"
    devicesURL = ports.devices.map { "http://127.0.0.1:\($0)" }
    self.caPEM = caPEM
    self.caPath = caPath
    self.core = core
    self.thread = thread
    removesCA = options.caPath == nil
    logPath = options.logPath
  }

  /// Makes an authority and a certificate, and starts the servers; returns when they listen.
  public static func start(_ options: EmulatorOptions = EmulatorOptions()) throws(EmulatorError)
    -> EmulatorSuite
  {
    let now = Int(options.clock() / 1000)
    let authority: CertificateAuthority
    let certificate: EmulatorThread.Certificate
    do {
      authority = try CertificateAuthority.make(
        commonName: "Pushwire emulators", notBefore: now - 3600, notAfter: now + 30 * 86_400)
      let issued = try authority.issue(
        dnsNames: options.hostNames, ipAddresses: ["127.0.0.1", "::1"], notBefore: now - 3600,
        notAfter: now + 30 * 86_400)
      certificate = EmulatorThread.Certificate(chainPEM: issued.chainPEM, keyPEM: issued.keyPEM)
    } catch {
      throw EmulatorError(.certificate, "The emulators' certificate could not be made: \(error)")
    }
    let path = options.caPath ?? temporaryPath("pushwire-emulators", "pem")
    try write(authority.certificatePEM, to: path)
    if let log = options.logPath { try write("", to: log) }
    let core = EmulatorCore(options: options)
    let thread = EmulatorThread()
    let ports = try thread.start(core: core, options: options, certificate: certificate)
    let suite = EmulatorSuite(
      ports: ports, core: core, thread: thread, caPEM: authority.certificatePEM, caPath: path,
      options: options)
    core.state.withLock { $0.fcm.rules.audiences.formUnion(suite.ownAudiences) }
    return suite
  }

  private var ownAudiences: [String] { [oauthURL, "https://127.0.0.1:\(fcm.port)/token"] }

  /// Closes every connection and ends the thread. The log can still be read.
  public func stop() {
    thread.stop()
    try? flushLog()
    if removesCA { try? FileManager.default.removeItem(atPath: caPath) }
  }

  deinit { stop() }

  /// Writes what the log file still lacks. Called from time to time by whoever runs a suite for long.
  public func flushLog() throws(EmulatorError) {
    guard let logPath else { return }
    let lines = core.state.withLock { state -> [String] in
      let lines = state.log.unwritten ?? []
      state.log.unwritten = []
      return lines
    }
    guard !lines.isEmpty else { return }
    guard let file = FileHandle(forWritingAtPath: logPath) else {
      throw EmulatorError(.file, "The log \(logPath) cannot be written; check the folder and its rights.")
    }
    defer { try? file.close() }
    do {
      try file.seekToEnd()
      try file.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
    } catch {
      throw EmulatorError(.file, "The log \(logPath) cannot be written: \(error.localizedDescription)")
    }
  }

  private static func temporaryPath(_ name: String, _ ending: String) -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString).\(ending)")
      .path
  }

  private static func write(_ text: String, to path: String) throws(EmulatorError) {
    do {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw EmulatorError(.file, "\(path) cannot be written: \(error.localizedDescription)")
    }
  }
}
