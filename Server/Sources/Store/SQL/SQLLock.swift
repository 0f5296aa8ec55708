/// What a value is where there is none.
enum SQLKind {
  case integer
  case text
  case blob
  /// The same as the column that it is for.
  case any
}

/// A statement whose changes are asked for later.
struct SQLTicket {
  /// The connection knows what it means.
  var number: Int
}

/// Row numbers that are given out by the database.
enum SQLSequence {
  case notifications
  case messages
}

/// Something that two writers must not do at once, though there may be no row of it yet.
enum SQLLock: Hashable {
  /// An installation's registration.
  case installation(String)
  /// A device token, by its hash (``RegistrationRow``).
  case token(Int)
  /// How many installations an account has.
  case account(tenant: String, String)
  /// The silent budget of a registration's row.
  case silent(registration: Int)
  /// A notification by its tenant and id.
  case notification(tenant: Int32, String)
  /// What hangs on a notification's row.
  case parameters
  /// Something that there is one of, by its name.
  case single(String)
}
