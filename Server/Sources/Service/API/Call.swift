internal import HTTPFront
internal import Store

/// One request on its way through the API. Answered once, on whatever thread.
final class Call: Sendable {
  let api: ServiceAPI
  let route: Route
  /// Of the path; empty where it has none.
  let id: String
  let request: any APIRequest
  /// The caller's own, also behind a proxy.
  let address: String
  private let started = ContinuousClock.now

  init(_ api: ServiceAPI, _ route: Route, id: String, request: any APIRequest, address: String) {
    self.api = api
    self.route = route
    self.id = id
    self.request = request
    self.address = address
  }

  /// Milliseconds since 1970.
  var now: Int { api.context.clock() }

  /// Answers with JSON.
  func answer(_ json: [UInt8]) { answer(200, json) }

  func answer(_ status: Int, _ json: [UInt8], headers: [(String, String)] = []) {
    finish(.json(status, json, headers: headers), nil)
  }

  /// Answers with what `make` gives, on the request's own thread; for answers from elsewhere.
  func answer(_ make: @escaping @Sendable (Call) throws(Problem) -> HTTPAnswer) {
    request.respond { [self] in
      do throws(Problem) {
        return observed(try make(self), nil)
      } catch { return observed(error.answer, error) }
    }
  }

  func answer(contentType: String, _ body: [UInt8]) {
    finish(HTTPAnswer(status: 200, contentType: contentType, body: body), nil)
  }

  func fail(_ problem: Problem) { finish(problem.answer, problem) }

  func fail(_ error: StoreError) { fail(Problem(error)) }

  private func finish(_ answer: HTTPAnswer, _ problem: Problem?) {
    request.respond(observed(answer, problem))
  }

  private func observed(_ answer: HTTPAnswer, _ problem: Problem?) -> HTTPAnswer {
    let passed = started.duration(to: .now).components
    api.context.observe(
      APIEvent(
        route: route.label, status: answer.status,
        milliseconds: Double(passed.seconds) * 1000 + Double(passed.attoseconds) / 1e15, problem: problem,
        reason: problem?.reason))
    return answer
  }

  // MARK: Reading

  /// Reads the body as one JSON object with these members at most.
  ///
  /// - Parameter mayBeEmpty: no body at all is the object without members.
  func body<Result>(
    _ names: [StaticString], mayBeEmpty: Bool = false,
    _ use: (borrowing JSONObject) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    var result: Swift.Result<Result, Problem>?
    request.read { bytes in
      do throws(Problem) {
        if mayBeEmpty && bytes.isEmpty {
          let empty: StaticString = "{}"
          let text = UnsafeBufferPointer(start: empty.utf8Start, count: 2)
          result = .success(try use(try JSONTape(text).root.object(names)))
          return
        }
        try checkType()
        result = .success(try use(try JSONTape(bytes).root.object(names)))
      } catch { result = .failure(error) }
    }
    guard let result else { throw Problem(.internalError, "The body could not be read.") }
    return try result.get()
  }

  private func checkType() throws(Problem) {
    var isJSON = false
    let isDeclared = request.readHeader("Content-Type") { value in
      let type = value.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
      isJSON = type.elementsEqual("application/json".utf8) { $0 == $1 || Self.isCapital($0, of: $1) }
    }
    guard isJSON else {
      throw Problem(
        .unsupportedMediaType,
        !isDeclared
          ? "The body has no Content-Type." : "The body's Content-Type is not application/json.",
        field: "Content-Type")
    }
  }

  private static func isCapital(_ byte: UInt8, of letter: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte | 0x20 == letter
  }

  /// A whole number of the query.
  func queryInteger(_ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = request.query(name) else { return nil }
    guard let number = Int(text), text.utf8.count <= 19, range.contains(number), text.utf8.first != 0x2B
    else {
      throw Problem(
        .invalidQuery,
        "The query parameter \(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).",
        field: name)
    }
    return number
  }

  /// A tenant of the query.
  func queryTenant() throws(Problem) -> String? {
    guard let text = request.query("tenant") else { return nil }
    guard text.isEmpty || Identifier.isValid(text) else {
      throw Problem(
        .invalidQuery, "The query parameter tenant cannot be a tenant's name.", field: "tenant",
        hint: "A tenant's name is 1 to 128 letters, digits and ._~:-.")
    }
    return text
  }

  // MARK: Working

  /// Reads the store here and now.
  func read<Result>(
    _ body: (any StoreReader) throws(StoreError) -> Result
  ) throws(Problem) -> Result {
    do throws(StoreError) { return try api.context.store.read(body) } catch { throw Problem(error) }
  }

  /// Has the writer's thread do `work` in its next transaction, and answers with what `done` makes of it
  /// once that is durable.
  func write<Outcome: Sendable>(
    _ work: @escaping @Sendable (any StoreSession, Int) throws(StoreError) -> Outcome,
    done: @escaping APIJob<Outcome>.Done
  ) throws(Problem) {
    try writeMessages(
      { (session, now, _) throws(StoreError) in try work(session, now) }, done: done)
  }

  /// The same for work that may lease messages at birth: they are handed over once they are durable, and
  /// their places given back where they are not. `size`: about how many messages.
  func writeMessages<Outcome: Sendable>(
    size: Int = 1, expects: APIJob<Outcome>.Expects? = nil, _ work: @escaping APIJob<Outcome>.Work,
    done: @escaping APIJob<Outcome>.Done
  ) throws(Problem) {
    guard api.context.submit(APIJob(self, size: size, expects: expects, work, done)) else {
      throw Problem(.busy, "More waits to be written than is taken.")
    }
  }
}

extension HTTPAnswer {
  static func json(_ json: [UInt8]) -> HTTPAnswer { .json(200, json) }

  static func json(_ status: Int, _ json: [UInt8], headers: [(String, String)] = []) -> HTTPAnswer {
    HTTPAnswer(status: status, contentType: "application/json", headers: headers, body: json)
  }
}

extension Problem {
  init(_ error: StoreError) {
    switch error.code {
    case .busy: self.init(.busy, "The store is busy.")
    case .closed: self.init(.stopping, "The store is closed.")
    default: self.init(.storeUnavailable, "The store cannot be read or written now.")
    }
    reason = error.description
  }
}

extension Route {
  /// For metrics and logs.
  var label: String { Self.labels[self] ?? rawValue }

  private static let labels = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.method.rawValue + " " + $0.pattern) })
}
