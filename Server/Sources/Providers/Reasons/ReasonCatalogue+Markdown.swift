extension ReasonCatalogue {
  /// The whole table as docs/errors.md. A test keeps the file equal to it.
  public static func markdown() -> String {
    var text = """
      # Errors: what an answer means and what to do

      This page is made from the table that also decides what happens to a push
      (`Server/Sources/Providers/Reasons`), so it cannot say anything else than the sender does.
      `pushwire explain REASON` prints one entry. Renew the page after a change of the table:
      `PUSHWIRE_WRITE_DOCS=1 swift test --package-path Server --filter theDocumentIsTheTable`.

      A 200 means that the provider accepted the push. It is never called delivered.

      ## Verdicts

      | verdict | meaning | goes out again | token |
      |---|---|---|---|

      """
    for kind in Verdict.Kind.allCases {
      text +=
        "| `\(kind.code)` | \(kind.summary) | \(retryWord(kind.retry)) | \(kind.tokenAction.rawValue) |\n"
    }
    text += """

      An answer with a reason that the table does not know is kept word for word. One without a reason
      that can be read (empty, HTML) keeps its status. Neither ever deletes a token.

      """
    for provider in Reason.Provider.allCases {
      let rows = all.filter { $0.provider == provider }
      text += "\n## \(provider.title)\n\n| reason | HTTP | verdict |\n|---|---|---|\n"
      for row in rows {
        text += "| [\(row.title)](#\(anchor(row))) | \(row.statusText) | `\(row.kind.code)` |\n"
      }
      for row in rows { text += section(row) }
    }
    return text
  }

  private static func retryWord(_ retry: Verdict.Kind.Retry) -> String {
    switch retry {
    case .no: "no"
    case .afterRenewal: "once, renewed"
    case .whenReleased: "when repaired"
    case .later: "later"
    case .atOnce: "at once"
    case .fewTimes: "a few times"
    }
  }

  private static func anchor(_ row: Reason) -> String {
    let code = row.code.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    return code
  }

  private static func section(_ row: Reason) -> String {
    var text = "\n### `\(row.code)`\n\n\(row.meaning)\n\n"
    text += "- **Why**"
    text += row.causes.count == 1 ? ": \(row.causes[0])\n" : ", likeliest first:\n"
    if row.causes.count > 1 { for cause in row.causes { text += "  1. \(cause)\n" } }
    text += "- **Check**: \(row.check)\n- **Fix**: \(row.fix)\n"
    text += "- **Verdict**: `\(row.kind.code)`" + (row.field.map { ", field `\($0)`" } ?? "") + "\n"
    text += "- **Retried**: \(row.retryText)\n"
    if let token = row.tokenText { text += "- **Token**: \(token)\n" }
    if let hold = row.holdText { text += "- **Held**: \(hold)\n" }
    if !row.aliases.isEmpty {
      text += "- **Also seen as**: " + row.aliases.map { "`\($0)`" }.joined(separator: ", ") + "\n"
    }
    return text + "- **Source**: \(row.source.rawValue)\n"
  }
}
