/// docs/api.md, made of the table that dispatches requests.
enum APIDocument {
  static func markdown() -> String {
    var out = introduction
    for (title, routes) in sections {
      out += "## \(title)\n\n"
      for route in routes { out += section(route) }
    }
    return out + problems
  }

  private static let sections: [(String, [Route])] = [
    ("From the app's backend", [.mintTicket, .notify, .notifyBatch, .notification, .cancel, .stats]),
    ("FCM topics", [.subscribe, .unsubscribe]),
    ("From devices", [.register, .logout, .receipts]),
    ("The inbox", [.inbox, .readInbox]),
    (
      "Campaigns",
      [.createCampaign, .campaigns, .campaign, .pauseCampaign, .resumeCampaign, .cancelCampaign]
    ),
    ("One installation", [.installation, .setTags]),
    ("For operators", [.health, .readiness, .metrics, .openapi]),
  ]

  private static let introduction = """
    <!-- Made by APIDocument.swift: PUSHWIRE_WRITE_DOCS=1 swift test --filter theDocumentIsTheRoutes -->
    # The API

    HTTP/1.1 with JSON bodies. The same as [OpenAPI 3.1](https://spec.openapis.org/oas/v3.1.0) is at
    `/openapi.json`, made of the table that dispatches requests. The lines below work as they stand:

    ```
    PUSHWIRE=http://127.0.0.1:8780
    APP=…       # the profile's app.name
    KEY=pwk_…   # pushwire keys create NAME --scopes admin
    SECRET=$(openssl rand -hex 24)   # on a device: made once, and kept
    TICKET=$(curl -sS $PUSHWIRE/v1/tickets -H "Authorization: Bearer $KEY" --json '{"account":"user-1"}' \\
      | sed 's/.*"ticket":"\\([^"]*\\)".*/\\1/')
    ```

    **Times** are RFC 3339 (`2030-01-31T18:00:00Z`), but for what a device reports: milliseconds since 1970 by its
    own clock. **Ids** are 1 to 128 letters, digits and `._~:-`. **Unknown members** of a body and unknown query
    parameters are errors, and so is `null`: leave a member out instead. **Tenants**: a key works for its own; one
    for all tenants names it with `tenant`, and means the default one (the empty name) where it does not.

    **Sending twice is safe.** A notification's id is yours: the same again answers the first result, other content
    under it is a conflict. Registrations, receipts and logouts can be repeated as well. So whatever was not
    answered is sent again; what was answered with 200 or 202 is stored durably.

    **Limits**: a key 50,000 requests a second, an installation 2 a second (60 at once), registrations without
    ticket 50 a second from one address; beyond them, and after 200 failed authentications from one address, the
    answer is 429 with `Retry-After`.


    """

  // MARK: Operations

  private static func section(_ route: Route) -> String {
    let operation = route.operation
    var out =
      "### \(operation.summary)\n\n`\(route.method.rawValue) \(route.pattern)`\n\n\(operation.about)\n\n"
    out += "```\n\(curl(route))\n```\n\n"
    if !operation.answerExample.isEmpty {
      out += "\(operation.success):\n\n```json\n\(operation.answerExample)\n```\n\n"
    }
    for other in operation.others { out += "\(other.status): \(other.about)\n\n" }
    let query = QueryParameter.of(route)
    if !query.isEmpty {
      out += "Query: " + query.map { "`\($0.name)`: \(lowered($0.about))" }.joined(separator: " ") + "\n\n"
    }
    if let body = operation.body, let schema = Schemas.all.first(where: { $0.name == body })?.schema {
      out += members(schema) + "The body has at most \(route.bodyLimit / 1024) KiB.\n\n"
    }
    out += "Access: \(access(operation)).\n\n"
    let own = Problem.Code.allCases.filter(operation.problems.contains)
    if !own.isEmpty {
      out += "Its own problems: " + own.map { "`\($0.rawValue)`" }.joined(separator: ", ") + ".\n\n"
    }
    return out
  }

  private static func lowered(_ text: String) -> String {
    guard let first = text.first else { return text }
    return first.lowercased() + text.dropFirst()
  }

