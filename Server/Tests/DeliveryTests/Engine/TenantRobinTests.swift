import TestSupport
import Testing

@testable import Delivery

@Suite struct TenantRobinTests {
  private func all(_ robin: inout TenantRobin) -> [Int32] {
    var items: [Int32] = []
    while let item = robin.take() { items.append(item) }
    return items
  }

  @Test func oneTenantIsAQueue() {
    var robin = TenantRobin()
    for item in 0..<20 { robin.add(Int32(item), tenant: 5) }
    #expect(robin.count == 20 && robin.tenants == 1)
    #expect(all(&robin) == Array(0..<20))
    #expect(robin.count == 0 && robin.tenants == 0)
  }

  /// A tenant that comes late with little does not wait behind another's many.
  @Test func aSmallTenantDoesNotWaitForALargeOne() {
    var robin = TenantRobin(quantum: 4)
    for item in 0..<1000 { robin.add(Int32(item), tenant: 1) }
    for item in 1000..<1003 { robin.add(Int32(item), tenant: 2) }
    let order = all(&robin)
    #expect(Array(order[..<4]) == [0, 1, 2, 3])
    #expect(Array(order[4..<7]) == [1000, 1001, 1002])
    #expect(order.count == 1003)
  }

  /// An item that costs more than a turn's quantum is saved up for.
  @Test func whatCostsMoreIsSavedUpFor() {
    var robin = TenantRobin(quantum: 2)
    robin.add(0, tenant: 1, cost: 5)
    for item in 1..<10 { robin.add(Int32(item), tenant: 2) }
    let order = all(&robin)
    #expect(order.firstIndex(of: 0) == 4)
    #expect(order.count == 10)
  }

  /// Tenants come and go; each item comes out once, in its tenant's order, and of tenants that always have
  /// something none is served more than a quantum and an item's cost ahead of another.
  @Test func fairnessOnARandomWalk() {
    var random = Fuzz.random("tenant robin")
    for round in 0..<60 {
      let place: Comment = "seed \(Fuzz.seed), round \(round)"
      let quantum = Int.random(in: 1...16, using: &random)
      let most = Int.random(in: 1...5, using: &random)
      let tenants = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        Int32.random(in: -5...1_000_000, using: &random)
      }
      var robin = TenantRobin(quantum: quantum)
      var queues: [Int32: [Int32]] = [:]
      var costs: [Int32: Int] = [:]
      var owners: [Int32: Int32] = [:]
      var free = (0..<Int32(600)).shuffled(using: &random)
      // Since when each tenant has always had something, and what it was given since.
      var served: [Int32: Int] = [:]
      for _ in 0..<3000 {
        if Bool.random(using: &random), let item = free.popLast() {
          let tenant = tenants.randomElement(using: &random) ?? 0
          let cost = Int.random(in: 1...most, using: &random)
          robin.add(item, tenant: tenant, cost: cost)
          if queues[tenant, default: []].isEmpty {
            // A newcomer counts from here, and the others with it.
            for other in served.keys { served[other] = 0 }
            served[tenant] = 0
          }
          queues[tenant, default: []].append(item)
          costs[item] = cost
          owners[item] = tenant
        } else if let item = robin.take() {
          let tenant = owners[item] ?? 0
          #expect(queues[tenant]?.first == item, place)
          queues[tenant]?.removeFirst()
          free.insert(item, at: 0)
          served[tenant, default: 0] += costs[item] ?? 0
          if queues[tenant]?.isEmpty ?? true { served[tenant] = nil }
          if let least = served.values.min(), let greatest = served.values.max() {
            #expect(greatest - least <= 2 * (quantum + most), place)
          }
        }
        let waiting = queues.values.reduce(0) { $0 + $1.count }
        #expect(robin.count == waiting && robin.tenants == queues.values.count { !$0.isEmpty }, place)
      }
      let rest = all(&robin)
      #expect(Set(rest) == Set(queues.values.joined()) && rest.count == Set(rest).count, place)
    }
  }
}
