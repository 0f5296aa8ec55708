public import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Requests over a session of their own: no cache, no cookies, no redirects, TLS as the system checks it.
public final class URLSessionTransport: HTTPTransport {
  /// An answer larger than this is taken for none, bytes.
  static let largestReply = 1 << 20

  private let session: URLSession

  /// - Parameter timeout: for one request, seconds.
  public init(timeout: TimeInterval = 30) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.timeoutIntervalForResource = timeout
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    session = URLSession(configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  public func send(_ call: HTTPCall) async throws -> HTTPReply {
    var request = URLRequest(url: call.url)
    request.httpMethod = call.method
    request.httpBody = call.body
    for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
    let running = RunningRequest()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task = session.dataTask(with: request) { data, response, error in
          guard let response = response as? HTTPURLResponse else {
            return continuation.resume(throwing: error ?? URLError(.badServerResponse))
          }
          guard (data?.count ?? 0) <= Self.largestReply else {
            return continuation.resume(throwing: URLError(.dataLengthExceedsMaximum))
          }
          let headers = response.allHeaderFields.compactMap { field -> (String, String)? in
            guard let name = field.key as? String, let value = field.value as? String else { return nil }
            return (name, value)
          }
          continuation.resume(
            returning: HTTPReply(
              status: response.statusCode, headers: Dictionary(headers) { $1 }, body: data ?? Data()))
        }
        running.start(task)
      }
    } onCancel: {
      running.cancel()
    }
  }
}

/// The task of one request, which may be cancelled before it is there.
private final class RunningRequest: @unchecked Sendable {
  private let lock = NSLock()
  private var task: URLSessionTask?
  private var isCancelled = false

  func start(_ task: URLSessionTask) {
    lock.lock()
    self.task = task
    let isCancelled = isCancelled
    lock.unlock()
    if isCancelled { task.cancel() }
    task.resume()
  }

  func cancel() {
    lock.lock()
    isCancelled = true
    let task = task
    lock.unlock()
    task?.cancel()
  }
}

/// A redirect would take the secrets in the headers to another place: it is answered as it came.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
