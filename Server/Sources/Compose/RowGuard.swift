import PushContract

/// What a row must satisfy before a template of a class may read it.
struct RowGuard: Sendable {
  private let name: String
  private let parameters: Int
  // The parameter that fills the badge.
  private let badge: Int?

  init(_ source: NotificationClass) {
    name = source.name
    parameters = source.parameters.count
    if case .parameter(let wanted) = source.badge {
      badge = source.parameters.firstIndex { $0.name == wanted }
    } else {
      badge = nil
    }
  }

  @inline(__always)
  func check(_ row: borrowing ParameterRow) throws(ComposeError) {
    guard row.slots.count == parameters else {
      throw ComposeError(
        .schemaMismatch,
        "class \(name) has \(parameters) parameters, the row was made for \(row.slots.count)")
    }
    guard row.missing == 0 else { throw Self.missing(name, row.missingNames) }
    if let badge, row.value(badge)?.first == UInt8(ascii: "-") {
      throw ComposeError(.badValue, "parameter \(row.schema[badge].name) fills the badge: 0 or more")
    }
  }

  private static func missing(_ name: String, _ missing: [String]) -> ComposeError {
    ComposeError(
      .missingParameter, "class \(name) needs a value for \(missing.joined(separator: ", "))",
      field: missing.first)
  }
}
