/// A connection that reads.
final class PostgresReader {
  let connection: PostgresConnection
  let reader: SQLReader
  var usedAt = ContinuousClock.now

  init(_ settings: PostgresSettings) throws(StoreError) {
    connection = try PostgresConnection(settings)
    reader = SQLReader(connection)
  }
}

extension PostgresStore {
  /// Connections that are kept for the next read; more are opened where more read at once.
  static let readersKept = 8

  public func read<Result>(
    _ body: (any StoreReader) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let (reader, epoch) = try takeReader()
    do throws(StoreError) {
      let result = try body(reader.reader)
      try reader.connection.endRead()
      give(reader, epoch)
      return result
    } catch {
      reader.connection.close()
      throw error
    }
  }

  /// One that has begun.
  private func takeReader() throws(StoreError) -> (PostgresReader, Int) {
    while true {
      let (idle, epoch) = reading.hold { (idleReaders.popLast(), readerEpoch) }
      guard epoch >= 0 else {
        idle?.connection.close()
        throw StoreError(.closed, "The store is closed.")
      }
      guard let idle else {
        let made = try PostgresReader(settings)
        try made.connection.beginRead()
        return (made, epoch)
      }
      // One that has lain there may have lost its server meanwhile.
      let isStale = ContinuousClock.now - idle.usedAt > .milliseconds(200)
      do throws(StoreError) {
        try idle.connection.beginRead()
        if isStale { _ = try idle.connection.changes() }
        return (idle, epoch)
      } catch {
        idle.connection.close()
      }
    }
  }

  private func give(_ reader: PostgresReader, _ epoch: Int) {
    reader.usedAt = .now
    let isKept = reading.hold {
      guard epoch == readerEpoch, idleReaders.count < Self.readersKept else { return false }
      idleReaders.append(reader)
      return true
    }
    if !isKept { reader.connection.close() }
  }

  /// Readers at work are closed when they are done.
  func closeReaders() {
    let idle = reading.hold {
      defer { idleReaders = [] }
      readerEpoch = isOver ? -1 : readerEpoch + 1
      return idleReaders
    }
    for reader in idle { reader.connection.close() }
  }
}
