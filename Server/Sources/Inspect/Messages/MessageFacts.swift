import AppFacts
import Bytes
import Foundation

/// Makes facts of requests that were found in a text.
struct MessageFacts {
  let file: InputFile
  let limits: InspectLimits
  private var places: TextPlaces

  init(_ file: InputFile, _ limits: InspectLimits) {
    self.file = file
    self.limits = limits
    places = TextPlaces(file.place.file, file.head)
  }

  /// Adds what is a push's; how many were.
  mutating func add(_ scanner: CaptureScanner, into facts: inout AuditFacts) -> Int {
    var count = 0
    for raw in scanner.requests where add(raw, into: &facts) { count += 1 }
    for raw in scanner.looseAnswers {
      guard
        let answer = AnswerReader.read(raw, isKnownService: false, limits, { places.place($0) })
      else { continue }
      var capture = CapturedRequest(places.place(raw.offset))
      capture.answer = answer
      facts.captures.append(capture)
      count += 1
    }
    return count
  }

  private mutating func sourced(_ text: OriginText) -> Sourced<String> {
    Sourced(text.string, places.place(text.start))
  }

  private mutating func add(_ raw: RawRequest, into facts: inout AuditFacts) -> Bool {
    var capture = CapturedRequest(places.place(raw.offset))
    capture.method = raw.method.map { sourced($0) }
    capture.host = raw.host.map { Sourced($0.string.lowercased(), places.place($0.start)) }
    capture.httpVersion = raw.version.map { sourced($0) }
    capture.certificate = raw.certificate.map { places.place($0) }
    path(raw, &capture)
    for header in raw.headers { take(header, &capture) }
    if capture.host == nil, let host = raw.header("host") {
      capture.host = Sourced(host.string.lowercased(), places.place(host.start))
    }
    guard let service = capture.service else { return false }
    if service == .apns, let token = raw.header("authorization") { providerToken(token, &capture) }
    for text in [raw.host, raw.path].compactMap({ $0 }) + raw.headers.map(\.value) {
      for open in text.open { capture.unresolved.append(Sourced(open.name, places.place(open.offset))) }
    }
    if let answer = raw.answer {
      capture.answer = AnswerReader.read(answer, isKnownService: true, limits) { places.place($0) }
    }
    let index = facts.captures.count
    facts.captures.append(capture)
    switch raw.body {
    case .none, .elsewhere: break
    case .text(let text): body(text, service, index, &facts)
    case .file(let name): bodyFile(name, service, index, &facts)
    }
    return true
  }

  private mutating func path(_ raw: RawRequest, _ capture: inout CapturedRequest) {
    guard let path = raw.path else { return }
    let prefix = Array("/3/device/".utf8)
    guard path.bytes.starts(with: prefix) else {
      capture.path = sourced(path)
      return
    }
    let token = path[prefix.count..<path.count]
    let place = places.place(path.start)
    capture.deviceToken = DeviceTokenText.read(token, places.place(token.start))
    let shown =
      capture.deviceToken?.masked ?? (token.open.isEmpty && token.count > 24 ? "…" : token.string)
    capture.path = Sourced("/3/device/" + shown, place)
  }

  private mutating func take(_ header: RawRequest.Header, _ capture: inout CapturedRequest) {
    var value = header.value.string
    switch header.name {
    case "authorization":
      let scheme = value.prefix { $0 != " " && $0 != "=" }.lowercased()
      value = ["bearer", "key", "basic"].contains(scheme) ? scheme : ""
    case _ where header.name.hasPrefix("apns-"): break
    case "host", "content-type", "date", "user-agent": break
    default: value = ""
    }
    capture.headers.append(.init(header.name, value, places.place(header.offset)))
  }

  private mutating func providerToken(_ header: OriginText, _ capture: inout CapturedRequest) {
    guard header.open.isEmpty, let space = header.bytes.firstIndex(of: 0x20) else { return }
    let token = header[(space + 1)..<header.count].trimmed
    capture.providerToken = ProviderTokenText.read(token.bytes, places.place(token.start))
  }

  // MARK: bodies

  private mutating func body(
    _ text: OriginText, _ service: CapturedRequest.Service, _ capture: Int, _ facts: inout AuditFacts
  ) {
    let result = JSONTree.read(text.bytes, limits) { places.place(text.offset($0)) }
    MessageBody.add(
      result, service, place: places.place(text.start), size: text.count, isOpen: !text.open.isEmpty,
      capture: capture, into: &facts)
  }

  /// A file beside the capture that `@name` names. Paths that leave its folder are not followed.
  private func bodyFile(
    _ name: OriginText, _ service: CapturedRequest.Service, _ capture: Int, _ facts: inout AuditFacts
  ) {
    guard let path = file.path, name.open.isEmpty else { return }
    let relative = name.string
    let parts = relative.split(separator: "/", omittingEmptySubsequences: false)
    guard !relative.isEmpty, relative.utf8.count <= 256, !parts.contains(".."), !relative.hasPrefix("/"),
      !relative.utf8.contains(0)
    else { return }
    let shown = Self.sibling(relative, of: file.place.file)
    if let known = facts.payloads.firstIndex(where: { $0.place.file == shown && $0.capture == nil }) {
      facts.payloads[known].capture = capture
      return
    }
    guard let bytes = Self.read(Self.sibling(relative, of: path), limit: min(limits.document, 1 << 20)) else {
      return
    }
    MessageBody.add(
      JSONTree.read(bytes, in: shown, limits), service, place: Place(shown, line: 1, column: 1, offset: 0),
      size: bytes.count, isOpen: false, capture: capture, into: &facts)
  }

  private static func sibling(_ name: String, of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return name }
    return path[...slash] + name
  }

  private static func read(_ path: String, limit: Int) -> [UInt8]? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let size = (attributes?[.size] as? NSNumber)?.intValue, size <= limit,
      let data = FileManager.default.contents(atPath: path), data.count <= limit
    else { return nil }
    return [UInt8](data)
  }
}
