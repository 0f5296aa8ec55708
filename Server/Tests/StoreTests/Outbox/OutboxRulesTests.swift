import Bytes
import Testing

@testable import Store

@Suite struct AdmissionTests {
  private let admission = Admission(bytes: 100_000, age: 1000)

  private func load(_ messages: Int, parameters: Int = 0) -> Admission.Load {
    var load = Admission.Load()
    load.messages = messages
    load.parameterBytes = parameters
    return load
  }

  @Test func bulkLeavesRoomForTheUrgent() {
    let full = load(0, parameters: 79_000)
    #expect(admission.refusal(full, adding: 1000, band: .bulk, now: 0) == nil)
    #expect(admission.refusal(full, adding: 1001, band: .bulk, now: 0) == 30)
    #expect(admission.refusal(full, adding: 1001, band: .normal, now: 0) == nil)
    #expect(admission.refusal(load(380), adding: 2720, band: .urgent, now: 0) == nil)
    #expect(admission.refusal(load(380), adding: 2721, band: .urgent, now: 0) == 30)
  }

  @Test func whatIsOldHoldsUpItsBandAndThoseBelow() {
    var load = load(1)
    load.oldestDueAt.normal = 5000
    #expect(admission.refusal(load, adding: 1, band: .normal, now: 6000) == nil)
    #expect(admission.refusal(load, adding: 1, band: .normal, now: 6001) == 60)
    #expect(admission.refusal(load, adding: 1, band: .bulk, now: 6001) == 60)
    #expect(admission.refusal(load, adding: 1, band: .urgent, now: 6001) == nil)
  }
}

@Suite struct BindingKeyTests {
  private let key = BindingKey([UInt8](0..<16))

  @Test func aTagNamesAllOfItsParts() throws {
    let key = try #require(key)
    let tag = key.tag(tenant: "t", account: "ab", installation: "c", generation: 1)
    #expect(tag.utf8.count == 32 && tag.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "f") ~= $0 })
    #expect(tag == key.tag(tenant: "t", account: "ab", installation: "c", generation: 1))
    let others = [
      key.tag(tenant: "", account: "ab", installation: "c", generation: 1),
      key.tag(tenant: "t", account: "a", installation: "bc", generation: 1),
      key.tag(tenant: "ta", account: "b", installation: "c", generation: 1),
      key.tag(tenant: "t", account: "ab", installation: "c", generation: 2),
      try #require(BindingKey([UInt8](1...16))).tag(
        tenant: "t", account: "ab", installation: "c", generation: 1),
    ]
    #expect(!others.contains(tag))
    #expect(Set(others).count == others.count)
    #expect(BindingKey([1, 2, 3]) == nil)
  }

  @Test func theTagIsSipHashOverLengthsAndTexts() throws {
    let key = try #require(key)
    var bytes: [UInt8] = []
    func add(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
    for text in ["acme", "anna", "phone-1"] {
      add(UInt64(text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }
    add(7)
    let hash = bytes.withUnsafeBufferPointer {
      SipHash128.hash(key: 0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908, $0)
    }
    let expected = [hash.low, hash.high].map { number in
      (0..<8).map { hex(UInt8(truncatingIfNeeded: number >> UInt64($0 * 8))) }.joined()
    }.joined()
    #expect(key.tag(tenant: "acme", account: "anna", installation: "phone-1", generation: 7) == expected)
  }

  private func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

@Suite struct LeaseRuleTests {
  @Test func oneAttemptStillWaitsForItsTurn() {
    #expect(Lifetime.deadline(createdAt: 5, expiresAt: 5) == 60_005)
    #expect(Lifetime.deadline(createdAt: 5, expiresAt: 6) == 6)
  }

  @Test func whatIsShortLivedIsUrgent() {
    #expect(Band.standard(isTimeSensitive: false, timeToLive: 600) == .urgent)
    #expect(Band.standard(isTimeSensitive: false, timeToLive: 601) == .normal)
    #expect(Band.standard(isTimeSensitive: true, timeToLive: 86_400) == .urgent)
  }
}
