internal import CPostgres
internal import Foundation
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Hears what other nodes have stored, on a connection and a thread of its own. A connection that is lost is
/// made anew, and then everything is taken for missed.
final class PostgresListener: StoreListener {
  /// The channel of NOTIFY.
  static let channel = "pushwire"
  /// Between two looks whether it is to end, milliseconds.
  private static let patience: Int32 = 200

  private let settings: PostgresSettings
  private let heard: @Sendable (StoreNews) -> Void
  /// The node whose own words are passed over.
  private let node: @Sendable () -> Int
  private let isStopped = Atomic<Bool>(false)
  private let ended = DispatchSemaphore(value: 0)

  init(
    _ settings: PostgresSettings, node: @escaping @Sendable () -> Int,
    heard: @escaping @Sendable (StoreNews) -> Void
  ) {
    var settings = settings
    settings.applicationName += " listener"
    self.settings = settings
    self.node = node
    self.heard = heard
    let thread = Thread { [self] in
      run()
      ended.signal()
    }
    thread.name = "pushwire news"
    thread.start()
  }

  func stop() {
    guard !isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
    ended.wait()
  }

  private var isOver: Bool { isStopped.load(ordering: .acquiring) }

  private func run() {
    var pause = 100
    var isFirst = true
    while !isOver {
      do throws(StoreError) {
        let connection = try PostgresConnection(settings)
        defer { connection.close() }
        try connection.execute("LISTEN \(Self.channel)")
        pause = 100
        if !isFirst { heard(.missed) }
        isFirst = false
        try listen(connection)
      } catch {
        isFirst = false
        var left = pause
        while left > 0, !isOver {
          usleep(50_000)
          left -= 50
        }
        pause = min(pause * 2, 2_000)
      }
    }
  }

  private func listen(_ connection: PostgresConnection) throws(StoreError) {
    while !isOver {
      guard let handle = connection.handle else {
        throw StoreError(.disconnected, "The connection was lost.")
      }
      var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
      let found = poll(&descriptor, 1, Self.patience)
      if found < 0, errno != EINTR { throw connection.lost("listen") }
      guard found > 0 else { continue }
      guard PQconsumeInput(handle) != 0 else { throw connection.lost("listen") }
      while let notification = PQnotifies(handle) {
        let text = notification.pointee.extra.map { String(cString: $0) } ?? ""
        PQfreemem(notification)
        let (sender, news) = StoreNews.read(text)
        guard sender != node() else { continue }
        for one in news { heard(one) }
      }
    }
  }
}

extension PostgresStore {
  public func listen(
    as node: @escaping @Sendable () -> Int, _ heard: @escaping @Sendable (StoreNews) -> Void
  ) -> (any StoreListener)? {
    PostgresListener(settings, node: node, heard: heard)
  }
}
