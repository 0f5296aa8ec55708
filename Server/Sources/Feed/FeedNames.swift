internal import Store

/// The names in NATS. One stream for an app, one subject and one durable consumer for a lane and band:
/// `pw.<app>.due.<lane>.<band>`.
struct FeedNames: Sendable, Equatable {
  let app: String

  static let longestApp = 40

  /// What a token of a subject cannot have becomes `_`; then a hash keeps names apart that look the same.
  init(app: String) {
    var hash: UInt32 = 2_166_136_261
    var kept: [UInt8] = []
    for byte in app.utf8 {
      hash = (hash ^ UInt32(byte)) &* 16_777_619
      guard kept.count < Self.longestApp else { continue }
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        kept.append(byte)
      default: kept.append(UInt8(ascii: "_"))
      }
    }
    let text = String(decoding: kept, as: UTF8.self)
    self.app = kept.elementsEqual(app.utf8) && !kept.isEmpty ? text : "\(text)_\(String(hash, radix: 36))"
  }

  var allSubjects: String { "pw.\(app).due.>" }

  func subject(_ lane: LaneCode, _ band: Band) -> String { "pw.\(app).due.\(lane.name).\(band.name)" }

  func consumer(_ lane: LaneCode, _ band: Band) -> String { "\(lane.name)_\(band.name)" }

  /// A new stream's name. It is never one that was used before: a server that comes back with the old
  /// stream's files must not take them for the new one's.
  func stream(madeAt milliseconds: Int) -> String {
    "PW_\(app)_DUE_\(String(max(milliseconds, 0), radix: 36))"
  }

  static func place(_ lane: LaneCode, _ band: Band) -> Int {
    Int(lane.rawValue) * Band.allCases.count + Int(band.rawValue)
  }
  static let places = (Int(LaneCode.allCases.map(\.rawValue).max() ?? 0) + 1) * Band.allCases.count
}

extension FeedNames {
  /// Nil: no place.
  static func laneAndBand(_ place: Int) -> (LaneCode, Band)? {
    guard place >= 0,
      let lane = UInt8(exactly: place / Band.allCases.count).flatMap(LaneCode.init(rawValue:)),
      let band = UInt8(exactly: place % Band.allCases.count).flatMap(Band.init(rawValue:))
    else { return nil }
    return (lane, band)
  }
}
