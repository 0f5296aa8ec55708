/// libyaml's words, and what a person should do about the usual faults.
enum YAMLAdvice {
  static func error(_ fault: YAMLFault, _ text: ArraySlice<UInt8>, file: String?) -> ProfileFileError {
    let mark = fault.mark ?? UTF8Check.place(of: fault.byteOffset ?? 0, in: text)
    var message = "this is no YAML: \(fault.problem)"
    if let context = fault.context {
      message += ", \(context)"
      if let line = fault.contextLine, line != mark.line { message += " that starts in line \(line)" }
    }
    return ProfileFileError(
      .syntax, message, hint: hint(fault, line: line(mark.line, of: text)), file: file, line: mark.line,
      column: mark.column)
  }

  private static func hint(_ fault: YAMLFault, line: ArraySlice<UInt8>) -> String? {
    let indent = line.prefix { $0 == 0x20 || $0 == 0x09 }
    if indent.contains(0x09) { return "indent with spaces, not tabs" }
    if fault.problem.contains("mapping values are not allowed") {
      return "a text with `: ` in it needs quotes; or the indentation is wrong"
    }
    if line.contains(0x7B) { return "a text that starts with { needs quotes: \"{name} …\"" }
    if fault.problem.contains("did not find expected node content")
      || fault.problem.contains("did not find expected ',' or")
    {
      return "a [ or { is not closed, or a text with such a mark needs quotes"
    }
    if fault.problem.contains("cannot start any token") {
      return "a text that starts with %, @ or ` needs quotes"
    }
    if fault.problem.contains("control characters") { return "remove the control character" }
    if fault.problem.contains("did not find expected key") {
      return "keys of one mapping start in the same column"
    }
    return nil
  }

  private static func line(_ number: Int, of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = text
    for _ in 1..<max(number, 1) {
      guard let end = rest.firstIndex(of: 0x0A) else { return [] }
      rest = rest[(end + 1)...]
    }
    return rest.prefix { $0 != 0x0A }
  }
}
