import Foundation
import Providers

/// An answer of APNs as a verdict.
func apns(_ status: Int, _ body: String, retryAfter: Int? = nil, tokenAge: Int = 60) -> Verdict {
  Array(body.utf8).withUnsafeBufferPointer {
    APNsAnswer.verdict(status: status, body: $0, retryAfter: retryAfter, tokenAge: tokenAge)
  }
}

/// An answer of FCM as a verdict.
func fcm(_ status: Int, _ body: String, retryAfter: Int? = nil) -> Verdict {
  Array(body.utf8).withUnsafeBufferPointer {
    FCMAnswer.verdict(status: status, body: $0, retryAfter: retryAfter)
  }
}

/// SplitMix64, so that a run can be repeated from its seed.
struct SeededRandom: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  static let seed =
    ProcessInfo.processInfo.environment["PUSHWIRE_FUZZ_SEED"].flatMap(UInt64.init)
    ?? UInt64.random(in: 0...UInt64.max)
  static let seconds =
    ProcessInfo.processInfo.environment["PUSHWIRE_FUZZ_SECONDS"].flatMap(Double.init) ?? 2
}
