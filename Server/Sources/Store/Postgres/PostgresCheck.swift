internal import CPostgres

/// Turns the server's faults into errors (PostgreSQL, appendix A: error codes).
enum PostgresCheck {
  /// Of a result that says that something failed.
  ///
  /// - Parameter doing: what was tried, as in `INSERT INTO messages`; never a value.
  static func error(_ result: OpaquePointer?, _ doing: String) -> StoreError {
    let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
    // The first line names the fault; what follows may show values.
    let text =
      PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
      ?? "the server gave no reason"
    return error(state: state, "\(doing): \(text)")
  }

  static func error(state: String, _ text: String) -> StoreError {
    StoreError(kind(state), text + (state.isEmpty ? "" : " (\(state))") + advice(state))
  }

  static func kind(_ state: String) -> StoreError.Code {
    switch state {
    // Serialization failure, deadlock, and two that wrote the same key at once.
    case "40001", "40P01", "23505": .conflict
    // Lock not available, and a statement that took too long.
    case "55P03", "57014": .busy
    // Ended by an administrator or a crash, and an idle transaction that was ended.
    case "57P01", "57P02", "57P05", "25P03": .disconnected
    // A prepared statement whose table has another column by now: a new connection prepares it anew.
    case "0A000": .disconnected
    case "57P03", "25006": .unavailable
    case "XX001", "XX002": .damaged
    case "28000", "28P01", "3D000", "42501", "3F000": .open
    default:
      switch state.prefix(2) {
      case "08": .disconnected
      // Out of disk, memory or connections; a failing disk.
      case "53", "58": .unavailable
      default: .library
      }
    }
  }

  private static func advice(_ state: String) -> String {
    switch state {
    case "53100": "; make room on the server's disk"
    case "53300": "; raise max_connections or run fewer nodes"
    case "53200": "; give the server more memory, or raise max_locks_per_transaction"
    case "25006": "; this server is a standby, or read-only"
    case "57014": "; statement_timeout has ended it"
    case "55P03": "; lock_timeout has ended it"
    default: ""
    }
  }
}
