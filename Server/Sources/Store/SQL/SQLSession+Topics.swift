/// FCM's topics, as installations want them.
extension SQLSession {
  func setTopic(_ request: TopicRequest, now: Int) throws(StoreError) -> [TopicOutcome] {
    let tenant = try names.tenantNumber(request.tenant) ?? -1
    var outcomes: [TopicOutcome] = []
    outcomes.reserveCapacity(request.installations.count)
    for installation in request.installations {
      outcomes.append(try setTopic(request, installation, tenant, now: now))
    }
    return outcomes
  }

  private func setTopic(
    _ request: TopicRequest, _ installation: String, _ tenant: Int32, now: Int
  ) throws(StoreError) -> TopicOutcome {
    let select = try connection.statement(
      "SELECT id, tenant, platform, generation, token FROM registrations WHERE installation=?1")
    select.set(1, installation)
    defer { select.reset() }
    guard try select.next(), select.int32(1) == tenant else { return .unknownInstallation }
    guard select.byte(2) == DevicePlatform.android.rawValue else { return .notAndroid }
    let row = select.int(0)
    guard let token = select.optionalText(4) else {
      if !request.subscribes { try removeTopic(row, request.topic) }
      return .noToken
    }
    let item = TopicItem(registration: row, generation: select.int(3), token: token, attempts: 0)
    let insert = try connection.statement(
      """
      INSERT INTO topic_subscriptions(registration, topic, state, generation, due, attempts, reason, at)
      VALUES(?1, ?2, ?3, ?4, ?5, 0, NULL, ?6)
      ON CONFLICT(registration, topic) DO UPDATE SET
        state=excluded.state, due=excluded.due, attempts=0, reason=NULL, at=excluded.at
      """)
    insert.set(1, row)
    insert.set(2, request.topic)
    insert.set(3, (request.subscribes ? TopicState.wanted : .leaving).rawValue)
    insert.set(4, item.generation)
    insert.set(5, now + request.lease)
    insert.set(6, now)
    try insert.run()
    return .pending(item)
  }

  private func removeTopic(_ row: Int, _ topic: String) throws(StoreError) {
    let delete = try connection.statement(
      "DELETE FROM topic_subscriptions WHERE registration=?1 AND topic=?2")
    delete.set(1, row)
    delete.set(2, topic)
    try delete.run()
  }

  // MARK: What is due

  func claimTopics(limit: Int, lease: Int, now: Int) throws(StoreError) -> TopicBatch? {
    let first = try connection.statement(
      "SELECT topic, state FROM topic_subscriptions WHERE state IN (0, 2) AND due<=?1 ORDER BY due LIMIT 1")
    first.set(1, now)
    guard try first.next() else { return nil }
    let topic = first.text(0)
    let state = first.byte(1)
    first.reset()
    let select = try connection.statement(
      """
      SELECT s.registration, s.attempts, r.generation, r.token, r.id
      FROM topic_subscriptions s LEFT JOIN registrations r ON r.id=s.registration
      WHERE s.state IN (0, 2) AND s.due<=?1 AND s.topic=?2 AND s.state=?3 ORDER BY s.due LIMIT ?4
      /*+pg FOR UPDATE OF s SKIP LOCKED */
      """)
    select.set(1, now)
    select.set(2, topic)
    select.set(3, state)
    select.set(4, limit)
    var batch = TopicBatch(topic: topic, subscribes: state == TopicState.wanted.rawValue, items: [])
    var gone: [Int] = []
    var tokenless: [Int] = []
    while try select.next() {
      let row = select.int(0)
      if select.isNull(4) {
        gone.append(row)
      } else if let token = select.optionalText(3) {
        batch.items.append(
          TopicItem(registration: row, generation: select.int(2), token: token, attempts: select.int(1)))
      } else if batch.subscribes {
        tokenless.append(row)
      } else {
        gone.append(row)
      }
    }
    for row in gone { try removeTopic(row, topic) }
    // A new token brings it back.
    for row in tokenless { try set(row, topic, .refused, due: 0, attempts: 0, reason: "no_token", now: now) }
    let update = try connection.statement(
      "UPDATE topic_subscriptions SET due=?3, attempts=attempts+1 WHERE registration=?1 AND topic=?2")
    for item in batch.items {
      update.set(1, item.registration)
      update.set(2, topic)
      update.set(3, now + lease)
      try update.run()
    }
    return batch
  }

