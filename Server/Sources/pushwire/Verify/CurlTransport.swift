import PushClientTesting
import Webhooks

/// Requests of virtual devices and of `verify` itself, by libcurl: `URLSession` would leave a cache in the person's
/// home.
final class CurlTransport: HTTPTransport {
  private let caller: HTTPCaller

  init() throws {
    do throws(WebhookError) { caller = try HTTPCaller() } catch { throw CommandError(error) }
  }

  func send(_ request: PushClientTesting.HTTPRequest) -> PushClientTesting.HTTPAnswer? {
    guard let answer = caller.ask(request.method, request.url, request.headers, request.body) else {
      return nil
    }
    let headers = answer.retryAfter.map { ["retry-after": "\($0)"] } ?? [:]
    return PushClientTesting.HTTPAnswer(status: answer.status, headers: headers, body: answer.body)
  }
}

extension CommandError {
  init(_ error: WebhookError) {
    self.init(.failed, error.message, advice: "Look at the libcurl of this machine.")
  }
}
