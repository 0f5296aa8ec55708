/// Help pages, made from what commands say of themselves.
struct Help {
  let style: Styler
  let width: Int

  init(_ output: Output) {
    style = output.style
    width = output.width
  }

  /// The page of one command.
  func page(_ command: any Command) -> String {
    let syntax = command.syntax
    var page = "\(command.summary).\n\n" + heading("Usage") + "  \(usage(command))\n"
    if !command.discussion.isEmpty { page += "\n" + wrap(command.discussion, width: width) }
    if !syntax.positionals.isEmpty {
      page += "\n" + heading("Arguments") + rows(syntax.positionals.map { ($0.name, $0.summary) })
    }
    if !syntax.options.isEmpty { page += "\n" + heading("Options") + rows(syntax.options.map(row)) }
    page += "\n" + heading("Options of every command") + rows(Syntax.common.map(row))
    if !command.examples.isEmpty {
      page += "\n" + heading("Examples")
      for example in command.examples {
        page += "  " + style.apply("# " + example.purpose, .dim) + "\n  \(example.line)\n"
      }
    }
    return page
  }

  /// The list of commands.
  func overview(_ commands: [any Command]) -> String {
    var page = "Native mobile push wired end to end, every hop proven.\n\n" + heading("Usage")
    page += "  pushwire COMMAND [OPTIONS]\n\n" + heading("Commands")
    page += rows(commands.filter { !$0.isOfServer }.map { ($0.name, $0.summary) })
    page += "\n" + heading("The server, and commands beside it")
    page += rows(commands.filter(\.isOfServer).map { ($0.name, $0.summary) })
    page += "\n" + heading("Options of every command") + rows(Syntax.common.map(row))
    page += "\n" + heading("Exit codes")
    page += rows([
      ("0", "Yes: done, or nothing to object to"), ("1", "The answer is no"),
      ("2", "Wrong usage or configuration"), ("3", "An input cannot be read"),
    ])
    return page + "\n`pushwire help COMMAND` says more, with examples.\n"
  }

  private func usage(_ command: any Command) -> String {
    let positionals = command.syntax.positionals.map { positional in
      let name = positional.name + (positional.repeats ? "…" : "")
      return positional.required ? name : "[\(name)]"
    }
    return (["pushwire", command.name] + positionals + ["[OPTIONS]"]).joined(separator: " ")
  }

  private func row(_ option: Syntax.Option) -> (String, String) {
    let short = option.short.map { "-\($0), " } ?? ""
    let value = option.value.map { " \($0)" } ?? ""
    return (short + "--" + option.name + value, option.summary + (option.repeats ? " (may be repeated)" : ""))
  }

  private func heading(_ text: String) -> String { style.apply(text, .bold) + "\n" }

  private func rows(_ rows: [(String, String)]) -> String {
    let indent = 2 + min(28, rows.map(\.0.count).max() ?? 0) + 2
    var page = ""
    for (name, text) in rows {
      let lines = wrap(text, width: max(30, width - indent)).split(separator: "\n")
      let padding = String(repeating: " ", count: indent)
      let head = "  " + name
      if head.count + 2 > indent {
        page += head + "\n" + padding
      } else {
        page += head + String(repeating: " ", count: indent - head.count)
      }
      page += lines.joined(separator: "\n" + padding) + "\n"
    }
    return page
  }
}
