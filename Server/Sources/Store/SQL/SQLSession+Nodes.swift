/// Nodes that share a store, what they hold, and what one does for all.
extension SQLSession {
  /// The number under which this session takes leases.
  var node: Int { enteredNode ?? settings.node }

  /// So many leases are taken back in one transaction, so that the writer has time for others.
  private static let buriedAtOnce = 2_000

  func enter(_ node: NodeIdentity, now: Int) throws(StoreError) -> (node: Int, lost: Int) {
    var lost = 0
    if let former = try number(ofNode: node.name) {
      lost = try loseLeases(of: former, limit: .max, now: now)
      _ = try giveBackCampaigns(node: former, now: now)
      try removeNode(former)
    }
    let insert = try connection.statement(
      "INSERT INTO nodes(name, roles, version, started_at, seen_at) VALUES(?1, ?2, ?3, ?4, ?4)")
    insert.set(1, node.name)
    insert.set(2, node.roles.joined(separator: " "))
    insert.set(3, node.version)
    insert.set(4, now)
    try insert.run()
    guard let made = try number(ofNode: node.name) else {
      throw StoreError(.library, "The node's row is not there.")
    }
    enteredNode = made
    return (made, lost)
  }

  /// A row whose `seen_at` is below 0 is being buried, and never comes to life again.
  func beat(_ node: Int, now: Int) throws(StoreError) -> Bool {
    let update = try connection.statement("UPDATE nodes SET seen_at=?2 WHERE id=?1 AND seen_at>=0")
    update.set(1, node)
    update.set(2, now)
    try update.run()
    guard try connection.changes() == 1 else { return false }
    // Also where this session is new, after a connection that was lost.
    enteredNode = node
    return true
  }

  /// What it holds all the same is taken back by whoever buries next.
  func leave(_ node: Int, now: Int) throws(StoreError) {
    _ = try giveBackCampaigns(node: node, now: now)
    try removeNode(node)
  }

  func buryNodes(unseenSince: Int, now: Int) throws(StoreError) -> Int {
    let mark = try connection.statement(
      "UPDATE nodes SET seen_at=-1 WHERE id<>?1 AND seen_at>=0 AND seen_at<?2")
    mark.set(1, node)
    mark.set(2, unseenSince)
    try mark.run()
    var lost = 0
    for holder in try holdersThatAreGone() where lost < Self.buriedAtOnce {
      lost += try loseLeases(of: holder, limit: Self.buriedAtOnce - lost, now: now)
    }
    // Rows stay until nothing is left to take back.
    if lost == 0 {
      let select = try connection.statement("SELECT id FROM nodes WHERE seen_at<0")
      var dead: [Int] = []
      while try select.next() { dead.append(select.int(0)) }
      for node in dead {
        _ = try giveBackCampaigns(node: node, now: now)
        try removeNode(node)
      }
    }
    return lost
  }

  func take(duty: String, node: Int, until: Int, now: Int) throws(StoreError) -> Bool {
    let upsert = try connection.statement(
      """
      INSERT INTO duties(name, node, until) VALUES(?1, ?2, ?3)
      ON CONFLICT(name) DO UPDATE SET node=?2, until=?3
      WHERE duties.node=?2 OR duties.until<=?4
        OR NOT EXISTS(SELECT 1 FROM nodes n WHERE n.id=duties.node AND n.seen_at>=0)
      """)
    upsert.set(1, duty)
    upsert.set(2, node)
    upsert.set(3, until)
    upsert.set(4, now)
    try upsert.run()
    return try connection.changes() == 1
  }

  // MARK: Parts

  private func number(ofNode name: String) throws(StoreError) -> Int? {
    let select = try connection.statement("SELECT id FROM nodes WHERE name=?1")
    select.set(1, name)
    defer { select.reset() }
    return try select.next() ? select.int(0) : nil
  }

