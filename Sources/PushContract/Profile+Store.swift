/// Where `pushwire serve` keeps everything of record. Paths are as written in the profile, relative to it.
public enum StoreChoice: Sendable, Equatable {
  /// One file, for one server; nil: `pushwire.db` beside the profile.
  case sqlite(String?)
  /// For any number of nodes.
  case postgres(PostgresChoice)
}

public struct PostgresChoice: Sendable, Equatable {
  /// `postgres://user@host/database?sslmode=verify-full`, without a password.
  public var url: String
  /// A file with the password alone. Nil: libpq's own ways, as PGPASSFILE.
  public var passwordFile: String?
  /// Certificate authorities in PEM that the server's certificate must come from.
  public var caFile: String?

  public init(url: String, passwordFile: String? = nil, caFile: String? = nil) {
    self.url = url
    self.passwordFile = passwordFile
    self.caFile = caFile
  }
}

/// What spreads due work over delivery nodes: NATS JetStream.
public struct FeedChoice: Sendable, Equatable {
  /// `nats://host:4222` or `tls://host:4222`, without a password.
  public var urls: [String]
  /// Servers that keep each stream.
  public var replicas = 3
  /// A `.creds` file, as `nsc` writes it.
  public var credentialsFile: String?
  public var user: String?
  public var passwordFile: String?
  public var caFile: String?

  public init(urls: [String]) { self.urls = urls }
}
