internal import Foundation
internal import Synchronization
internal import Transport

/// The thread that runs the loop with the servers.
final class EmulatorThread: Sendable {
  struct Ports {
    let sandbox: Int
    let production: Int
    let fcm: Int
    let devices: Int?
  }

  struct Certificate {
    let chainPEM: String
    let keyPEM: String
  }

  private let ended = DispatchSemaphore(value: 0)
  private let waker = Mutex<Waker?>(nil)
  private let ports = Mutex<Result<Ports, EmulatorError>?>(nil)

  /// Starts the servers; returns when all of them listen.
  func start(
    core: EmulatorCore, options: EmulatorOptions, certificate: Certificate
  ) throws(EmulatorError) -> Ports {
    let ready = DispatchSemaphore(value: 0)
    let thread = Thread { [self] in
      run(core: core, options: options, certificate: certificate, ready: ready)
      ended.signal()
    }
    thread.name = "emulators"
    thread.start()
    ready.wait()
    switch ports.withLock({ $0 }) {
    case .success(let ports): return ports
    case .failure(let error): throw error
    case nil: throw EmulatorError(.network, "The emulators' thread ended before it listened.")
    }
  }

  /// Closes everything and waits for the thread to end.
  func stop() {
    let waker = waker.withLock { held -> Waker? in
      defer { held = nil }
      return held
    }
    guard let waker else { return }
    waker.wake()
    ended.wait()
  }

  private func run(
    core: EmulatorCore, options: EmulatorOptions, certificate: Certificate, ready: DispatchSemaphore
  ) {
    do throws(TransportError) {
      let loop = try EventLoop()
      let target = WakeTarget(loop) { [weak loop] in loop?.stop() }
      let apple = try TLSContext(
        chainPEM: certificate.chainPEM, keyPEM: certificate.keyPEM, protocols: .http2)
      let google = try TLSContext(
        chainPEM: certificate.chainPEM, keyPEM: certificate.keyPEM, protocols: .http2AndHTTP1)
      let fronts = [EmulatedServer.apnsSandbox, .apnsProduction, .fcm].map {
        EmulatorFront(loop: loop, server: $0, core: core)
      }
      var settings = HTTPServer.Configuration()
      settings.maximumConcurrentStreams = options.streamsBeforeAuthentication
      settings.maximumBody = 64 * 1024
      settings.port = options.apnsSandboxPort
      let sandbox = try HTTPServer(loop: loop, tls: apple, configuration: settings, handler: fronts[0])
      settings.port = options.apnsProductionPort
      let production = try HTTPServer(loop: loop, tls: apple, configuration: settings, handler: fronts[1])
      settings.port = options.fcmPort
      settings.maximumConcurrentStreams = options.fcmStreams
      // A batch of a thousand tokens.
      settings.maximumBody = 1024 * 1024
      let fcm = try HTTPServer(loop: loop, tls: google, configuration: settings, handler: fronts[2])
      let desk = DeviceFront(loop: loop, core: core)
      var devices: HTTPServer?
      if let port = options.devicesPort {
        settings.port = port
        settings.maximumBody = 64 * 1024
        devices = try HTTPServer(loop: loop, tls: nil, configuration: settings, handler: desk)
      }
      waker.withLock { $0 = target.waker }
      ports.withLock {
        $0 = .success(
          Ports(
            sandbox: sandbox.port, production: production.port, fcm: fcm.port, devices: devices?.port))
      }
      ready.signal()
      loop.run()
      for server in [sandbox, production, fcm] { server.close() }
      devices?.close()
      withExtendedLifetime((fronts, desk, target)) {}
    } catch {
      ports.withLock {
        $0 = .failure(EmulatorError(.network, "The emulators cannot listen: \(error.message)"))
      }
      ready.signal()
    }
  }
}
