extension SQLiteStore {
  /// From this size on (64 MiB) it waits a little for readers, so that the log can begin anew.
  private static let framesToInsist = 16_384
  /// How long it then waits, milliseconds.
  private static let insistMilliseconds: Int32 = 100

  public func rest() throws(StoreError) {
    writing.lock()
    defer { writing.unlock() }
    guard let writer, !needsReopening, !isClosed else { return }
    attempts.write()
    let connection = writer.connection
    let frames = connection.framesInLog
    // The log has begun anew since.
    if frames < framesCopied { framesCopied = 0 }
    guard frames - framesCopied >= options.checkpointPages else { return }
    do throws(StoreError) {
      if frames < Self.framesToInsist {
        let left = try connection.checkpoint(.passive) ?? (frames - framesCopied)
        framesCopied = frames - left
      } else {
        connection.setBusy(milliseconds: Self.insistMilliseconds)
        defer { connection.setBusy(milliseconds: settings.busyMilliseconds) }
        // Where readers stay, it is tried again after as many pages.
        try connection.checkpoint(.restart)
        framesCopied = frames
      }
    } catch {
      if SQLiteCheck.isDiskFault(error.libraryCode) { needsReopening = true }
      throw error
    }
  }

  /// Pages in the log, for metrics.
  public var logPages: Int { writing.hold { writer?.connection.framesInLog ?? 0 } }
}
