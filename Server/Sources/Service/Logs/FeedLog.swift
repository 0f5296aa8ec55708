internal import Feed

/// What happens to the feed, as lines of the log.
enum FeedLog {
  static func write(_ event: FeedEvent, _ log: ServerLog) {
    switch event {
    case .connected(let stream, let isNew):
      log.write(.info, "feed.connected", ["stream": .text(stream), "new": .text(isNew ? "yes" : "no")])
    case .failed(let error):
      log.write(
        .warning, "feed.failed",
        [
          "code": .text(error.code.rawValue), "why": .text(error.message),
          "kept": "the store has all messages",
        ])
    case .direct: log.write(.warning, "feed.direct", ["why": "nodes claim from the store in its place"])
    case .recovered(let milliseconds):
      log.write(.info, "feed.recovered", ["milliseconds": .number(milliseconds)])
    case .recalled(let count): log.write(.info, "feed.recalled", ["messages": .number(count)])
    }
  }
}
