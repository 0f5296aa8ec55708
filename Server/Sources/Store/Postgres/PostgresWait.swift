internal import CPostgres

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Waits at the socket, never without an end.
enum PostgresWait {
  /// Until a result can be taken without waiting. Sends on what is to be sent meanwhile.
  static func untilReady(
    _ connection: PostgresConnection, _ handle: OpaquePointer, _ doing: String
  ) throws(StoreError) {
    guard PQisBusy(handle) != 0 else { return }
    let end = ContinuousClock.now + .milliseconds(connection.settings.answerMilliseconds)
    while PQisBusy(handle) != 0 {
      let left = PQflush(handle)
      guard left >= 0 else { throw connection.lost(doing) }
      let isThere = try wait(connection, handle, isSending: left > 0, until: end)
      guard isThere else {
        let error = connection.lost(doing)
        throw StoreError(
          error.code,
          "\(doing): no answer within \(connection.settings.answerMilliseconds / 1000) s; the connection was given up"
        )
      }
      guard PQconsumeInput(handle) != 0 else { throw connection.lost(doing) }
    }
  }

  /// False: the time is over.
  static func wait(
    _ connection: PostgresConnection, _ handle: OpaquePointer, isSending: Bool,
    until end: ContinuousClock.Instant
  ) throws(StoreError) -> Bool {
    while true {
      let left = (end - ContinuousClock.now).components
      guard left.seconds >= 0, left.attoseconds >= 0 else { return false }
      let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1
      var descriptor = pollfd(
        fd: PQsocket(handle), events: Int16(POLLIN) | (isSending ? Int16(POLLOUT) : 0), revents: 0)
      let found = poll(&descriptor, 1, Int32(clamping: milliseconds))
      if found > 0 { return true }
      if found < 0, errno != EINTR { throw connection.lost("wait") }
    }
  }
}
