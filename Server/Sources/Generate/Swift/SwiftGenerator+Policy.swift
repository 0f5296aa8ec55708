extension SwiftGenerator {
  /// The policy as statements.
  func policy(_ out: inout SourceText) {
    let parts = PolicyParts(policy)
    out.line()
    out.block("extension ClientPolicy {") { out in
      out.line("/// What the device goes by.")
      out.block("\(access)static let \(policyName): ClientPolicy = {", "}()") { out in
        out.line("var policy = ClientPolicy()")
        for setting in parts.settings { out.line("policy." + Self.statement(setting)) }
        if let reoffer = parts.reoffer {
          out.line("policy.reoffer = ReofferPolicy(after: \(reoffer.after), times: \(reoffer.times))")
        }
        for part in parts.parts {
          record("policy.\(part.member)[\(TextLiteral.swift(part.key))] = ", part.record, "", &out)
        }
        for category in parts.categories {
          out.block("policy.categories[\(TextLiteral.swift(category.id))] = [", "]") { out in
            for action in category.actions { record("", action, ",", &out) }
          }
        }
        for (member, texts) in [("hosts", policy.links.hosts), ("schemes", policy.links.schemes)]
        where !texts.isEmpty { out.line("policy.links.\(member) = \(Self.literal(.texts(texts)))") }
        out.line("return policy")
      }
    }
    out.line()
    out.block("private func made<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {") { out in
      out.line("var value = value")
      out.line("change(&value)")
      out.line("return value")
    }
  }

  var policyName: String {
    Identifiers.assign([names.base], .lower, reserved: ["init", "self"])[names.base] ?? "app"
  }

  private func record(_ head: String, _ item: PolicyParts.Record, _ tail: String, _ out: inout SourceText) {
    if item.settings.isEmpty {
      out.line("\(head)\(item.type)()\(tail)")
    } else {
      out.block("\(head)made(\(item.type)()) {", "}" + tail) { out in
        for setting in item.settings { out.line("$0." + Self.statement(setting)) }
      }
    }
  }

  private static func statement(_ setting: PolicyParts.Setting) -> String {
    let key = setting.key.map { "[\(TextLiteral.swift($0))]" } ?? ""
    return "\(setting.member)\(key) = \(literal(setting.value))"
  }

  private static func literal(_ value: PolicyParts.Value) -> String {
    switch value {
    case .text(let text): TextLiteral.swift(text)
    case .texts(let texts): "[" + texts.map(TextLiteral.swift).joined(separator: ", ") + "]"
    case .number(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .word(_, let word): "." + word
    case .words(_, let words): "[" + words.map { "." + $0 }.joined(separator: ", ") + "]"
    }
  }
}
