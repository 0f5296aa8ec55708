import Dispatch
import Foundation
import Synchronization

/// SIGTERM, SIGINT and SIGHUP as something to wait for.
final class ServeSignals {
  enum Wish { case end, reload }

  private let wishes: WishList
  private let sources: [any DispatchSourceSignal]

  init() {
    let wishes = WishList()
    self.wishes = wishes
    sources = [(SIGINT, Wish.end), (SIGTERM, .end), (SIGHUP, .reload)].map { number, wish in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { wishes.add(wish) }
      source.resume()
      return source
    }
  }

  deinit { for source in sources { source.cancel() } }

  /// The next wish; the end goes before a reload.
  func wait() -> Wish { wishes.wait() }
}

private final class WishList: Sendable {
  private let waiting = Mutex<[ServeSignals.Wish]>([])
  private let semaphore = DispatchSemaphore(value: 0)

  func add(_ wish: ServeSignals.Wish) {
    waiting.withLock { $0.append(wish) }
    semaphore.signal()
  }

  func wait() -> ServeSignals.Wish {
    semaphore.wait()
    return waiting.withLock { waiting in
      if waiting.contains(.end) { return .end }
      return waiting.isEmpty ? .reload : waiting.removeFirst()
    }
  }
}
