internal import HTTPFront

/// Assembles /openapi.json. OpenAPI Specification 3.1.
enum OpenAPI {
  static func document() -> [UInt8] {
    var out = JSONWriter(capacity: 64 << 10)
    out.object { out in
      out.member("openapi", "3.1.0")
      out.object("info") { out in
        out.member("title", "Pushwire")
        out.member("version", "1")
        out.member(
          "description",
          "Native push with proof of each hop. Times are RFC 3339 in UTC, but for what a device reports: "
            + "milliseconds since 1970. Faults are problem documents (RFC 9457) with a stable code.")
      }
      out.object("paths") { out in
        var done: Set<String> = []
        for route in Route.allCases where done.insert(route.pattern).inserted {
          out.key(route.pattern)
          out.object { out in
            for same in Route.allCases where same.pattern == route.pattern { write(same, &out) }
          }
        }
      }
      out.object("components") { out in
        out.object("schemas") { out in
          for (name, schema) in Schemas.all {
            out.key(name)
            schema.write(&out)
          }
        }
        out.object("securitySchemes") { out in securitySchemes(&out) }
      }
    }
    return out.bytes
  }

  private static func securitySchemes(_ out: inout JSONWriter) {
    out.object("serverKey") { out in
      out.member("type", "http")
      out.member("scheme", "bearer")
      out.member("description", "A key of the backend, pwk_…: pushwire keys create.")
    }
    out.object("ticket") { out in
      out.member("type", "http")
      out.member("scheme", "bearer")
      out.member("bearerFormat", "JWT")
      out.member("description", "A registration ticket: HS256 or ES256; app, sub, tenant, iat, exp.")
    }
    out.object("app") { out in
      out.member("type", "apiKey")
      out.member("in", "header")
      out.member("name", "Pushwire-App")
      out.member("description", "The app's publishable id.")
    }
    out.object("installationSecret") { out in
      out.member("type", "apiKey")
      out.member("in", "header")
      out.member("name", "Pushwire-Installation-Secret")
      out.member("description", "Made on the device: 32 to 256 characters of base64url.")
    }
  }

  private static func write(_ route: Route, _ out: inout JSONWriter) {
    let operation = route.operation
    out.key(route.method.rawValue.lowercased())
    out.object { out in
      out.member("operationId", route.rawValue)
      out.member("summary", operation.summary)
      out.member(
        "description",
        operation.about + (operation.scope.map { " A server key needs the scope `\($0.rawValue)`." } ?? ""))
      parameters(route, &out)
      out.array("security") { out in
        for alternative in operation.access {
          out.object { out in
            for access in alternative {
              out.key(access.rawValue)
              out.array { _ in }
            }
          }
        }
      }
      if let body = operation.body {
        out.object("requestBody") { out in
          out.member("required", !operation.bodyIsOptional)
          out.member("description", "At most \(route.bodyLimit / 1024) KiB.")
          content("application/json", body, operation.bodyExample, &out)
        }
      }
      out.object("responses") { out in responses(route, operation, &out) }
    }
  }

  private static func parameters(_ route: Route, _ out: inout JSONWriter) {
    let query = QueryParameter.of(route)
    let hasID = route.pattern.contains("{id}")
    let hasInstallation = route == .inbox || route == .readInbox
    guard hasID || hasInstallation || !query.isEmpty else { return }
    out.array("parameters") { out in
      if hasID { parameter("id", "path", .identifier, "", &out) }
      if hasInstallation {
        parameter(
          "Pushwire-Installation", "header", .identifier, "With an installation's secret: which one.", &out)
      }
      for one in query { parameter(one.name, "query", one.schema, one.about, &out) }
    }
  }

  private static func parameter(
    _ name: String, _ place: String, _ schema: Schema, _ about: String, _ out: inout JSONWriter
  ) {
    out.object { out in
      out.member("name", name)
      out.member("in", place)
      if place == "path" { out.member("required", true) }
      out.member("description", present: about)
      out.key("schema")
      schema.write(&out)
    }
  }

  private static func content(
    _ type: String, _ schema: String?, _ example: String, _ out: inout JSONWriter
  ) {
    out.object("content") { out in
      out.key(type)
      out.object { out in
        if let schema {
          out.key("schema")
          Schema.named(schema).write(&out)
        }
        if !example.isEmpty {
          out.key("example")
          out.value(raw: Array(example.utf8))
        }
      }
    }
  }

  private static func responses(_ route: Route, _ operation: Operation, _ out: inout JSONWriter) {
    out.key(String(operation.success))
    out.object { out in
      out.member("description", "Done.")
      content(operation.answerType, operation.answer, operation.answerExample, &out)
    }
    let problems = operation.allProblems(route)
    let statuses = Set(problems.map(\.status))
    for other in operation.others where !statuses.contains(other.status) {
      out.key(String(other.status))
      out.object { out in
        out.member("description", other.about)
        content("application/json", other.schema, "", &out)
      }
    }
    for status in statuses.sorted() {
      let codes = problems.filter { $0.status == status }
      out.key(String(status))
      out.object { out in
        out.member("description", codes.map { "`\($0.rawValue)`: \($0.title)." }.joined(separator: " "))
        out.object("content") { out in
          for other in operation.others where other.status == status {
            out.key("application/json")
            out.object { out in
              out.key("schema")
              Schema.named(other.schema).write(&out)
            }
          }
          out.key(Problem.contentType)
          out.object { out in
            out.key("schema")
            Schema.named("Problem").write(&out)
          }
        }
      }
    }
  }
}
