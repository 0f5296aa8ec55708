import Foundation
import TestSupport
import Testing

/// The builder of signed apps is checked with programs that we did not write.
struct AppleRecipeTests {
  static let hasLIEF =
    (try? ForeignProgram.run("python3", ["-c", "import lief"]))?.status == 0
  static let hasOpenSSL = ForeignProgram.isInstalled("openssl")

  @Test func digestsAreThoseOfTheStandard() {
    func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }
    #expect(hex(Digest.sha1(Array("abc".utf8))) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      hex(Digest.sha256(Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let long = [UInt8](repeating: 0x61, count: 1000)
    #expect(hex(Digest.sha1(long)) == "291e9a6c66994949b57ba5e650361e98fc36b1ba")
    #expect(
      hex(Digest.sha256(long))
        == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
  }

  @Test func entitlementsAreTheDERThatTheFormatAsksFor() {
    #expect(
      DERWriter.entitlements(["key": .bool(true)])
        == [
          0x70, 0x0f, 2, 1, 1, 0xb0, 0x0a, 0x30, 8, 0x0c, 3, 0x6b, 0x65, 0x79, 1, 1, 0xff,
        ])
  }

  @Test func valuesAreReadAsTheyAreWritten() throws {
    #expect(
      try PlistValue(parsing: "[a, b c, 1, true]")
        == .array([.string("a"), .string("b c"), .integer(1), .bool(true)]))
    #expect(
      try PlistValue(parsing: "{k: [a], l: \"1\"}")
        == .dictionary(["k": .array([.string("a")]), "l": .string("1")]))
    #expect(throws: RecipeError.self) { try PlistValue(parsing: "[a") }
  }

  @Test func whatNoRecipeKnowsFails() throws {
    let folder = try ScratchFolder()
    for text in ["sined x = y", "build nightly", "info key", "arch sparc"] {
      #expect(throws: RecipeError.self, "\(text)") {
        try AppleRecipe.build(text, at: folder.url.appending(path: "Parcel.app"))
      }
    }
  }

  @Test func anEmptyRecipeIsAWholeApp() throws {
    let folder = try ScratchFolder()
    let app = folder.url.appending(path: "Parcel.app")
    try AppleRecipe.build("extension Service.appex\nfile a.txt\n  hello\n", at: app)
    let names = try FileManager.default.subpathsOfDirectory(atPath: app.path)
    for name in [
      "Parcel", "Info.plist", "embedded.mobileprovision", "_CodeSignature/CodeResources", "a.txt",
      "PlugIns/Service.appex/Service", "PlugIns/Service.appex/Info.plist",
    ] {
      #expect(names.contains(name), "\(name)")
    }
    try AppleRecipe.build("platform macos", at: folder.url.appending(path: "Mac.app"))
    for name in ["MacOS/Mac", "Info.plist", "embedded.provisionprofile", "_CodeSignature/CodeResources"] {
      #expect(
        FileManager.default.fileExists(atPath: folder.url.path + "/Mac.app/Contents/" + name), "\(name)")
    }
  }

  @Test(.enabled(if: hasLIEF, "python3 has no lief"))
  func liefReadsTheExecutable() throws {
    let folder = try ScratchFolder()
    let file = folder.url.appending(path: "Parcel.macho")
    try AppleRecipe.build("digests both\narch arm64\narch x86_64\n", at: file)
    let script = """
      import hashlib, lief, struct, sys
      data = open(sys.argv[1], "rb").read()
      # The slices live as long as the file that they are of.
      fat = lief.MachO.parse(sys.argv[1])
      for binary in fat:
          signature = binary.code_signature
          start = binary.fat_offset
          whole = data[start + signature.data_offset : start + signature.data_offset + signature.data_size]
          magic, length, count = struct.unpack(">III", whole[:12])
          assert magic == 0xFADE0CC0 and length == len(whole), "super blob"
          slots = {}
          for i in range(count):
              kind, offset = struct.unpack(">II", whole[12 + 8 * i : 20 + 8 * i])
              slots[kind] = whole[offset : offset + struct.unpack(">I", whole[offset + 4 : offset + 8])[0]]
          for kind, name in ((0, "sha1"), (0x1000, "sha256")):
              cd = slots[kind]
              hash_offset, ident, special, pages, limit = struct.unpack(">5I", cd[16:36])
              size = cd[36]
              for page in range(pages):
                  bytes = data[start + 4096 * page : start + min(4096 * page + 4096, limit)]
                  want = hashlib.new(name, bytes).digest()
                  at = hash_offset + page * size
                  assert cd[at : at + size] == want, f"page {page}"
              for slot in (2, 5, 7):
                  at = hash_offset - slot * size
                  assert cd[at : at + size] == hashlib.new(name, slots[slot]).digest(), f"slot {slot}"
              text = lambda at: cd[at : cd.index(0, at)].decode()
              assert text(ident) == "dev.pushwire.parcel"
              assert text(struct.unpack(">I", cd[48:52])[0]) == "ABCDE12345"
          print(binary.header.cpu_type, binary.has_build_version, len(binary.segments), sorted(slots))
      """
    let ended = try ForeignProgram.run("python3", ["-c", script, file.path])
    #expect(ended.status == 0, "\(ended.errors)")
    let lines = ended.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasSuffix("True 2 [0, 2, 5, 7, 4096, 65536]") }, "\(ended.output)")
  }

  @Test(.enabled(if: hasOpenSSL, "openssl is not installed"))
  func opensslReadsTheProfile() throws {
    let folder = try ScratchFolder()
    let file = folder.url.appending(path: "Parcel.mobileprovision")
    try AppleRecipe.build("profile aps-environment = development\n", at: file)
    let ended = try ForeignProgram.run(
      "openssl", ["cms", "-cmsout", "-print", "-noout", "-inform", "DER", "-in", file.path])
    #expect(ended.status == 0, "\(ended.errors)")
    #expect(ended.output.contains("pkcs7-signedData"))
    // The whole of the content is a property list that Foundation reads too.
    let bytes = [UInt8](try Data(contentsOf: file))
    let text = String(decoding: bytes, as: UTF8.self)
    let start = try #require(text.range(of: "<?xml"))
    let end = try #require(text.range(of: "</plist>"))
    let plist = try PropertyListSerialization.propertyList(
      from: Data(text[start.lowerBound..<end.upperBound].utf8), format: nil)
    let values = try #require(plist as? [String: Any])
    #expect((values["Entitlements"] as? [String: Any])?["aps-environment"] as? String == "development")
    let inner = try #require(values["DER-Encoded-Profile"] as? Data)
    let parsed = try ForeignProgram.run("openssl", ["asn1parse", "-inform", "DER"], input: inner)
    #expect(parsed.status == 0, "\(parsed.errors)")
  }
}