  private static func access(_ operation: Operation) -> String {
    if operation.access.isEmpty { return "anybody" }
    let names = operation.access.map { alternative in
      alternative.isEmpty
        ? "anybody, unless the server is told otherwise"
        : alternative.map { access in
          switch access {
          case .serverKey: "a server key" + (operation.scope.map { " with the scope `\($0.rawValue)`" } ?? "")
          case .ticket: "a registration ticket"
          case .app: "the app's publishable id (`Pushwire-App`)"
          case .installationSecret: "the installation's secret (`Pushwire-Installation-Secret`)"
          }
        }.joined(separator: " and ")
    }
    return names.joined(separator: "; or ")
  }

  private static func members(_ schema: Schema) -> String {
    guard case .object(let properties) = schema else { return "" }
    var out = "| member | type | |\n|---|---|---|\n"
    for property in properties {
      out += "| `\(property.name)`\(property.isRequired ? "" : " (optional)") "
      out += "| \(type(property.schema)) | \(property.about) |\n"
    }
    return out + "\n"
  }

  private static func type(_ schema: Schema) -> String {
    switch schema {
    case .string(let text):
      if text.format == "date-time" { return "time" }
      if text.pattern == Identifier.pattern { return "id" }
      return text.maximum.map { "text, \($0) bytes at most" } ?? "text"
    case .word(let words): return words.map { "`\($0)`" }.joined(separator: " ")
    case .integer: return "whole number"
    case .boolean: return "`true` `false`"
    case .array(let element, let range):
      let most = range.upperBound < Int.max ? ", \(range.upperBound) at most" : ""
      if case .object(let properties) = element, properties.count < 8 {
        return "list of {" + properties.map { "`\($0.name)`" }.joined(separator: " ") + "}" + most
      }
      return "list" + most
    case .map: return "object"
    case .anyOf(let all): return all.map(type).joined(separator: ", or ")
    case .object(let properties):
      return "{" + properties.map { "`\($0.name)`" }.joined(separator: " ") + "}"
    case .named(let name):
      return Schemas.all.first { $0.name == name }.map { type($0.schema) } ?? name
    }
  }

  private static func example(_ route: Route) -> String {
    if route.pattern.contains("installations") { return "device-1" }
    if route.pattern.contains("topics") { return "news" }
    return route.pattern.contains("campaigns") ? "spring-news" : "order-1001-shipped"
  }

  /// A line for a shell.
  static func curl(_ route: Route) -> String {
    let operation = route.operation
    var path = route.pattern.replacing("{id}", with: example(route))
    var headers: [String] = []
    for access in operation.access.last ?? [] {
      switch access {
      case .serverKey: headers.append("Authorization: Bearer $KEY")
      case .ticket: headers.append("Authorization: Bearer $TICKET")
      case .app: headers.append("Pushwire-App: $APP")
      case .installationSecret: headers.append("Pushwire-Installation-Secret: $SECRET")
      }
    }
    switch route {
    case .register: headers[0] = "Authorization: Bearer $TICKET"
    case .inbox, .readInbox: headers = ["Authorization: Bearer $TICKET"]
    case .installation: headers = ["Authorization: Bearer $KEY"]
    case .stats: path += "?from=2030-01-01&to=2030-01-31"
    default: break
    }
    var lines = ["curl -sS \"$PUSHWIRE\(path)\""]
    switch route.method {
    case .get: break
    case .post: if operation.bodyExample.isEmpty { lines[0] += " -X POST" }
    default: lines[0] += " -X \(route.method.rawValue)"
    }
    lines += headers.map { "-H \"\($0)\"" }
    if !operation.bodyExample.isEmpty {
      lines.append(
        "--json '" + operation.bodyExample.replacing("\"app\":\"demo\"", with: "\"app\":\"'\"$APP\"'\"") + "'"
      )
    }
    return lines.joined(separator: " \\\n  ")
  }

  // MARK: Problems

  private static var problems: String {
    var out = """
      ## Problems

      Every fault is `application/problem+json` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)) with a stable
      `code`, the `field` where there is one (a JSON pointer, or a header's or parameter's name), and a `hint`:

      ```json
      {"type":"urn:pushwire:problem:unknown_class","title":"The profile has no such class","status":400,"code":"unknown_class","detail":"The profile has no such class.","field":"/class","hint":"Did you mean order_shipped?"}
      ```

      Decide by `code`. What has a `Retry-After` can be sent again as it is; anything else must be changed first.

      | code | status | what it says | what to do |
      |---|---|---|---|

      """
    for code in Problem.Code.allCases {
      out += "| `\(code.rawValue)` | \(code.status) | \(code.title) | \(code.advice) |\n"
    }
    return out
  }
}
