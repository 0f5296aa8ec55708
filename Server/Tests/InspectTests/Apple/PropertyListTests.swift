import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

struct PropertyListTests {
  static func read(_ text: String) throws(PropertyList.Failure) -> Located {
    try PropertyList.read(Array(text.utf8), file: "Info.plist", limits: InspectLimits())
  }

  /// A binary property list of these objects, numbers of one byte.
  static func binary(_ objects: [[UInt8]], top: UInt8 = 0, count: UInt8? = nil, table: UInt8? = nil)
    -> [UInt8]
  {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(truncatingIfNeeded: bytes.count))
      bytes += object
    }
    let end = UInt8(truncatingIfNeeded: bytes.count)
    func wide(_ number: UInt8) -> [UInt8] { [UInt8](repeating: 0, count: 7) + [number] }
    return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, 1] + wide(count ?? UInt8(objects.count)) + wide(top)
      + wide(table ?? end)
  }

  static func read(_ bytes: [UInt8], values: Int = 10_000) throws(PropertyList.Failure) -> Located {
    var limits = InspectLimits()
    limits.values = values
    return try PropertyList.read(bytes, file: "Info.plist", limits: limits)
  }

  @Test func linesAndColumnsOfKeysAndValues() throws {
    let tree = try Self.read(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
        <key>UIBackgroundModes</key>
        <array>
          <string>remote-notification</string>
        </array>
        <key>n</key> <integer>0x10</integer>
      </dict>
      </plist>
      """)
    #expect(tree.member("UIBackgroundModes")?.place.line == 4)
    let mode = try #require(tree["UIBackgroundModes"]?.strings.first)
    #expect(mode.value == "remote-notification" && mode.place.line == 6 && mode.place.column == 5)
    #expect(tree["n"]?.integer == 16 && tree["n"]?.place.column == 16)
  }

  @Test func theOldTextForm() throws {
    let tree = try Self.read("{\n  UIBackgroundModes = (fetch);\n}")
    #expect(tree["UIBackgroundModes"]?.strings.first?.value == "fetch")
    #expect(tree["UIBackgroundModes"]?.strings.first?.place.line == 2)
  }

  @Test func offsetsInABinaryOne() throws {
    // {"a": "bc"}
    let bytes = Self.binary([[0xD1, 1, 2], [0x51, 0x61], [0x52, 0x62, 0x63]])
    let tree = try Self.read(bytes)
    #expect(tree["a"]?.string == "bc")
    #expect(tree["a"]?.place == Place("Info.plist", offset: 13))
    #expect(tree.member("a")?.place.offset == 11)
    let inside = try PropertyList.read(bytes, file: "Parcel", limits: InspectLimits(), base: 1000)
    #expect(inside["a"]?.place == Place("Parcel", offset: 1013))
  }

  @Test func aTextInsideABinaryFileHasOffsets() throws {
    let text = "<plist><dict><key>a</key><true/></dict></plist>\0\0"
    let tree = try PropertyList.read(Array(text.utf8), file: "Parcel", limits: InspectLimits(), base: 4096)
    #expect(tree["a"]?.place == Place("Parcel", offset: 4096 + 25))
  }

  @Test(arguments: [
    ("", "empty"), ("x", "no XML"), ("{ a = b;", "{ is not closed"), ("<plist/>", "exactly one"),
    ("<plist><dict><key>a</key></dict></plist>", "has no value"),
    ("<plist><dict><key>a</key><key>b</key></dict></plist>", "has no value"),
    ("<plist><dict><true/></dict></plist>", "no key before"),
    ("<plist><integer>x</integer></plist>", "no integer"),
    ("<plist><integer>--1</integer></plist>", "no integer"), ("<plist><date>2027</date></plist>", "no date"),
    ("<plist><date>2027-13-01T00:00:00Z</date></plist>", "no date"),
    ("<plist><data>*</data></plist>", "no data"),
    ("<plist><html/></plist>", "no value of"),
  ])
  func whatIsNoPropertyListSaysWhy(text: String, why: String) throws {
    do throws(PropertyList.Failure) {
      Issue.record("\(try Self.read(text))")
    } catch {
      #expect(error.why.contains(why), "\(error)")
    }
  }

  @Test func aCycleEnds() throws {
    let failure = #expect(throws: PropertyList.Failure.self) {
      try Self.read(Self.binary([[0xA1, 1], [0xA1, 0]]))
    }
    #expect(failure?.why == "a value contains itself")
  }

  @Test func sharedValuesDoNotMultiply() throws {
    // Each array holds the next one twice: 2^30 values.
    let objects = (0..<30).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] } + [[0x51, 0x78]]
    let failure = #expect(throws: PropertyList.Failure.self) { try Self.read(Self.binary(objects)) }
    #expect(failure?.why.contains("10000 values") == true)
    // Shared as files do it, it is read.
    let twice = try Self.read(Self.binary([[0xA2, 1, 1], [0x51, 0x78]]))
    #expect(twice.strings.map(\.value) == ["x", "x"])
  }

  @Test func dataThatOverlapsIsNotCopiedForEach() throws {
    // Thirty objects whose offsets all name the same data of 200 bytes.
    let data: [UInt8] = [0x4F, 0x10, 200] + [UInt8](repeating: 7, count: 200)
    var bytes = Self.binary([[0xAF, 0x10, 30] + (1...30).map { UInt8($0) }, data])
    let table = bytes.count - 34
    let trailer = Array(bytes[(table + 2)...])
    bytes = Array(bytes[..<table]) + [8] + [UInt8](repeating: 41, count: 30) + trailer
    bytes[bytes.count - 17] = 31
    let failure = #expect(throws: PropertyList.Failure.self) { try Self.read(bytes) }
    #expect(failure?.why.contains("past the objects") == true)
  }

  @Test(arguments: [
    Self.binary([[0x51, 0x61]], top: 1), Self.binary([[0x51, 0x61]], count: 200),
    Self.binary([[0x51, 0x61]], table: 200),
    Self.binary([[0x5F, 0x13, 255, 255, 255, 255, 255, 255, 255, 255]]),
    Self.binary([[0xAF, 0x13, 127, 255, 255, 255, 255, 255, 255, 255]]), Self.binary([[0xA1, 9]]),
    Self.binary([[0x5F, 0x51]]), Self.binary([[0xD1, 1, 1], [0x09]]), Self.binary([[0x33, 1]]),
    Self.binary([[0xF0]]), Array("bplist00".utf8),
    Array("bplist00".utf8) + [UInt8](repeating: 255, count: 32),
  ])
  func damagedOnesFail(bytes: [UInt8]) {
    #expect(throws: PropertyList.Failure.self) { try Self.read(bytes) }
  }

  @Test func everyPrefixFails() throws {
    let whole = Self.binary([[0xD1, 1, 2], [0x51, 0x61], [0x52, 0x62, 0x63]])
    for count in 0..<whole.count {
      #expect(throws: PropertyList.Failure.self) { try Self.read(Array(whole[..<count])) }
    }
  }

  @Test func fuzzTheReader() throws {
    let words = [
      "<dict>", "<key>a</key>", "</dict>", "<array>", "<string>x</string>", "bplist00", "<data>AA==</data>",
    ]
    try CorpusFuzzer("plist", words: words.map { Array($0.utf8) } + [[0xD1], [0xAF, 0x13], [0x4F, 0x12]]).run
    {
      bytes in
      do throws(PropertyList.Failure) {
        let tree = try Self.read(bytes)
        #expect(tree.place.file == "Info.plist")
        return true
      } catch {
        #expect(!error.why.isEmpty)
        return false
      }
    }
  }
}
