/// What the words of a curl command ask for (curl's manual page).
struct CurlCommand {
  /// Long options that take a value, as far as they stand in captured pushes; of others the form decides.
  private static let valued: Set<String> = [
    "abstract-unix-socket", "aws-sigv4", "cacert", "capath", "cert", "cert-type", "ciphers", "config",
    "connect-timeout", "connect-to", "cookie", "cookie-jar", "create-file-mode", "data", "data-ascii",
    "data-binary", "data-raw", "data-urlencode", "dns-servers", "dump-header", "expect100-timeout", "form",
    "form-string", "header", "interface", "json", "keepalive-time", "key", "key-type", "limit-rate",
    "local-port", "max-filesize", "max-redirs", "max-time", "noproxy", "output", "output-dir", "pass",
    "pinnedpubkey", "proto", "proxy", "proxy-header", "proxy-user", "range", "rate", "referer", "request",
    "request-target", "resolve", "retry", "retry-delay", "retry-max-time", "stderr", "tls-max",
    "tls13-ciphers",
    "trace", "trace-ascii", "unix-socket", "upload-file", "url", "url-query", "user", "user-agent",
    "write-out",
  ]
  /// Short options that take a value, with the long name of those that matter here.
  private static let short: [Character: String] = [
    "A": "user-agent", "b": "cookie", "c": "cookie-jar", "C": "continue-at", "d": "data", "D": "dump-header",
    "e": "referer", "E": "cert", "F": "form", "H": "header", "K": "config", "m": "max-time", "o": "output",
    "P": "ftp-port", "Q": "quote", "r": "range", "t": "telnet-option", "T": "upload-file", "u": "user",
    "U": "proxy-user", "w": "write-out", "x": "proxy", "X": "request", "y": "speed-time", "Y": "speed-limit",
    "z": "time-cond",
  ]

  private var request: RawRequest
  private let input: OriginText?
  private var url: OriginText?

  /// - Parameters:
  ///   - words: those behind `curl`.
  ///   - input: what is on its standard input, where that stands in the file.
  static func request(
    _ words: ArraySlice<OriginText>, at offset: Int, input: OriginText?
  ) -> RawRequest {
    var command = CurlCommand(request: RawRequest(offset: offset), input: input)
    command.run(words)
    return command.request
  }

  private init(request: RawRequest, input: OriginText?) {
    self.request = request
    self.input = input
  }

  private mutating func run(_ words: ArraySlice<OriginText>) {
    var rest = words
    while let word = rest.popFirst() {
      let text = word.string
      if text.hasPrefix("--"), text.count > 2 {
        let name = String(text.dropFirst(2))
        if Self.valued.contains(name) {
          if let value = rest.popFirst() { option(name, value) }
        } else {
          flag(name, word)
        }
      } else if text.hasPrefix("-"), text.count > 1 {
        shorts(word, &rest)
      } else if url == nil {
        url = word
      }
    }
    if let url { request.take(url: url) }
    if request.method == nil, case .none = request.body {
    } else if request.method == nil {
      request.method = OriginText(start: request.offset)
      request.method?.append("POST".utf8, request.offset)
    }
  }

  /// `-sSX POST`, `-XPOST`, `-Hname: value`
  private mutating func shorts(_ word: OriginText, _ rest: inout ArraySlice<OriginText>) {
    var at = 1
    while at < word.count {
      let letter = Character(Unicode.Scalar(word.bytes[at]))
      at += 1
      guard let name = Self.short[letter] else {
        if letter == "0" { flag("http1.0", word) }
        continue
      }
      if at < word.count { return option(name, word[at..<word.count]) }
      if let value = rest.popFirst() { option(name, value) }
      return
    }
  }

  private mutating func flag(_ name: String, _ word: OriginText) {
    let versions = [
      "http1.0": "1.0", "http1.1": "1.1", "http2": "2", "http2-prior-knowledge": "2", "http3": "3",
    ]
    guard let version = versions[name] else { return }
    request.version = OriginText(start: word.start)
    request.version?.append(version.utf8, word.start)
  }

  private mutating func option(_ name: String, _ value: OriginText) {
    switch name {
    case "header": header(value)
    case "request": request.method = value
    case "url": url = url ?? value
    case "data", "data-ascii", "data-binary", "json": body(value, readsFiles: true)
    case "data-raw": body(value, readsFiles: false)
    case "data-urlencode", "form", "upload-file": request.body = .elsewhere
    case "cert": request.certificate = value.start
    default: break
    }
  }

  private mutating func header(_ line: OriginText) {
    if line.bytes.first == UInt8(ascii: "@") { return }
    guard let header = HeaderLine.parse(line) else { return }
    request.headers.append(header)
  }

  private mutating func body(_ value: OriginText, readsFiles: Bool) {
    var text = value
    if readsFiles, value.bytes.first == UInt8(ascii: "@") {
      let name = value[1..<value.count]
      if name.string == "-" || name.string == "/dev/stdin" {
        guard let input else {
          request.body = .elsewhere
          return
        }
        text = input
      } else {
        request.body = .file(name)
        return
      }
    }
    switch request.body {
    case .none: request.body = .text(text)
    case .text(var before):
      before.append(UInt8(ascii: "&"), text.start)
      before.append(text)
      request.body = .text(before)
    case .file: request.body = .elsewhere
    case .elsewhere: break
    }
  }
}

/// A line of the form `Name: value`.
enum HeaderLine {
  /// Nil where the name is no header's.
  static func parse(_ line: OriginText) -> RawRequest.Header? {
    let isPseudo = line.bytes.first == UInt8(ascii: ":")
    guard
      let colon = line.bytes.dropFirst(isPseudo ? 1 : 0).firstIndex(where: {
        $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";")
      }), colon > 0
    else { return nil }
    let name = line[0..<colon].trimmed
    guard name.count > (isPseudo ? 1 : 0), name.count <= 64,
      name.bytes.dropFirst(isPseudo ? 1 : 0).allSatisfy({ isNameByte($0) || $0 == UInt8(ascii: "-") })
    else { return nil }
    return RawRequest.Header(
      name: name.string.lowercased(), value: line[(colon + 1)..<line.count].trimmed, offset: name.start)
  }
}