  private func set(
    _ row: Int, _ topic: String, _ state: TopicState, due: Int, attempts: Int, reason: String?, now: Int
  ) throws(StoreError) {
    let update = try connection.statement(
      """
      UPDATE topic_subscriptions SET state=?3, due=?4, attempts=?5, reason=?6, at=?7
      WHERE registration=?1 AND topic=?2
      """)
    update.set(1, row)
    update.set(2, topic)
    update.set(3, state.rawValue)
    update.set(4, due)
    update.set(5, attempts)
    update.set(6, reason)
    update.set(7, now)
    try update.run()
  }

  // MARK: What became of it

  func settle(_ results: [TopicSettled], now: Int) throws(StoreError) -> VerdictEffects {
    var effects = VerdictEffects()
    for result in results { try settle(result, &effects, now: now) }
    return effects
  }

  private func settle(
    _ result: TopicSettled, _ effects: inout VerdictEffects, now: Int
  ) throws(StoreError) {
    let item = result.item
    let select = try connection.statement(
      """
      SELECT s.state, s.attempts, r.generation FROM topic_subscriptions s
        LEFT JOIN registrations r ON r.id=s.registration
      WHERE s.registration=?1 AND s.topic=?2
      """)
    select.set(1, item.registration)
    select.set(2, result.topic)
    guard try select.next() else { return }
    let state = TopicState(rawValue: select.byte(0))
    let attempts = select.int(1)
    let generation = select.optionalInt(2)
    select.reset()
    // Somebody has asked for the opposite meanwhile.
    guard state == (result.subscribes ? .wanted : .leaving) else { return }
    switch result.outcome {
    case .done where !result.subscribes: try removeTopic(item.registration, result.topic)
    case .done:
      // A token that came meanwhile has to be told too.
      let isPresent = generation == item.generation
      try set(
        item.registration, result.topic, isPresent ? .subscribed : .wanted, due: now, attempts: 0,
        reason: nil, now: now)
      try note(item, result.topic)
    case .dead(let asOf, let word):
      let change = try retireToken(
        registration: item.registration, generation: item.generation, token: item.token, asOf: asOf,
        reason: word, now: now)
      if let change {
        effects.tokenChanges.append(change)
        try announce(change, &effects, now: now)
      } else {
        effects.tokensKept += 1
      }
      if result.subscribes {
        try set(item.registration, result.topic, .refused, due: 0, attempts: 0, reason: word, now: now)
      } else {
        try removeTopic(item.registration, result.topic)
      }
    case .failed(let word):
      try set(item.registration, result.topic, .refused, due: 0, attempts: attempts, reason: word, now: now)
    case .again(let due, let word):
      try set(
        item.registration, result.topic, result.subscribes ? .wanted : .leaving, due: due,
        attempts: max(attempts, 1), reason: word, now: now)
    }
  }

  /// For which token it was done.
  private func note(_ item: TopicItem, _ topic: String) throws(StoreError) {
    let update = try connection.statement(
      "UPDATE topic_subscriptions SET generation=?3 WHERE registration=?1 AND topic=?2")
    update.set(1, item.registration)
    update.set(2, topic)
    update.set(3, item.generation)
    try update.run()
  }

  // MARK: With the registration

  /// A new token is to be put into all topics of its installation.
  func renewTopics(_ registration: Registration, before: Registration?, now: Int) throws(StoreError) {
    guard registration.platform == .android, registration.token != nil, let before,
      before.token != registration.token
    else { return }
    let update = try connection.statement(
      "UPDATE topic_subscriptions SET state=0, due=?2, attempts=0 WHERE registration=?1 AND state IN (1, 3)")
    update.set(1, registration.row)
    update.set(2, now)
    try update.run()
  }

  /// The registration is gone.
  func removeTopics(_ row: Int) throws(StoreError) {
    let delete = try connection.statement("DELETE FROM topic_subscriptions WHERE registration=?1")
    delete.set(1, row)
    try delete.run()
  }
}
