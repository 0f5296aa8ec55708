public import Store
internal import Synchronization

/// How many messages each lane takes, by band: asked by the transaction that stores a message, so that it
/// can be leased at birth, and by the engine before it claims. Any thread.
///
/// Bulk gets at most 70 % of a lane's places, normal and bulk together 90 %: urgent always finds some. A
/// lane that is held, drains or is not there has no places at all.
public final class LaneRoom: LaneCapacity {
  /// Of a hundred.
  public static let bulkShare = 70
  /// Of a hundred, bulk included.
  public static let normalShare = 90
  /// No lane has more places than this.
  public static let mostPlaces = 1 << 20

  /// The three counts are one word, so that a place is taken or not and never half.
  private struct Cell: ~Copyable {
    let used = Atomic<UInt64>(0)
    let limit = Atomic<Int>(0)
    let exists = Atomic<Bool>(false)
  }

  /// Three counts of 21 bits.
  struct Used: Equatable {
    var word: UInt64
    static let width: UInt64 = 21
    static let mask: UInt64 = 1 << width - 1

    subscript(band: Band) -> Int {
      Int(word >> (UInt64(band.rawValue) * Self.width) & Self.mask)
    }
    var total: Int { self[.urgent] + self[.normal] + self[.bulk] }
    func adding(_ count: Int, _ band: Band) -> Used {
      Used(word: word &+ UInt64(bitPattern: Int64(count)) << (UInt64(band.rawValue) * Self.width))
    }

    /// Places that a band may still take of so many.
    func free(_ band: Band, of limit: Int) -> Int {
      var free = limit - total
      if band >= .normal {
        free = min(free, limit * LaneRoom.normalShare / 100 - self[.normal] - self[.bulk])
      }
      if band == .bulk { free = min(free, limit * LaneRoom.bulkShare / 100 - self[.bulk]) }
      return max(free, 0)
    }
  }

  // Made and freed with this object; between them only the atomics in it change.
  nonisolated(unsafe) private let cells: UnsafeMutablePointer<Cell>
  private static let count = Int(LaneCode.allCases.map(\.rawValue).max() ?? 0) + 1

  public init() {
    cells = .allocate(capacity: Self.count)
    for index in 0..<Self.count { (cells + index).initialize(to: Cell()) }
  }

  deinit {
    cells.deinitialize(count: Self.count)
    cells.deallocate()
  }

  public func reserve(_ lane: LaneCode, _ band: Band) -> Bool { reserve(lane, band, upTo: 1) == 1 }

  public func release(_ lane: LaneCode, _ band: Band) { release(lane, band, count: 1) }

  /// Whether there is a credential for it.
  public func exists(_ lane: LaneCode) -> Bool { cells[Int(lane.rawValue)].exists.load(ordering: .acquiring) }

  /// These lanes exist and no others, though nothing is sent from here: for a process that only takes
  /// notifications.
  public func declare(_ lanes: [LaneCode]) {
    for lane in LaneCode.allCases { setExists(lane, lanes.contains(lane)) }
  }

  /// Takes as many places as there are, at most so many; returns how many.
  public func reserve(_ lane: LaneCode, _ band: Band, upTo wanted: Int) -> Int {
    let cell = cells + Int(lane.rawValue)
    var seen = cell.pointee.used.load(ordering: .relaxed)
    while true {
      let used = Used(word: seen)
      let granted = min(wanted, used.free(band, of: cell.pointee.limit.load(ordering: .acquiring)))
      guard granted > 0 else { return 0 }
      let (exchanged, now) = cell.pointee.used.weakCompareExchange(
        expected: seen, desired: used.adding(granted, band).word, ordering: .acquiringAndReleasing)
      if exchanged { return granted }
      seen = now
    }
  }

  /// Gives places back; never more than were taken.
  public func release(_ lane: LaneCode, _ band: Band, count: Int) {
    let cell = cells + Int(lane.rawValue)
    var seen = cell.pointee.used.load(ordering: .relaxed)
    while true {
      let used = Used(word: seen)
      let given = min(count, used[band])
      guard given > 0 else { return }
      let (exchanged, now) = cell.pointee.used.weakCompareExchange(
        expected: seen, desired: used.adding(-given, band).word, ordering: .acquiringAndReleasing)
      if exchanged { return }
      seen = now
    }
  }

  /// Places that a band may still take.
  public func free(_ lane: LaneCode, _ band: Band) -> Int {
    let cell = cells + Int(lane.rawValue)
    return Used(word: cell.pointee.used.load(ordering: .acquiring))
      .free(band, of: cell.pointee.limit.load(ordering: .acquiring))
  }

  /// Places that are taken.
  public func used(_ lane: LaneCode, _ band: Band) -> Int {
    Used(word: cells[Int(lane.rawValue)].used.load(ordering: .acquiring))[band]
  }

  func setExists(_ lane: LaneCode, _ exists: Bool) {
    cells[Int(lane.rawValue)].exists.store(exists, ordering: .releasing)
  }

  /// 0: takes nothing now. What is taken stays taken.
  func setPlaces(_ lane: LaneCode, _ places: Int) {
    cells[Int(lane.rawValue)].limit.store(min(max(places, 0), Self.mostPlaces), ordering: .releasing)
  }
}
