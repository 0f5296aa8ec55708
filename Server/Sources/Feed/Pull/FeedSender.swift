internal import Foundation

/// Gives the library what the puller has to say, on a thread of its own. While the library looks for another
/// server it lets nobody in, for seconds; neither the engine's thread nor the writer's may wait for that.
final class FeedSender: Sendable {
  /// A word for messages of the stream, and their places on the shelf.
  private struct Answer {
    let word: StaticString
    let replies: [Int32]
    let keeps: Bool
  }

  private struct Request {
    let place: Int
    let name: String
    let subject: String
    let body: String
  }

  private struct Queue {
    var answers: [Answer] = []
    var requests: [Request] = []
    var isStopped = false
  }

  private let link: FeedLink
  private let shelf: ReplyShelf
  // Hears of requests that could not be sent, on this thread. Set before the start.
  nonisolated(unsafe) weak var puller: FeedPuller?
  private let queue = Guarded(Queue())
  private let wakes = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(_ link: FeedLink, _ shelf: ReplyShelf) {
    self.link = link
    self.shelf = shelf
  }

  func start() {
    let thread = Thread { [self] in
      var subjects: [UInt8] = []
      while true {
        wakes.wait()
        let taken = queue.withLock { queue -> Queue in
          defer { (queue.answers, queue.requests) = ([], []) }
          return queue
        }
        for answer in taken.answers { send(answer, &subjects) }
        for request in taken.requests { send(request) }
        if taken.isStopped { break }
      }
      ended.signal()
    }
    thread.start()
    thread.name = "feed out"
  }

  /// Sends what is queued, then ends the thread; waits for that.
  func stop() {
    let wasStopped = queue.withLock { queue in
      defer { queue.isStopped = true }
      return queue.isStopped
    }
    guard !wasStopped else { return }
    wakes.signal()
    ended.wait()
  }

  // MARK: Any thread; never waits

  /// Where there is no connection, nobody is told: the messages come again.
  func answer(_ word: StaticString, _ replies: [Int32], keeps: Bool) {
    add { $0.answers.append(Answer(word: word, replies: replies, keeps: keeps)) }
  }

  func request(_ place: Int, _ name: String, subject: String, body: String) {
    add { $0.requests.append(Request(place: place, name: name, subject: subject, body: body)) }
  }

  private func add(_ change: (inout Queue) -> Void) {
    let isFirst = queue.withLock { queue in
      let wasEmpty = queue.answers.isEmpty && queue.requests.isEmpty
      change(&queue)
      return wasEmpty
    }
    if isFirst { wakes.signal() }
  }

  // MARK: On the thread

  private func send(_ answer: Answer, _ subjects: inout [UInt8]) {
    shelf.take(answer.replies, keeps: answer.keeps, into: &subjects)
    guard let connection = link.connection else { return }
    subjects.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for start in stride(from: 0, to: bytes.count, by: ReplyShelf.width) {
        _ = connection.send(answer.word, to: (base + start).assumingMemoryBound(to: CChar.self))
      }
    }
  }

  private func send(_ request: Request) {
    guard
      let connection = link.connection,
      connection.request(request.subject, request.body, place: request.place, name: request.name)
    else {
      puller?.notAsked(request.place)
      return
    }
  }
}
