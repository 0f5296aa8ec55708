/// Where the record lies, and what spreads due work.
extension ProfileReader {
  func readStore(_ fields: Fields) -> StoreChoice {
    guard !(fields.has("sqlite") && fields.has("postgres")) else {
      fields.refuse(
        "postgres", "doubled-store", "`store` names two stores", hint: "keep `sqlite` or `postgres`")
      return .sqlite(nil)
    }
    guard fields.has("postgres") else {
      for key in ["password_file", "ca_file"] where fields.has(key) {
        fields.refuse(
          key, "store-mismatch", "`\(fields.at(key))` is for PostgreSQL, and `store` has no `postgres`",
          hint: "remove it, or write `postgres: postgres://…`")
      }
      return .sqlite(fields.text("sqlite"))
    }
    var choice = PostgresChoice(url: fields.text("postgres") ?? "")
    if !choice.url.isEmpty, !Self.isURL(choice.url, ["postgres", "postgresql"]) {
      fields.refuse(
        "postgres", "bad-store-url", "`\(fields.at("postgres"))` is no PostgreSQL URL",
        hint: "as in postgres://pushwire@db.internal/pushwire?sslmode=verify-full")
      choice.url = ""
    }
    refusePassword(fields, "postgres", choice.url, hint: "put it into a file, and name that: `password_file`")
    choice.passwordFile = fields.text("password_file")
    choice.caFile = fields.text("ca_file")
    return .postgres(choice)
  }

  func readFeed(_ fields: Fields) -> FeedChoice {
    if let node = fields.node("nats"), case .sequence(let items) = node.content, items.isEmpty {
      fields.refuse("nats", "empty-value", "`feed.nats` is an empty list", hint: "write [nats://host:4222]")
    }
    var choice = FeedChoice(
      urls: fields.list("nats") { node, path in
        guard let url = fields.scalarText(node, path: path) else { return nil }
        guard Self.isURL(url, ["nats", "tls"]) else {
          log.error(
            "bad-feed-url", "`\(path)` is no NATS URL", hint: "as in nats://host:4222 or tls://host:4222",
            at: node.position, path: path)
          return nil
        }
        refusePassword(
          fields, path, url, isPath: true, hint: "write `user` and `password_file`, or `credentials_file`")
        return url
      })
    if let number = fields.integer("replicas", in: 1...5) {
      choice.replicas = number
      if number % 2 == 0 {
        fields.refuse(
          "replicas", "out-of-range", "`feed.replicas` is \(number); it must be 1, 3 or 5",
          hint: "an even number stands no more failures than the odd one below it")
      }
    }
    choice.credentialsFile = fields.text("credentials_file")
    choice.user = fields.text("user")
    choice.passwordFile = fields.text("password_file")
    choice.caFile = fields.text("ca_file")
    if fields.has("user") != fields.has("password_file") {
      fields.refuse(
        fields.has("user") ? "user" : "password_file", "feed-credentials",
        "`user` and `password_file` belong together")
    } else if fields.has("user"), fields.has("credentials_file") {
      fields.refuse(
        "credentials_file", "feed-credentials", "`feed` names two ways to log in",
        hint: "keep `credentials_file`, or `user` with `password_file`")
    }
    return choice
  }

  /// What belongs together of the two.
  func judgeStore(_ profile: Profile, _ fields: Fields) {
    guard profile.feed != nil, fields.has("feed") else { return }
    if case .postgres = profile.store { return }
    fields.refuse(
      "feed", "feed-without-postgres", "`feed` needs a store that many nodes share",
      hint: "write `store: { postgres: postgres://… }`, or remove `feed`")
  }

  /// The message names no part of the URL.
  private func refusePassword(
    _ fields: Fields, _ key: String, _ url: String, isPath: Bool = false, hint: String
  ) {
    guard Self.hasPassword(url) else { return }
    let path = isPath ? key : fields.at(key)
    log.error(
      "password-in-profile", "`\(path)` has a password in it", hint: hint,
      at: log.positions.position(of: path), path: path)
  }

  static func isURL(_ text: String, _ schemes: [String]) -> Bool {
    schemes.contains { text.hasPrefix($0 + "://") && text.utf8.count > $0.utf8.count + 3 }
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  /// `scheme://user:password@host…` or `…?password=…`.
  static func hasPassword(_ url: String) -> Bool {
    let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, parts[1].split(separator: "&").contains(where: { $0.hasPrefix("password=") }) {
      return true
    }
    guard let scheme = parts.first.flatMap({ Self.afterScheme($0) }) else { return false }
    let authority = scheme.prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@") else { return false }
    return authority[..<at].contains(":")
  }

  private static func afterScheme(_ url: Substring) -> Substring? {
    guard let colon = url.firstIndex(of: ":") else { return nil }
    return url[colon...].dropFirst(3)
  }
}
