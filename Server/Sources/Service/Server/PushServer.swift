internal import Delivery
internal import Foundation
internal import HTTPFront
internal import Providers
internal import PushContract
internal import Store
internal import Synchronization
internal import Webhooks

/// The whole server: store, writer, lanes, API, sweeps and webhooks, put together and taken apart in order.
///
///     HTTP threads → writer's thread (one durable transaction for all that wait) → lanes' thread
///          ↑                    ↑__________ verdicts, claims ______________________|
///          |____ answers
public final class PushServer: Sendable {
  public let configuration: ServerConfiguration
  /// The port it listens on.
  public let port: Int
  public let log: ServerLog
  let parts: ServerParts
  private let front: HTTPFront
  private let isDown = Atomic<Bool>(false)
  private let reloading = Guarded(())

  /// Starts everything; returns when requests are taken.
  /// `clock`: milliseconds since 1970.
  public init(
    _ configuration: ServerConfiguration, log: ServerLog? = nil,
    clock: @escaping @Sendable () -> Int = PushServer.systemClock
  ) throws(ServerError) {
    self.configuration = configuration
    let log = log ?? ServerLog.descriptor(2, level: configuration.logLevel, clock: clock)
    self.log = log
    guard configuration.isLoopback || configuration.isBehindProxy || configuration.certificatePath != nil
    else {
      throw ServerError(
        .exposed, "plain HTTP on \(configuration.host) would be open to the network",
        place: "\(configuration.host):\(configuration.port)",
        advice: "Put a TLS proxy in front and say --behind-proxy, give --certificate and --certificate-key, "
          + "or listen on 127.0.0.1.")
    }
    let settings = try LoadedSettings(configuration)
    let parts = try ServerParts(configuration, settings, log: log, clock: clock)
    self.parts = parts
    do throws(ServerError) {
      front = try Self.listen(configuration, parts.api)
    } catch {
      parts.stop(drainMilliseconds: 0)
      throw error
    }
    port = front.port
    log.write(
      .info, "server.ready",
      ["host": .text(configuration.host), "port": .number(port), "store": .text(parts.store.name)])
    for missing in settings.credentials.missing {
      log.write(.warning, "lane.missing", ["lane": .text(missing), "why": "the profile has no credential"])
    }
  }

  public static let systemClock: @Sendable () -> Int = { Int(Date().timeIntervalSince1970 * 1000) }

  private static func listen(
    _ configuration: ServerConfiguration, _ api: ServiceAPI
  ) throws(ServerError) -> HTTPFront {
    var front = HTTPFrontConfiguration()
    front.host = configuration.host
    front.port = configuration.port
    front.threads = configuration.threads
    front.maximumBody = ServiceAPI.largestBody
    front.problem = { Problem.ofFront($0).answer }
    if let path = configuration.certificatePath {
      front.certificatePEM = try pem(path)
      front.keyPEM = try pem(configuration.certificateKeyPath ?? path)
    }
    do throws(HTTPFrontError) {
      return try HTTPFront(configuration: front, handler: api)
    } catch {
      throw ServerError(
        .listen, error.message, place: "\(configuration.host):\(configuration.port)",
        advice: "Choose another address with --listen HOST:PORT.")
    }
  }

  private static func pem(_ path: String) throws(ServerError) -> String {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw ServerError(.listen, "a certificate or its key cannot be read", place: path)
    }
    return text
  }

  // MARK: While it runs

  /// Reads profile, keys and webhooks again. On an error everything stays as it was.
  public func reload() throws(ServerError) {
    let result = reloading.withLock { _ -> ServerError? in
      do throws(ServerError) {
        try parts.apply(try LoadedSettings(configuration))
        return nil
      } catch { return error }
    }
    if let result {
      log.write(
        .error, "reload.refused",
        ["why": .text(result.message), "place": .text(result.place ?? ""), "kept": "the settings before"])
      throw result
    }
    log.write(.info, "reload.done")
  }

  /// Ends in order: takes no connections, lets requests and pushes under way end within the bound, stores
  /// what became of them.
  public func stop() {
    guard !isDown.exchange(true, ordering: .acquiringAndReleasing) else { return }
    log.write(.info, "server.draining", ["seconds": .number(configuration.drainSeconds)])
    parts.draining.begin()
    front.stopListening()
    let bound = configuration.drainSeconds * 1000
    let began = ContinuousClock.now
    if !front.drain(milliseconds: max(bound / 2, 500)) {
      log.write(.warning, "server.requests_cut", ["requests": .number(front.activeRequests)])
    }
    let spent = Int((ContinuousClock.now - began) / .milliseconds(1))
    parts.stop(drainMilliseconds: max(bound - spent, 500))
    front.stop()
    log.write(.info, "server.stopped")
  }

  deinit { stop() }
}
