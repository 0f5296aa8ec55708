import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

struct MachOReaderTests {
  /// Fed in pieces of one size.
  static func read(_ bytes: [UInt8], pieces: Int = .max, knowsSize: Bool = true) -> MachOReader {
    var reader = MachOReader(Place("Parcel"), size: knowsSize ? bytes.count : nil, limits: InspectLimits())
    var at = 0
    while at < bytes.count {
      let end = min(bytes.count, at &+ pieces)
      bytes[at..<(end < at ? bytes.count : end)].withUnsafeBytes { reader.feed($0) }
      at = end < at ? bytes.count : end
    }
    reader.finish()
    return reader
  }

  static func recipe(_ text: String) throws -> (path: String, bytes: [UInt8], folder: ScratchFolder) {
    let folder = try ScratchFolder()
    let url = folder.url.appendingPathComponent("Parcel.macho")
    try AppleRecipe.build(text, at: url)
    return (url.path, [UInt8](try Data(contentsOf: url)), folder)
  }

  @Test func whatASignatureSays() throws {
    let built = try Self.recipe("signed aps-environment = production\ndigests both")
    let reader = Self.read(built.bytes)
    #expect(reader.problems == [])
    let slice = try #require(reader.binary.slices.first)
    #expect(reader.binary.slices.count == 1)
    #expect(slice.architecture == "arm64" && slice.platform == 2 && !slice.isEncrypted && slice.offset == 0)
    let signature = try #require(slice.signature)
    #expect(signature.slots == [0, 2, 5, 7, 0x1000, 0x10000] && signature.hasCMS)
    #expect(signature.directories.map(\.hashType) == [1, 2])
    #expect(
      signature.directories.allSatisfy { $0.identifier == "dev.pushwire.parcel" && $0.team == "ABCDE12345" })
    let xml = try #require(signature.xmlEntitlements)
    let der = try #require(signature.derEntitlements)
    #expect(xml["aps-environment"]?.string == "production" && xml.isSame(as: der))
    #expect(signature.directories[0].specialHashes[5] == signature.xmlEntitlementsSeal?.sha1)
    #expect(signature.directories[1].specialHashes[5] == signature.xmlEntitlementsSeal?.sha256)
    #expect(signature.directories[1].specialHashes[7] == signature.derEntitlementsSeal?.sha256)
    // Places are bytes of the file.
    for tree in [xml, der] {
      let offset = try #require(tree.member("aps-environment")?.value.place.offset)
      #expect(String(decoding: built.bytes[offset...].prefix(22), as: UTF8.self).contains("production"))
    }
  }

  @Test func thePiecesDoNotMatter() throws {
    let bytes = try Self.recipe(
      """
      arch arm64
      arch x86_64
        signed aps-environment = development
      contains registerForRemoteNotifications
      contains other
      """
    ).bytes
    let whole = Self.read(bytes)
    #expect(whole.problems == [] && whole.binary.slices.map(\.architecture) == ["arm64", "x86_64"])
    #expect(whole.binary.symbols == ["registerForRemoteNotifications"])
    #expect(whole.binary.slices[1].signature?.xmlEntitlements?["aps-environment"]?.string == "development")
    for size in [1, 7, 4096, 65536] {
      #expect(Self.read(bytes, pieces: size).binary == whole.binary, "pieces of \(size)")
    }
    #expect(Self.read(bytes, knowsSize: false).binary == whole.binary)
  }

  @Test func onTheDiskOnlyPartsAreRead() throws {
    let built = try Self.recipe("signed aps-environment = production")
    let disk = try #require(DiskFile(built.path))
    var reader = MachOReader(Place("Parcel"), size: disk.size, limits: InspectLimits())
    reader.read(disk)
    #expect(reader.binary == Self.read(built.bytes).binary && reader.problems == [])
  }

  @Test func notSignedAdHocEncryptedAndForTheSimulator() throws {
    let unsigned = Self.read(try Self.recipe("unsigned").bytes)
    #expect(unsigned.binary.slices.count == 1 && unsigned.binary.signature == nil && unsigned.problems == [])
    let adHoc = Self.read(try Self.recipe("ad-hoc").bytes)
    #expect(adHoc.binary.signature?.hasCMS == false && adHoc.binary.signature?.directories.first?.flags == 2)
    let encrypted = Self.read(
      try Self.recipe("encrypted\ncontains registerForRemoteNotifications").bytes)
    #expect(encrypted.binary.slices.first?.isEncrypted == true && encrypted.binary.symbols.isEmpty)
    let simulator = Self.read(try Self.recipe("build simulator").bytes)
    let slice = try #require(simulator.binary.slices.first)
    #expect(slice.platform == 7)
    #expect(slice.sectionEntitlements?["aps-environment"]?.string == "development")
  }

  @Test func aNameInsideOfAnotherIsNotIt() {
    let machO = MachOBytes()
    func symbols(_ names: String) -> Set<String> {
      let start = machO.header([
        machO.segment("__TEXT", 0, 512, sections: [("__objc_methname", 512, names.utf8.count)])
      ])
      let bytes = start + [UInt8](repeating: 0, count: 512 - start.count) + Array(names.utf8)
      let found = Self.read(bytes).binary.symbols
      #expect(Self.read(bytes, pieces: 3).binary.symbols == found)
      return found
    }
    #expect(symbols("a\0unregisterForRemoteNotifications\0") == [])
    #expect(symbols("registerForRemoteNotifications\0b\0") == ["registerForRemoteNotifications"])
    #expect(
      symbols("b\0setAPNSToken:\0setTaskCompletedWithSuccess:\0")
        == ["setAPNSToken:", "setTaskCompletedWithSuccess:"])
  }

  @Test func classesThatAreLinked() {
    let machO = MachOBytes()
    let names = "@_OBJC_CLASS_$_BGTaskScheduler\0_$s_OBJC_CLASS_$_PKPushRegistryX\0$"
    let start = machO.header([machO.segment("__LINKEDIT", 512, names.utf8.count)])
    let bytes = start + [UInt8](repeating: 0, count: 512 - start.count) + Array(names.utf8)
    #expect(Self.read(bytes).binary.symbols == ["BGTaskScheduler"])
    #expect(Self.read(bytes, pieces: 5).binary.symbols == ["BGTaskScheduler"])
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func everyFormOfHeader(is64: Bool, isLittle: Bool) throws {
    var machO = MachOBytes(is64: is64, isLittle: isLittle)
    machO.processor = is64 ? (0x0100_000C, 0x8000_0002) : (12, 9)
    let more = [
      machO.command(0x25, machO.u32(0) + machO.u32(0)),
      machO.command(is64 ? 0x2C : 0x21, machO.u32(0) + machO.u32(0) + machO.u32(1) + machO.u32(0)),
      machO.segment("__TEXT", 0, 512),
    ]
    let reader = Self.read(machO.file(MachOBytes.healthySignature(), more: more))
    #expect(reader.problems == [])
    let slice = try #require(reader.binary.slices.first)
    #expect(slice.architecture == (is64 ? "arm64e" : "armv7") && slice.platform == 2 && slice.isEncrypted)
    #expect(slice.signature?.slots == [0, 5, 7, 0x10000])
    #expect(reader.binary.entitlements?["aps-environment"]?.string == "production")
  }

  @Test(arguments: [false, true]) func fatFiles(is64: Bool) {
    var second = MachOBytes()
    second.processor = (0x0100_0007, 3)
    let bytes = MachOBytes.fat(
      [MachOBytes().file(MachOBytes.healthySignature()), second.file(MachOBytes.healthySignature())],
      is64: is64)
    let reader = Self.read(bytes)
    #expect(reader.problems == [])
    #expect(reader.binary.slices.map(\.architecture) == ["arm64", "x86_64"])
    #expect(reader.binary.slices.map(\.offset) == [1024, 2048])
    #expect(reader.binary.slices.allSatisfy { $0.signature?.place.offset == $0.offset + 512 })
  }

  @Test func aJavaClassIsNone() {
    #expect(!MachOFormat.claims([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52, 0, 1]))
    #expect(!MachOFormat.claims([0xCA, 0xFE, 0xBA, 0xBE]))
    #expect(MachOFormat.claims(MachOBytes.fat([MachOBytes().header([])])))
    #expect(MachOFormat.claims(MachOBytes(isLittle: false).header([])))
  }

  @Test func whatLiesAboutItselfIsSaid() {
    let machO = MachOBytes()
    let signature = MachOBytes.healthySignature()
    func problems(_ bytes: [UInt8]) -> String { Self.read(bytes).problems.joined(separator: "; ") }
    let healthy = machO.file(signature)
    #expect(problems(healthy) == "")
    #expect(problems(Array(healthy.dropLast())).contains("reaches past"))
    #expect(
      Self.read(Array(healthy.dropLast()), knowsSize: false).problems == ["it ends inside its signature"])
    #expect(problems(Array(healthy[..<40])).contains("past the end"))
    #expect(problems(Array(healthy[..<20])).contains("past the end"))
    #expect(problems([1, 2, 3, 4, 5, 6, 7, 8]) == "it is no Mach-O file")
    // The signature before the load commands.
    #expect(problems(machO.header([machO.signature(4, 24)])).contains("before"))
    // Two signatures, a command of size 0, one that is longer than all.
    #expect(
      problems(machO.file(signature, more: [machO.signature(512, 12)])).contains("two LC_CODE_SIGNATURE"))
    #expect(problems(machO.header([machO.u32(0x32) + machO.u32(0)])).contains("damaged"))
    #expect(problems(machO.header([machO.u32(0x32) + machO.u32(4096)])).contains("damaged"))
    #expect(problems(machO.file([UInt8](repeating: 0, count: 64))).contains("no super blob"))
    // More load commands than a file has.
    var many = machO.header([])
    many.replaceSubrange(16..<24, with: machO.u32(0x7FFF_FFFF) + machO.u32(0x7FFF_FFFF))
    #expect(problems(many).contains("damaged"))
    // A slice that is no Mach-O, one past the end.
    #expect(problems(MachOBytes.fat([[UInt8](repeating: 9, count: 64)])).contains("slice is no Mach-O"))
    #expect(problems(MachOBytes.big(0xCAFE_BABE) + MachOBytes.big(40)) == "it is no Mach-O file")
    #expect(problems(Array(MachOBytes.fat([healthy])[..<600])).contains("past the end"))
  }

  @Test func signaturesAreHeldWithinABudget() {
    let machO = MachOBytes()
    var limits = InspectLimits()
    limits.document = 100
    let bytes = machO.file(MachOBytes.healthySignature())
    var reader = MachOReader(Place("Parcel"), size: bytes.count, limits: limits)
    bytes.withUnsafeBytes { reader.feed($0) }
    reader.finish()
    #expect(reader.problems.joined().contains("too large") && reader.binary.signature == nil)
  }

  @Test func fuzzTheReader() throws {
    let words =
      [[0xCA, 0xFE, 0xBA, 0xBE], [0xFA, 0xDE, 0x0C, 0xC0], [0x1D, 0, 0, 0], [0x19, 0, 0, 0]] as [[UInt8]]
    try CorpusFuzzer("macho", words: words).run { bytes in
      let whole = Self.read(bytes)
      let pieces = Self.read(bytes, pieces: 13)
      if whole.binary != pieces.binary || whole.problems != pieces.problems {
        Issue.record("read differently in pieces: \(CorpusFuzzer.shown(bytes))")
      }
      return whole.binary.signature != nil
    }
  }
}
