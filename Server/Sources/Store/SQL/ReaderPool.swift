/// Connections that read and wait for their next use. Any thread.
final class ReaderPool<Reader>: @unchecked Sendable {
  /// More are opened where more read at once, and closed when they are done.
  static var kept: Int { 8 }

  private let close: (Reader) -> Void
  private let lock = ThreadLock()
  // With the lock held.
  private var idle: [Reader] = []
  /// Counts up where all are to be closed; -1: for good.
  private var epoch = 0

  init(close: @escaping (Reader) -> Void) { self.close = close }

  /// Nil: none waits, and one is to be made. Give it back with its epoch.
  func take() throws(StoreError) -> (reader: Reader?, epoch: Int) {
    let (reader, epoch) = lock.hold { (idle.popLast(), self.epoch) }
    guard epoch >= 0 else {
      if let reader { close(reader) }
      throw StoreError(.closed, "The store is closed.")
    }
    return (reader, epoch)
  }

  func give(_ reader: Reader, _ epoch: Int) {
    let isKept = lock.hold {
      guard epoch == self.epoch, idle.count < Self.kept else { return false }
      idle.append(reader)
      return true
    }
    if !isKept { close(reader) }
  }

  /// Those at work are closed when they are done.
  func closeAll(forGood: Bool) {
    let all = lock.hold {
      defer { idle = [] }
      epoch = forGood || epoch < 0 ? -1 : epoch + 1
      return idle
    }
    for reader in all { close(reader) }
  }
}
