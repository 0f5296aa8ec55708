import Foundation
import Store
import Synchronization
import Testing

@testable import Delivery

@Suite struct LaneRoomTests {
  private func room(_ places: Int, _ lane: LaneCode = .android) -> LaneRoom {
    let room = LaneRoom()
    room.setExists(lane, true)
    room.setPlaces(lane, places)
    return room
  }

  @Test func bulkLeavesRoomForNormalAndBothForUrgent() {
    let room = room(100)
    #expect(room.reserve(.android, .bulk, upTo: 1000) == 70)
    #expect(!room.reserve(.android, .bulk))
    #expect(room.reserve(.android, .normal, upTo: 1000) == 20)
    #expect(!room.reserve(.android, .normal))
    #expect(room.reserve(.android, .urgent, upTo: 1000) == 10)
    #expect(!room.reserve(.android, .urgent))
    room.release(.android, .bulk)
    // A place of bulk is free, and any band may have it.
    #expect(room.free(.android, .urgent) == 1 && room.free(.android, .normal) == 1)
    #expect(room.reserve(.android, .urgent) && !room.reserve(.android, .bulk))
  }

  @Test func urgentMayHaveItAll() {
    let room = room(10)
    #expect(room.reserve(.android, .urgent, upTo: 50) == 10)
    #expect(!room.reserve(.android, .bulk) && !room.reserve(.android, .normal))
  }

  @Test func aHeldOrUnknownLaneTakesNothing() {
    let room = room(10)
    #expect(!room.exists(.iosSandbox) && !room.reserve(.iosSandbox, .urgent))
    #expect(room.exists(.android) && room.reserve(.android, .urgent))
    room.setPlaces(.android, 0)
    #expect(!room.reserve(.android, .urgent) && room.used(.android, .urgent) == 1)
    room.release(.android, .urgent, count: 5)
    #expect(room.used(.android, .urgent) == 0)
    room.setPlaces(.android, 3)
    #expect(room.reserve(.android, .urgent, upTo: 9) == 3)
  }

  /// Eight threads take and give back: never more than there are, and none is left over.
  @Test func placesAreNeverGivenTwice() {
    let room = room(50)
    let most = Atomic<Int>(0)
    let inside = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      let band = Band.allCases[thread % 3]
      for _ in 0..<5000 {
        let granted = room.reserve(.android, band, upTo: 1 + thread)
        guard granted > 0 else { continue }
        let (_, now) = inside.add(granted, ordering: .sequentiallyConsistent)
        most.max(now, ordering: .sequentiallyConsistent)
        inside.subtract(granted, ordering: .sequentiallyConsistent)
        room.release(.android, band, count: granted)
      }
    }
    #expect(most.load(ordering: .relaxed) <= 50)
    for band in Band.allCases { #expect(room.used(.android, band) == 0) }
  }
}
