import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

struct CodeSignatureTests {
  typealias Bytes = MachOBytes

  static func read(_ bytes: [UInt8]) -> (signature: CodeSignature?, problems: String) {
    var reader = CodeSignatureReader(bytes, file: "Parcel", base: 4096, limits: InspectLimits())
    let signature = reader.read()
    return (signature, reader.problems.joined(separator: "; "))
  }

  @Test func specialHashesCountDownFromTheHashes() throws {
    let hashes = (1...7).map { [UInt8](repeating: UInt8($0), count: 32) }
    let read = Self.read(Bytes.superBlob([(0, Bytes.directory(special: hashes, flags: 0x10002))]))
    let directory = try #require(read.signature?.directories.first)
    #expect(read.problems == "")
    #expect(directory.specialHashes.count == 7 && directory.specialHashes[5] == hashes[4])
    #expect(directory.flags == 0x10002 && directory.place == Place("Parcel", offset: 4096 + 20))
  }

  @Test func anOldDirectoryHasNoTeam() throws {
    let read = Self.read(Bytes.superBlob([(0, Bytes.directory(version: 0x20100, hashType: 1))]))
    let directory = try #require(read.signature?.directories.first)
    #expect(directory.team == nil && directory.hashType == 1 && directory.identifier == "dev.pushwire.parcel")
  }

  @Test func damagedBlobsAreSaidAndTheOthersRead() throws {
    let healthy = Bytes.blob(0xFADE_7172, Bytes.entitlementsDER)
    func problems(_ slots: [(type: Int, blob: [UInt8])]) -> String {
      let read = Self.read(Bytes.superBlob(slots + [(7, healthy)]))
      #expect(read.signature?.derEntitlements?["aps-environment"]?.string == "production")
      return read.problems
    }
    #expect(problems([(5, Bytes.blob(0xFADE_7171, Array("<plist>".utf8)))]).contains("slot 5"))
    #expect(problems([(5, Bytes.blob(0xFADE_7172, Array("<plist>".utf8)))]).contains("another kind"))
    #expect(problems([(0, Bytes.blob(0xFADE_0C02, [0, 2, 2, 0]))]).contains("CodeDirectory"))
    #expect(problems([(5, Bytes.big(0xFADE_7171) + Bytes.big(9_999_999))]).contains("slot 5"))
    #expect(problems([(5, Bytes.big(0xFADE_7171) + Bytes.big(4))]).contains("slot 5"))
    #expect(problems([(3, Bytes.blob(0xFADE_0C01, [])), (9, Bytes.blob(0xFADE_8181, []))]) == "")
    var directory = Bytes.directory(special: [[UInt8](repeating: 1, count: 32)])
    directory.replaceSubrange(24..<28, with: Bytes.big(0x7FFF_FFFF))
    #expect(problems([(0, directory)]).contains("CodeDirectory"))
  }

  @Test func aListOfSlotsThatLiesEnds() {
    #expect(
      Self.read(Bytes.big(0xFADE_0CC0) + Bytes.big(12) + Bytes.big(0x7FFF_FFFF)).problems.contains("slots"))
    let short = Self.read(Bytes.big(0xFADE_0CC0) + Bytes.big(12) + Bytes.big(3))
    #expect(short.problems.contains("cut off") && short.signature?.slots == [])
    #expect(Self.read([]).signature == nil && Self.read(Bytes.big(0xFADE_0CC1)).signature == nil)
  }

  @Test func fuzzTheSignature() throws {
    try CorpusFuzzer(
      "signature", words: [[0xFA, 0xDE, 0x71, 0x71], [0xFA, 0xDE, 0x0C, 0x02], [0x30, 0x80]]
    ).run {
      let read = Self.read($0)
      return read.signature.map { $0.xmlEntitlements != nil || $0.derEntitlements != nil } ?? false
    }
  }

  // MARK: DER

  static func der(_ bytes: [UInt8]) throws(PropertyList.Failure) -> Located {
    var limits = InspectLimits()
    limits.depth = 20
    return try DERPropertyList.read(bytes, file: "Parcel", base: 100, limits: limits)
  }

  @Test func bothOuterFormsOfDER() throws {
    // { key: true }
    let entry: [UInt8] = [0x30, 0x08, 0x0C, 0x03, 0x6B, 0x65, 0x79, 0x01, 0x01, 0xFF]
    let new = try Self.der([0x70, 0x0F, 0x02, 0x01, 0x01, 0xB0, 0x0A] + entry)
    let old = try Self.der([0x31, 0x0A] + entry)
    #expect(new["key"]?.bool == true && new.isSame(as: old))
    #expect(new.member("key")?.place.offset == 109 && new["key"]?.place.offset == 114)
  }

  @Test func valuesOfDER() throws {
    func value(_ bytes: [UInt8]) throws -> Located.Kind? {
      let pair: [UInt8] = [0x0C, 1, 0x6B] + bytes
      return try Self.der([0x31, UInt8(pair.count + 2), 0x30, UInt8(pair.count)] + pair)["k"]?.kind
    }
    #expect(try value([2, 1, 0xFF]) == .integer(-1))
    #expect(try value([2, 2, 1, 0]) == .integer(256))
    #expect(try value([2, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0]) == .real(0x1p64))
    #expect(try value([4, 2, 1, 2]) == .data([1, 2]))
    #expect(try value([0x17, 13] + Array("270131120000Z".utf8)) == .date(1_801_396_800_000))
    #expect(try value([0x18, 15] + Array("20270131120000Z".utf8)) == .date(1_801_396_800_000))
    let strings = try value([0x30, 6, 0x0C, 1, 0x61, 0x0C, 1, 0x62])
    #expect(strings.map { Located($0, Place("")).strings.map(\.value) } == ["a", "b"])
  }

  @Test func damagedDERFails() throws {
    var deep: [UInt8] = [0x31, 0]
    for _ in 0..<40 { deep = [0x30, UInt8(min(deep.count, 127))] + deep }
    let cases: [[UInt8]] = [
      [], [0x31], [0x31, 5], [0x31, 0x80], [0x31, 0x85, 1, 1, 1, 1, 1], [0x31, 0x84, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x31, 2, 0x30, 0], [0x31, 3, 0x02, 1, 1], [0x70, 0], [0x70, 3, 2, 1, 1], [0x0C, 1, 0x61],
      [0x1F, 1, 0],
      [0x31, 7, 0x30, 5, 0x0C, 1, 0x6B, 1, 0], [0x31, 8, 0x30, 6, 0x0C, 1, 0x6B, 0x99, 1, 0],
      [0x31, 4 + UInt8(deep.count)] + [0x30, 2 + UInt8(deep.count), 0x0C, 0] + deep,
    ]
    for bytes in cases {
      #expect(throws: PropertyList.Failure.self, "\(bytes)") { try Self.der(bytes) }
    }
  }

  @Test func fuzzDER() throws {
    try CorpusFuzzer("der", words: [[0x30, 0x84, 0xFF, 0xFF], [0x31, 2], [0xB0, 0], [0x0C, 3]]).run { bytes in
      do throws(PropertyList.Failure) {
        return try Self.der(bytes).isObject
      } catch {
        #expect(!error.why.isEmpty && error.place.offset ?? 0 >= 100)
        return false
      }
    }
  }
}
