extension SQLiteStore {
  /// Connections that are kept for the next read; more are opened where more read at once.
  static let readersKept = 8

  public func read<Result>(
    _ body: (any StoreReader) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let (reader, epoch) = try takeReader()
    do throws(StoreError) {
      // One view of the store for the whole of `body`.
      try reader.connection.beginRead()
      let result = try body(reader.reader)
      try reader.connection.commit()
      give(reader, epoch)
      return result
    } catch {
      reader.connection.close()
      throw error
    }
  }

  private func takeReader() throws(StoreError) -> (Reader, Int) {
    let (idle, epoch) = reading.hold { (idleReaders.popLast(), readerEpoch) }
    if let idle { return (idle, epoch) }
    guard epoch >= 0 else { throw StoreError(.closed, "The store is closed.") }
    return (Reader(try SQLiteConnection(path: path, mode: .read, settings: settings)), epoch)
  }

  private func give(_ reader: Reader, _ epoch: Int) {
    let isKept = reading.hold {
      guard epoch == readerEpoch, idleReaders.count < Self.readersKept else { return false }
      idleReaders.append(reader)
      return true
    }
    if !isKept { reader.connection.close() }
  }

  /// With `writing` held. Readers at work are closed when they are done.
  func closeReaders() {
    let idle = reading.hold {
      defer { idleReaders = [] }
      readerEpoch = isClosed ? -1 : readerEpoch + 1
      return idleReaders
    }
    for reader in idle { reader.connection.close() }
  }
}