  private func removeNode(_ node: Int) throws(StoreError) {
    for statement in [
      try connection.statement("DELETE FROM duties WHERE node=?1"),
      try connection.statement("DELETE FROM nodes WHERE id=?1"),
    ] {
      statement.set(1, node)
      try statement.run()
    }
  }

  /// Who holds leases and has no row, or is being buried. A node that was buried and did not know it may
  /// have taken leases since.
  private func holdersThatAreGone() throws(StoreError) -> [Int] {
    let next = try connection.statement(
      """
      SELECT holder FROM messages INDEXED BY messages_holder WHERE state=1 AND holder>?1
      ORDER BY holder LIMIT 1
      """)
    let living = try connection.statement("SELECT 1 FROM nodes WHERE id=?1 AND seen_at>=0")
    var gone: [Int] = []
    var place = 0
    while true {
      next.set(1, place)
      guard try next.next() else { return gone }
      place = next.int(0)
      next.reset()
      living.set(1, place)
      if try !living.next() { gone.append(place) }
      living.reset()
    }
  }

  // MARK: Lost leases

  private func loseLeases(of holder: Int, limit: Int, now: Int) throws(StoreError) -> Int {
    let select = try connection.statement(
      """
      SELECT m.id, m.state, m.due, m.attempts, m.lost_leases, m.unanswered, m.lane, n.class
      FROM messages m INDEXED BY messages_holder JOIN notifications n ON n.id=m.notification
      WHERE m.state=1 AND m.holder=?1 LIMIT ?2 /*+pg FOR UPDATE OF m SKIP LOCKED */
      """)
    select.set(1, holder)
    select.set(2, limit)
    return try loseLeases(select, now: now)
  }

  /// The leases of rows with these columns are over, and nothing was heard: id, state, due, attempts,
  /// lost_leases, unanswered, lane, class.
  func loseLeases(_ select: any SQLStatement, now: Int) throws(StoreError) -> Int {
    let rule = LeaseRule(settings.policy)
    var rows: [(message: Int, machine: OutboxMachine, lane: UInt8, number: Int32)] = []
    while try select.next() {
      rows.append((select.int(0), Self.machine(select, at: 1), select.byte(6), select.int32(7)))
    }
    var count = 0
    for row in rows {
      var machine = row.machine
      guard machine.apply(.leaseLost(now: now, rule)) else { continue }
      let isDead = machine.state == .dead
      try write(row.message, machine, reason: isDead ? Suppression(rawValue: LeaseRule.cause) : nil, now: now)
      if !isDead, let lane = LaneCode(rawValue: row.lane) {
        for band in Band.allCases { outbox.tell(lane, band, dueAt: now) }
      }
      if isDead { countEnd(.dead, reason: nil, number: row.number, lane: row.lane, now: now) }
      count += 1
    }
    if count > 0 { outbox.hasBacklog = [Bool?](repeating: nil, count: outbox.hasBacklog.count) }
    return count
  }
}

extension SQLReader {
  func nodes() throws(StoreError) -> [NodeView] {
    let select = try connection.statement(
      """
      SELECT n.id, n.name, n.roles, n.version, n.started_at, n.seen_at,
        (SELECT count(*) FROM messages m WHERE m.state=1 AND m.holder=n.id)
      FROM nodes n ORDER BY n.name
      """)
    var found: [NodeView] = []
    while try select.next() {
      var view = NodeView()
      view.id = select.int(0)
      view.name = select.text(1)
      view.roles = select.text(2).split(separator: " ").map(String.init)
      view.version = select.text(3)
      view.startedAt = select.int(4)
      view.seenAt = max(select.int(5), 0)
      view.leases = select.int(6)
      found.append(view)
    }
    return found
  }

  func duties() throws(StoreError) -> [(name: String, node: Int)] {
    let select = try connection.statement("SELECT name, node FROM duties WHERE node<>0 ORDER BY name")
    var found: [(name: String, node: Int)] = []
    while try select.next() { found.append((select.text(0), select.int(1))) }
    return found
  }
}
