extension SQLReader {
  func topics(registration row: Int) throws(StoreError) -> [TopicView] {
    let select = try connection.statement(
      "SELECT topic, state, reason, at, due FROM topic_subscriptions WHERE registration=?1 ORDER BY topic")
    select.set(1, row)
    defer { select.reset() }
    var found: [TopicView] = []
    while try select.next() {
      var view = TopicView()
      view.topic = select.text(0)
      view.state = TopicState(rawValue: select.byte(1)) ?? .refused
      view.reason = select.optionalText(2)
      view.at = select.int(3)
      if view.state == .wanted || view.state == .leaving { view.dueAt = select.int(4) }
      found.append(view)
    }
    return found
  }

  func hasDueTopics(now: Int) throws(StoreError) -> Bool {
    let select = try connection.statement(
      "SELECT 1 FROM topic_subscriptions WHERE state IN (0, 2) AND due<=?1 LIMIT 1")
    select.set(1, now)
    defer { select.reset() }
    return try select.next()
  }
}
