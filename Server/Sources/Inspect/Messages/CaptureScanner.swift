/// Finds requests and answers in a text that a person saved: curl commands, HTTP as text, transcripts of
/// `curl -v` and nghttp, files of REST clients.
///
/// One pass over the lines. What it does not know it passes over.
struct CaptureScanner {
  enum Style {
    /// Commands stand anywhere; `#` starts a comment.
    case script
    /// Only what stands in fenced blocks is code.
    case markdown
    case plain
  }

  /// Requests of one file; what follows is not read.
  static let limit = 1000

  let text: [UInt8]
  let style: Style
  var at = 0
  private(set) var requests: [RawRequest] = []
  /// An answer without a request before it.
  private(set) var looseAnswers: [RawRequest.Answer] = []
  /// Where a command starts that never ends.
  private(set) var brokenCommand: Int?
  private(set) var isCut = false

  private enum Part { case nothing, head, answerHead }
  private var part = Part.nothing
  /// The empty line behind the headers was seen.
  private var isHeadOver = false
  private var current: RawRequest?
  private var answer: RawRequest.Answer?
  private var lexer: ShellLexer
  /// `@name = value` of HTTP files.
  private var fileVariables: [String: String] = [:]
  private var isFenced = false

  init(_ text: [UInt8], _ style: Style) {
    self.text = text
    self.style = style
    lexer = ShellLexer(text)
    lexer.variables = ShellLexer.assignments(text)
  }

  static func scan(_ text: [UInt8], _ style: Style) -> CaptureScanner {
    var scanner = CaptureScanner(text, style)
    scanner.run()
    return scanner
  }

  private mutating func run() {
    while at < text.count {
      guard requests.count < Self.limit else {
        isCut = true
        return
      }
      let end = text[at...].firstIndex(of: 0x0A) ?? text.count
      let start = at
      at = min(end + 1, text.count)
      line(CaptureLine(text, start..<end))
    }
    finish()
  }

  private mutating func line(_ line: CaptureLine) {
    if style == .markdown {
      if line.isFence {
        // The answer often stands in the next block.
        isFenced.toggle()
        endAnswer()
        part = .nothing
        return
      }
      guard isFenced else { return }
    }
    if line.isSeparator { return finish() }
    if let variable = line.fileVariable(text) {
      fileVariables[variable.name] = variable.value
      return
    }
    if let start = line.curl(text, isScript: style == .script) { return curl(start) }
    switch line.kind(text) {
    case .request(let method, let url, let version):
      requestLine(line, method, url, version)
    case .status(let status):
      endAnswer()
      answer = RawRequest.Answer(offset: line.start, status: status)
      begin(.answerHead)
    case .header(let header, let isAnswer):
      take(header, isAnswer, line)
    case .blank: isHeadOver = true
    case .json(let offset): json(offset)
    case .noise: break
    }
  }

  private mutating func begin(_ next: Part) {
    part = next
    isHeadOver = false
  }

  private mutating func curl(_ start: Int) {
    finish()
    lexer.at = start
    let command = lexer.command()
    at = max(at, command.end)
    if at < text.count, at > 0, text[at - 1] != 0x0A {
      at = min((text[at...].firstIndex(of: 0x0A) ?? text.count) + 1, text.count)
    }
    guard command.isWhole else {
      if brokenCommand == nil { brokenCommand = start }
      return
    }
    current = CurlCommand.request(command.words.dropFirst(), at: start, input: command.input)
    part = .nothing
  }

  private mutating func requestLine(
    _ line: CaptureLine, _ method: Range<Int>, _ url: Range<Int>, _ version: Range<Int>?
  ) {
    // The transcript of the curl line just read says the same again.
    let isEcho = line.isSent && current != nil && answer == nil && part == .nothing
    if !isEcho {
      finish()
      current = RawRequest(offset: line.start)
      current?.method = OriginText(text, method)
      current?.take(url: OriginText(text, url).fillingTemplates(fileVariables))
    } else if current?.path == nil || current?.path?.open.isEmpty == false {
      // What the shell had filled in.
      current?.take(url: OriginText(text, url))
    }
    if let version { current?.version = OriginText(text, version) }
    begin(.head)
  }

  private mutating func take(_ header: RawRequest.Header, _ isAnswer: Bool, _ line: CaptureLine) {
    var header = header
    header.value = header.value.fillingTemplates(fileVariables)
    switch header.name {
    case ":method":
      if !(line.isSent && current != nil && part == .head) {
        finish()
        current = RawRequest(offset: line.start)
      }
      current?.method = header.value
      begin(.head)
    case ":path" where part == .head:
      let host = current?.host
      current?.take(url: header.value)
      current?.host = host
    case ":authority" where part == .head: current?.host = header.value
    case ":status":
      endAnswer()
      answer = RawRequest.Answer(offset: line.start, status: Int(header.value.string.prefix(3)))
      begin(.answerHead)
    case _ where header.name.hasPrefix(":"): break
    default:
      guard !isHeadOver || isAnswer || line.isSent else { return }
      if isAnswer || (part == .answerHead && !line.isSent) {
        answer?.headers.append(header)
      } else if part == .head {
        replace(header)
      }
    }
  }

  /// A transcript's header counts for one of the same name whose value the command left open.
  private mutating func replace(_ header: RawRequest.Header) {
    guard var request = current else { return }
    defer { current = request }
    guard request.headers.count < 200 else { return }
    if header.name == "host" {
      if request.host == nil || request.host?.open.isEmpty == false { request.host = header.value }
      return
    }
    if let index = request.headers.firstIndex(where: { $0.name == header.name && !$0.value.open.isEmpty }) {
      request.headers[index].value = header.value
    } else if !request.headers.contains(where: {
      $0.name == header.name && $0.value.bytes == header.value.bytes
    }) {
      request.headers.append(header)
    }
  }

  private mutating func json(_ offset: Int) {
    let end = JSONExtent.end(text, offset)
    let body = OriginText(text, offset..<end).fillingTemplates(fileVariables)
    at = max(at, min((text[end...].firstIndex(of: 0x0A) ?? text.count) + 1, text.count))
    if answer != nil {
      answer?.body = body
      endAnswer()
      part = .nothing
    } else if part == .head, current != nil {
      if case .none? = current?.body { current?.body = .text(body) }
      part = .nothing
    } else if current != nil, current?.answer == nil {
      current?.answer = RawRequest.Answer(offset: offset, body: body)
    } else {
      looseAnswers.append(RawRequest.Answer(offset: offset, body: body))
    }
  }

  private mutating func endAnswer() {
    guard let ended = answer else { return }
    answer = nil
    // 100 Continue and a proxy's answer to CONNECT come before the one that counts.
    if let status = ended.status, status < 200 { return }
    if current != nil, current?.answer == nil {
      current?.answer = ended
    } else {
      looseAnswers.append(ended)
    }
  }

  private mutating func finish() {
    endAnswer()
    if let current { requests.append(current) }
    current = nil
    part = .nothing
  }
}
