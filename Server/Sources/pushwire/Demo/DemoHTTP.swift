import Webhooks

/// What the demo's backend and devices ask the server on this machine with.
struct DemoHTTP {
  struct Answer {
    /// 0: there was none.
    var status: Int
    var body: DemoPayload
    /// As it came.
    var text: String
  }

  private let base: String
  private let caller: HTTPCaller
  /// How long an answer may take, milliseconds.
  private static let patience = 10_000

  init(port: Int) throws {
    base = "http://127.0.0.1:\(port)"
    do throws(WebhookError) { caller = try HTTPCaller(patience: Self.patience) } catch {
      throw CommandError(error)
    }
  }

  /// - Parameter body: JSON; nil: none.
  func ask(_ method: String, _ path: String, _ headers: [String: String] = [:], _ body: JSON? = nil) -> Answer
  {
    var headers = headers
    if body != nil { headers["Content-Type"] = "application/json" }
    let answer = caller.ask(method, base + path, headers, body.map { Array($0.text.utf8) } ?? [])
    guard let answer else { return Answer(status: 0, body: DemoPayload(nil), text: "") }
    return Answer(
      status: answer.status, body: DemoPayload(answer.body),
      text: String(decoding: answer.body, as: UTF8.self))
  }
}
