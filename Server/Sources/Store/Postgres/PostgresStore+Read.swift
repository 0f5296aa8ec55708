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
  public func read<Result>(
    _ body: (any StoreReader) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let (reader, epoch) = try takeReader()
    do throws(StoreError) {
      let result = try body(reader.reader)
      try reader.connection.endRead()
      reader.usedAt = .now
      readers.give(reader, epoch)
      return result
    } catch {
      reader.connection.close()
      throw error
    }
  }

  /// One that has begun.
  private func takeReader() throws(StoreError) -> (PostgresReader, Int) {
    while true {
      let (idle, epoch) = try readers.take()
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
}
