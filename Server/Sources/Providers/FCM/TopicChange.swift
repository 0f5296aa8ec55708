internal import Bytes

/// Which way app instances go. Google, Instance ID, Server reference: manage relationship maps.
public enum TopicChange: UInt8, Sendable, CaseIterable {
  case subscribe = 1
  case unsubscribe = 0

  /// App instances that one call may name.
  public static let mostTokens = 1000
  /// Topics of one app instance. Firebase, Send messages to topics.
  public static let mostTopics = 2000

  var path: String { self == .subscribe ? "/iid/v1:batchAdd" : "/iid/v1:batchRemove" }

  /// The body of a call: `{"to":"/topics/x","registration_tokens":["…"]}`.
  /// - Parameter topic: without `/topics/`.
  static func write(topic: String, tokens: [String], into out: inout ByteBuffer) {
    out.append("{\"to\":")
    out.appendJSONString("/topics/" + topic)
    out.append(",\"registration_tokens\":[")
    for (place, token) in tokens.enumerated() {
      if place > 0 { out.append(UInt8(ascii: ",")) }
      out.appendJSONString(token)
    }
    out.append("]}")
  }
}

/// What became of one app instance of a call.
public enum TopicResult: Sendable, Equatable {
  case done
  /// The service's own word, as `NOT_FOUND`.
  case failed(String)
}

/// What the service said to a call.
public enum TopicAnswer: Sendable, Equatable {
  /// One for each token, in their order.
  case results([TopicResult])
  /// Nothing was changed, as far as is known; why, and the service's own word where it gave one.
  case refused(Verdict, word: String?)

  /// Reads an answer.
  /// - Parameters:
  ///   - count: how many tokens were sent. An answer with another number of results is not believed.
  ///   - retryAfter: seconds from the Retry-After header, nil where there was none.
  public static func read(
    status: Int, body: UnsafeBufferPointer<UInt8>, count: Int, retryAfter: Int? = nil
  ) -> TopicAnswer {
    if status == 200 {
      if let results = try? results(body), results.count == count { return .results(results) }
      return .refused(
        Verdict(
          kind: .unknown, status: 200, reason: ReasonID(unknown: "200 without a result for each token")),
        word: nil)
    }
    let word = JSONScanner.string("error", of: body).map { String(decoding: $0, as: UTF8.self) }
    let short = word.flatMap { Word($0).text }
    let pause = retryAfter.map { Int32(clamping: max($0, 0)) } ?? -1
    let kind: Verdict.Kind =
      switch status {
      case 401: .credentialExpired
      case 403: .credentialRefused
      case 429: .throttled
      case 500...599: .unavailable
      case 400: .messageInvalid
      default: .unknown
      }
    let reason = short.map { ReasonID(unknown: $0) } ?? ReasonID(unknown: "HTTP \(status)")
    return .refused(
      Verdict(kind: kind, status: Int16(clamping: status), reason: reason, retryAfter: pause), word: short)
  }

  /// `{"results":[{},{"error":"NOT_FOUND"}]}`; members that are not known are passed over.
  private static func results(
    _ body: UnsafeBufferPointer<UInt8>
  ) throws(JSONScanner.Failure) -> [TopicResult]? {
    var scanner = JSONScanner(body)
    guard try scanner.next()?.kind == .beginObject else { return nil }
    var found: [TopicResult]?
    while let key = try scanner.next(), key.kind == .key {
      guard found == nil, !key.escaped, scanner.bytes(key).elementsEqual("results".utf8) else {
        try scanner.skip(key)
        continue
      }
      guard try scanner.next()?.kind == .beginArray else { return nil }
      var list: [TopicResult] = []
      while let item = try scanner.next(), item.kind != .endArray {
        guard item.kind == .beginObject, list.count < TopicChange.mostTokens else { return nil }
        list.append(try result(&scanner))
      }
      found = list
    }
    // What follows the object makes it no JSON.
    _ = try scanner.next()
    return found
  }

  private static func result(_ scanner: inout JSONScanner) throws(JSONScanner.Failure) -> TopicResult {
    var result = TopicResult.done
    while let key = try scanner.next(), key.kind == .key {
      guard scanner.bytes(key).elementsEqual("error".utf8), let value = try scanner.next() else {
        try scanner.skip(key)
        continue
      }
      var text = ByteBuffer(capacity: 32)
      switch value.kind {
      case .string:
        scanner.appendUnescaped(value, to: &text)
        result = .failed(Word(String(decoding: text.bytes, as: UTF8.self)).text ?? "UNKNOWN")
      case .null: continue
      default:
        try scanner.skip(value)
        result = .failed("UNKNOWN")
      }
    }
    return result
  }
}
