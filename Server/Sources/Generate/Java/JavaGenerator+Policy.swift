extension JavaGenerator {
  func policy(_ statements: JVMPolicy, _ out: inout SourceText) {
    out.line("/** What the device goes by: a new copy each time. */")
    out.block("public static ClientPolicy policy() {") { out in
      out.line("ClientPolicy policy = new ClientPolicy();")
      for index in statements.steps.indices { out.line("step\(index + 1)(policy);") }
      out.line("return policy;")
    }
    for (index, step) in statements.steps.enumerated() {
      out.line()
      out.block("private static void step\(index + 1)(ClientPolicy policy) {") { out in
        for item in step { statement(item, &out) }
      }
    }
  }

  private func statement(_ item: JVMPolicy.Statement, _ out: inout SourceText) {
    switch item {
    case .setting(let setting): out.line("policy." + Self.text(setting))
    case .reoffer(let after, let times): out.line("policy.reoffer = new ReofferPolicy(\(after), \(times));")
    case .links(let member, let texts): out.line("policy.links.\(member) = \(Self.literal(.texts(texts)));")
    case .part(let part):
      out.block("{") { out in
        record(part.record, &out)
        out.line("policy.\(part.member).put(\(TextLiteral.java(part.key)), item);")
      }
    case .category(let id, let actions):
      out.line("policy.categories.put(\(TextLiteral.java(id)), new ArrayList<>());")
      for action in actions {
        out.block("{") { out in
          record(action, &out)
          out.line("policy.categories.get(\(TextLiteral.java(id))).add(item);")
        }
      }
    }
  }

  private func record(_ item: PolicyParts.Record, _ out: inout SourceText) {
    out.line("\(item.type) item = new \(item.type)();")
    for setting in item.settings { out.line("item." + Self.text(setting)) }
  }

  private static func text(_ setting: PolicyParts.Setting) -> String {
    guard let key = setting.key else { return "\(setting.member) = \(literal(setting.value));" }
    return "\(setting.member).put(\(TextLiteral.java(key)), \(literal(setting.value)));"
  }

  private static func literal(_ value: PolicyParts.Value) -> String {
    switch value {
    case .text(let text): TextLiteral.java(text)
    case .texts(let texts): list(texts.map(TextLiteral.java))
    case .number(let number): "\(number)L"
    case .flag(let flag): flag ? "true" : "false"
    case .word(let type, let word): "\(type).\(word.uppercased())"
    case .words(let type, let words): list(words.map { "\(type).\($0.uppercased())" })
    }
  }

  private static func list(_ items: [String]) -> String {
    "new ArrayList<>(Arrays.asList(\(items.joined(separator: ", "))))"
  }
}
