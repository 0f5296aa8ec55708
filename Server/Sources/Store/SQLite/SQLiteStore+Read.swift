extension SQLiteStore {
  public func read<Result>(
    _ body: (any StoreReader) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let (idle, epoch) = try readers.take()
    let reader: Reader
    if let idle {
      reader = idle
    } else {
      reader = Reader(try SQLiteConnection(path: path, mode: .read, settings: settings))
    }
    do throws(StoreError) {
      // One view of the store for the whole of `body`.
      try reader.connection.beginRead()
      let result = try body(reader.reader)
      try reader.connection.commit()
      readers.give(reader, epoch)
      return result
    } catch {
      reader.connection.close()
      throw error
    }
  }
}
