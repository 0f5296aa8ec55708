extension KotlinGenerator {
  func policy(_ out: inout SourceText) {
    let parts = JVMPolicy(policy)
    out.line("/** What the device goes by: a new copy each time. */")
    out.line("@JvmStatic")
    out.block("fun policy(): ClientPolicy {") { out in
      out.line("val policy = ClientPolicy()")
      for index in parts.steps.indices { out.line("step\(index + 1)(policy)") }
      out.line("return policy")
    }
    for (index, step) in parts.steps.enumerated() {
      out.line()
      out.block("private fun step\(index + 1)(policy: ClientPolicy) {") { out in
        for item in step { statement(item, &out) }
      }
    }
  }

  private func statement(_ item: JVMPolicy.Statement, _ out: inout SourceText) {
    switch item {
    case .setting(let setting): out.line("policy." + Self.text(setting))
    case .reoffer(let after, let times): out.line("policy.reoffer = ReofferPolicy(\(after), \(times))")
    case .links(let member, let texts): out.line("policy.links.\(member) = \(Self.literal(.texts(texts)))")
    case .part(let part):
      record("policy.\(part.member)[\(TextLiteral.kotlin(part.key))] = ", part.record, "", &out)
    case .category(let id, let actions):
      out.block("policy.categories[\(TextLiteral.kotlin(id))] = mutableListOf(", ")") { out in
        for (index, action) in actions.enumerated() {
          record("", action, index == actions.count - 1 ? "" : ",", &out)
        }
      }
    }
  }

  private func record(_ head: String, _ item: PolicyParts.Record, _ tail: String, _ out: inout SourceText) {
    if item.settings.isEmpty {
      out.line("\(head)\(item.type)()\(tail)")
    } else {
      out.block("\(head)\(item.type)().apply {", "}" + tail) { out in
        for setting in item.settings { out.line(Self.text(setting)) }
      }
    }
  }

  private static func text(_ setting: PolicyParts.Setting) -> String {
    let key = setting.key.map { "[\(TextLiteral.kotlin($0))]" } ?? ""
    return "\(setting.member)\(key) = \(literal(setting.value))"
  }

  private static func literal(_ value: PolicyParts.Value) -> String {
    switch value {
    case .text(let text): TextLiteral.kotlin(text)
    case .texts(let texts): "mutableListOf(" + texts.map(TextLiteral.kotlin).joined(separator: ", ") + ")"
    case .number(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .word(let type, let word): "\(type).\(word.uppercased())"
    case .words(let type, let words):
      "mutableListOf(" + words.map { "\(type).\($0.uppercased())" }.joined(separator: ", ") + ")"
    }
  }
}
