import AppFacts

/// Reads captured requests and answers: curl commands in scripts, notes and Markdown, HTTP as text, transcripts.
enum CaptureReader: ArtifactReader {
  /// Bytes of a text; what is longer is no capture.
  static let limit = 4 << 20

  private static let marks: [[UInt8]] = [
    "push.apple.com", "fcm.googleapis.com", "/3/device/", "apns-topic", "/fcm/send", "gcm/send",
    "gcm-http.googleapis.com",
  ].map { Array($0.utf8) }

  static func claims(_ file: InputFile) -> Bool {
    let given = ["txt", "log", "md", "markdown", "", "text", "out", "trace", "bash", "zsh", "command"]
    let always = ["sh", "http", "rest", "curl"]
    let fits = always.contains(file.fileExtension) || (file.isGiven && given.contains(file.fileExtension))
    guard file.isGiven || !SecretSearch.isTestData(file.place.file) else { return false }
    guard fits, file.isWhole, file.size <= limit else { return false }
    // A bare answer has none of the marks, but starts as one.
    return marks.contains { file.head.firstRange(of: $0) != nil } || (file.isGiven && isAnswer(file.head))
  }

  private static func isAnswer(_ text: [UInt8]) -> Bool {
    guard let first = text.firstIndex(where: { $0 > 0x20 }) else { return false }
    return text[first...].starts(with: "HTTP/".utf8) || text[first...].starts(with: "< HTTP/".utf8)
  }

  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts) {
    let style: CaptureScanner.Style =
      switch file.fileExtension {
      case "md", "markdown": .markdown
      case "sh", "bash", "zsh", "command": .script
      default: .plain
      }
    let scanner = CaptureScanner.scan(file.head, style)
    var maker = MessageFacts(file, limits)
    let first = facts.captures.count
    let count = maker.add(scanner, into: &facts)
    var state = InputFact.State.read
    if let broken = scanner.brokenCommand {
      var places = TextPlaces(file.place.file, file.head)
      state = .partly(
        "the curl command at line \(places.place(broken).line ?? 1) has a quote that never ends")
    } else if scanner.isCut {
      state = .partly("only the first \(CaptureScanner.limit) requests were read")
    } else if count == 0 {
      guard file.isGiven else { return }
      state = .unreadable("no request to APNs or FCM could be found in it")
    }
    facts.inputs.append(
      InputFact(
        .capture, file.place, state, summary: summary(facts.captures[first...]), isGiven: file.isGiven))
  }

  private static func summary(_ captures: ArraySlice<CapturedRequest>) -> String {
    guard let only = captures.first, captures.count == 1 else { return "\(captures.count) requests" }
    var text = only.service.map { "a request to \($0.rawValue)" } ?? "an answer"
    if let status = only.answer?.status {
      text += only.service == nil ? " \(status)" : ", answered \(status)"
    }
    if let reason = only.answer?.reason?.value { text += " \(reason.prefix(60))" }
    return text
  }
}
