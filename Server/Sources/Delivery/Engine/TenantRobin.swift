/// Whose message is next, fair between tenants: deficit round-robin. Pure.
///
/// Each tenant has a queue of its own. In its turn it may spend a quantum, and what it could not spend
/// because the next item costs more is added to its next turn. Items are small numbers that the caller uses
/// again; nothing is allocated for one.
struct TenantRobin {
  private struct Queue {
    var tenant: Int32
    var head: Int32 = -1
    var tail: Int32 = -1
    var deficit = 0
    /// The quantum of this turn has been added.
    var isInTurn = false
  }

  /// What a tenant may spend in a turn.
  let quantum: Int
  /// Items that wait.
  private(set) var count = 0

  private var queues: [Queue] = []
  private var idle: [Int32] = []
  /// By item: the one after it, and what it costs.
  private var next: [Int32] = []
  private var cost: [Int32] = []
  /// Queues with something in them, in the order of their turns: a ring of a power of two.
  private var ring: [Int32]
  private var first = 0
  private var active = 0
  /// From tenant to queue: open addressing, a power of two, half empty.
  private var table: [Int32]

  init(quantum: Int = 8) {
    self.quantum = max(quantum, 1)
    ring = Array(repeating: -1, count: 16)
    table = Array(repeating: -1, count: 32)
  }

  /// Tenants with something that waits.
  var tenants: Int { active }

  /// `item` must not be in it; `cost` at least 1.
  mutating func add(_ item: Int32, tenant: Int32, cost itemCost: Int = 1) {
    while next.count <= Int(item) {
      next.append(-1)
      cost.append(1)
    }
    next[Int(item)] = -1
    cost[Int(item)] = Int32(clamping: max(itemCost, 1))
    let queue = self.queue(of: tenant)
    let tail = queues[queue].tail
    if tail < 0 {
      queues[queue].head = item
      append(Int32(queue))
    } else {
      next[Int(tail)] = item
    }
    queues[queue].tail = item
    count += 1
  }

  /// The next one; nil: none waits.
  mutating func take() -> Int32? {
    while active > 0 {
      let queue = Int(ring[first])
      let head = queues[queue].head
      if !queues[queue].isInTurn {
        queues[queue].isInTurn = true
        queues[queue].deficit += quantum
      }
      let price = Int(cost[Int(head)])
      guard price <= queues[queue].deficit else {
        queues[queue].isInTurn = false
        removeFirst()
        append(Int32(queue))
        continue
      }
      queues[queue].deficit -= price
      queues[queue].head = next[Int(head)]
      count -= 1
      if queues[queue].head < 0 {
        removeFirst()
        forget(queue)
      }
      return head
    }
    return nil
  }

  // MARK: The ring

  private mutating func append(_ queue: Int32) {
    if active == ring.count {
      var larger = [Int32](repeating: -1, count: ring.count * 2)
      for step in 0..<active { larger[step] = ring[(first + step) & (ring.count - 1)] }
      ring = larger
      first = 0
    }
    ring[(first + active) & (ring.count - 1)] = queue
    active += 1
  }

  private mutating func removeFirst() {
    first = (first + 1) & (ring.count - 1)
    active -= 1
  }

  // MARK: The table

  private func slot(_ tenant: Int32) -> Int {
    let mask = table.count - 1
    // Fibonacci hashing: the store counts its tenants up.
    var at = Int(truncatingIfNeeded: UInt64(UInt32(bitPattern: tenant)) &* 0x9E37_79B9_7F4A_7C15 >> 32) & mask
    while table[at] >= 0, queues[Int(table[at])].tenant != tenant { at = (at + 1) & mask }
    return at
  }

  private mutating func queue(of tenant: Int32) -> Int {
    let at = slot(tenant)
    if table[at] >= 0 { return Int(table[at]) }
    let queue: Int
    if let free = idle.popLast() {
      queue = Int(free)
      queues[queue] = Queue(tenant: tenant)
    } else {
      queue = queues.count
      queues.append(Queue(tenant: tenant))
    }
    table[at] = Int32(queue)
    if (queues.count - idle.count) * 2 > table.count { grow() }
    return queue
  }

  /// A tenant without items has no queue, and starts without a deficit when it comes again.
  private mutating func forget(_ queue: Int) {
    let mask = table.count - 1
    var hole = slot(queues[queue].tenant)
    table[hole] = -1
    idle.append(Int32(queue))
    // Those behind it that were moved on by it come back, so that none is cut off from its place.
    var at = (hole + 1) & mask
    while table[at] >= 0 {
      let moved = table[at]
      table[at] = -1
      let place = slot(queues[Int(moved)].tenant)
      table[place] = moved
      hole = at
      at = (hole + 1) & mask
    }
  }

  private mutating func grow() {
    let old = table
    table = Array(repeating: -1, count: old.count * 2)
    for queue in old where queue >= 0 { table[slot(queues[Int(queue)].tenant)] = queue }
  }
}
