internal import Foundation

/// Where a store is: a file, or a database that nodes share. The one place that knows which kinds there are.
public enum StorePlace: Sendable, Equatable {
  case sqlite(String)
  case postgres(PostgresPlace)

  public struct PostgresPlace: Sendable, Equatable {
    /// May hold a password, where it came from a command line: never shown.
    public var url: String
    /// A file with the password alone.
    public var passwordFile: String?
    /// Certificate authorities (PEM) that the server's certificate must come from.
    public var caFile: String?

    public init(url: String, passwordFile: String? = nil, caFile: String? = nil) {
      self.url = url
      self.passwordFile = passwordFile
      self.caFile = caFile
    }
  }

  /// A path, or a URL that begins with `postgres://` or `postgresql://`.
  public init(_ text: String) {
    let isURL = ["postgres://", "postgresql://"].contains { text.hasPrefix($0) }
    self = isURL ? .postgres(PostgresPlace(url: text)) : .sqlite(text)
  }

  /// Nil: it is no file.
  public var path: String? {
    if case .sqlite(let path) = self { path } else { nil }
  }

  /// For people and logs, without what stands between user and host.
  public var shown: String {
    switch self {
    case .sqlite(let path): path
    case .postgres(let place):
      "postgres://" + Self.withoutSecrets(place.url)
    }
  }

  /// Opens it, or makes it, and brings it to this version's schema.
  /// - Parameter isServer: it will hold leases.
  public func open(isServer: Bool) throws(StoreError) -> any PushStore {
    switch self {
    case .sqlite(let path):
      var options = SQLiteStore.Options()
      options.role = isServer ? .server : .tool
      return try SQLiteStore(path: path, options: options)
    case .postgres(let place): return try Self.open(place, isServer: isServer)
    }
  }

  static func options(_ place: PostgresPlace) throws(StoreError) -> PostgresStore.Options {
    var options = PostgresStore.Options(url: url(place))
    options.password = try password(place)
    return options
  }

  private static func open(_ place: PostgresPlace, isServer: Bool) throws(StoreError) -> any PushStore {
    var options = try Self.options(place)
    options.applicationName = isServer ? "pushwire" : "pushwire tool"
    return try PostgresStore(options)
  }

  // MARK: Parts of a URL

  private static func withoutSecrets(_ url: String) -> String {
    let rest = url.split(separator: "?", maxSplits: 1).first ?? ""
    guard let scheme = rest.range(of: "://") else { return "" }
    let address = rest[scheme.upperBound...]
    guard let at = address.lastIndex(of: "@") else { return String(address) }
    let user = address[..<at].prefix { $0 != ":" }
    return String(user + address[at...])
  }

  static func password(_ place: PostgresPlace) throws(StoreError) -> String? {
    guard let path = place.passwordFile else { return nil }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw StoreError(.open, "The file with the database's password cannot be read: \(path)")
    }
    let password = text.trimmingCharacters(in: .newlines)
    guard !password.isEmpty else {
      throw StoreError(.open, "The file with the database's password is empty: \(path)")
    }
    return password
  }

  /// With the certificate authorities, and the strictest check where the URL names none.
  static func url(_ place: PostgresPlace) -> String {
    guard let path = place.caFile else { return place.url }
    var url = place.url
    func add(_ name: String, _ value: String) {
      let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~/"))
      let encoded = value.addingPercentEncoding(withAllowedCharacters: plain) ?? value
      url += (url.contains("?") ? "&" : "?") + name + "=" + encoded
    }
    if !url.contains("sslmode=") { add("sslmode", "verify-full") }
    add("sslrootcert", path)
    return url
  }
}
