internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Requests through `URLSession`. Blocks its thread until the answer is there: not for the main thread of an app.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession

  /// - Parameter patience: how long an answer may take, seconds.
  public init(patience: Double = 15) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = patience
    // What is asked for is on this machine, or named by its address.
    configuration.connectionProxyDictionary = [:]
    configuration.requestCachePolicy = .reloadIgnoringLocalAndRemoteCacheData
    session = URLSession(configuration: configuration)
  }

  deinit { session.invalidateAndCancel() }

  public func send(_ request: HTTPRequest) -> HTTPAnswer? {
    guard let url = URL(string: request.url) else { return nil }
    var asked = URLRequest(url: url)
    asked.httpMethod = request.method
    for (name, value) in request.headers { asked.setValue(value, forHTTPHeaderField: name) }
    if !request.body.isEmpty { asked.httpBody = Data(request.body) }
    let box = AnswerBox()
    let task = session.dataTask(with: asked) { data, response, _ in
      box.fill(response as? HTTPURLResponse, data)
    }
    task.resume()
    return box.wait()
  }

  /// Where the session's thread leaves the answer for the one that waits.
  private final class AnswerBox: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    /// Written before the semaphore is raised, read after it.
    private var answer: HTTPAnswer?

    func fill(_ response: HTTPURLResponse?, _ data: Data?) {
      if let response {
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
          headers["\(name)".lowercased()] = "\(value)"
        }
        answer = HTTPAnswer(
          status: response.statusCode, headers: headers, body: data.map { [UInt8]($0) } ?? [])
      }
      done.signal()
    }

    func wait() -> HTTPAnswer? {
      done.wait()
      return answer
    }
  }
}
