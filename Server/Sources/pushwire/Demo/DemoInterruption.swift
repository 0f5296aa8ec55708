import Foundation
import Synchronization

/// Ctrl-C and SIGTERM as something to look at: a demo ends in order, and leaves nothing behind.
enum DemoInterruption {
  private static let come = Atomic(false)

  static var hasCome: Bool { come.load(ordering: .relaxed) }

  /// From now on.
  static func listen() {
    // Made before the handler may need it.
    _ = hasCome
    var numbers = sigset_t()
    sigemptyset(&numbers)
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in DemoInterruption.come.store(true, ordering: .relaxed) }
      sigaddset(&numbers, number)
    }
    // Whoever started the program may have left them blocked.
    pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
  }

  /// Asks until there is something; nil after ten seconds, or when it has come.
  static func wait<Value>(_ look: () -> Value?) -> Value? {
    let end = ContinuousClock.now + .seconds(10)
    while true {
      if let found = look() { return found }
      if ContinuousClock.now > end || hasCome { return nil }
      usleep(3_000)
    }
  }
}
