import AppFacts
import Foundation
import PushCrypto
import TestSupport
import Testing

@testable import Inspect

/// Profiles that OpenSSL makes, in every encoding that real ones have.
@Suite(.enabled(if: ForeignProgram.isInstalled("openssl"), "openssl is not installed"))
struct ProfileReaderTests {
  static let plist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>Name</key>
    \t<string>Parcel store</string>
    \t<key>TeamIdentifier</key>
    \t<array><string>ABCDE12345</string></array>
    \t<key>ExpirationDate</key>
    \t<date>2027-01-31T12:00:00Z</date>
    \t<key>Entitlements</key>
    \t<dict><key>aps-environment</key><string>production</string></dict>
    </dict>
    </plist>

    """

  /// A signer of one run.
  private struct Signer {
    let folder: ScratchFolder

    init() throws {
      folder = try ScratchFolder()
      let made = try ForeignProgram.run(
        "openssl",
        [
          "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
          "key.pem",
          "-out", "certificate.pem", "-subj", "/CN=Parcel", "-days", "2",
        ], in: folder.url)
      try #require(made.status == 0, "\(made.errors)")
    }

    /// What `openssl cms -sign` makes of a content.
    func sign(_ content: [UInt8], _ options: [String] = []) throws -> [UInt8] {
      let arguments =
        [
          "cms", "-sign", "-binary", "-nodetach", "-signer", "certificate.pem", "-inkey", "key.pem",
          "-outform",
          "DER", "-nosmimecap",
        ] + options
      let ended = try ForeignProgram.run("openssl", arguments, in: folder.url, input: Data(content))
      try #require(ended.status == 0, "\(ended.errors)")
      return [UInt8](ended.data)
    }
  }

  private static func read(_ bytes: [UInt8]) -> ProfileReader.Outcome {
    ProfileReader.read(bytes, Place("Parcel.mobileprovision"), InspectLimits())
  }

  @Test func whatOpenSSLSignsIsReadAndOpenSSLReadsTheSame() throws {
    let signer = try Signer()
    for (what, options) in [
      ("DER", []), ("SHA-1", ["-md", "sha1"]), ("in pieces of indefinite length", ["-stream"]),
      ("without certificates", ["-nocerts"]),
    ] {
      let bytes = try signer.sign(Array(Self.plist.utf8), options)
      if what.hasPrefix("in pieces") { #expect(bytes.starts(with: [0x30, 0x80])) }
      let profile = try #require(Self.read(bytes).profile, "\(what)")
      #expect(profile.irregularity == nil && profile.name == "Parcel store")
      #expect(profile.apsEnvironment?.string == "production" && profile.team?.value == "ABCDE12345")
      #expect(profile.expiration?.value == 1_801_396_800_000)
      let told = try ForeignProgram.run(
        "openssl",
        ["cms", "-verify", "-noverify", "-inform", "DER", "-binary", "-certfile", "certificate.pem"],
        in: signer.folder.url, input: Data(bytes))
      #expect([UInt8](told.data) == (try CMSMessage.content(bytes)), "\(what)")
      // A content in one piece stands at its bytes in the file.
      if let offset = profile.apsEnvironment?.place.offset {
        #expect(String(decoding: bytes[offset...].prefix(18), as: UTF8.self) == "<string>production")
      } else {
        #expect(what.hasPrefix("in pieces"))
      }
    }
  }

  @Test func aContentInManyPieces() throws {
    // Larger than a buffer of OpenSSL's: several strings inside of the constructed one.
    let name = String(repeating: "Parcel ", count: 10_000)
    let plist = Self.plist.replacing("Parcel store", with: name)
    let bytes = try Signer().sign(Array(plist.utf8), ["-stream"])
    let profile = try #require(Self.read(bytes).profile)
    #expect(profile.name == name && profile.tree.place == Place("Parcel.mobileprovision"))
  }

  @Test func aBarePropertyList() throws {
    for text in [Self.plist, String(Self.plist.drop { $0 != "\n" }.dropFirst()), "\u{FEFF}" + Self.plist] {
      let profile = try #require(Self.read(Array(text.utf8)).profile)
      #expect(profile.irregularity?.contains("bare") == true && profile.apsEnvironment?.place.line != nil)
      #expect(Self.read(Array(text.utf8)).why == nil)
    }
  }

  @Test func aMessageThatIsCutOff() throws {
    let bytes = try Signer().sign(Array(Self.plist.utf8))
    let profile = try #require(Self.read(Array(bytes.dropLast(20))).profile)
    #expect(profile.irregularity?.contains("cut off") == true && profile.name == "Parcel store")
    let offset = try #require(profile.apsEnvironment?.place.offset)
    #expect(String(decoding: bytes[offset...].prefix(18), as: UTF8.self) == "<string>production")
    // Cut inside of the list: nothing is left of it.
    #expect(Self.read(Array(bytes.prefix(300))).why?.contains("no signed message") == true)
  }

  @Test func whatIsNone() throws {
    #expect(Self.read([]).why == "it is empty")
    #expect(Self.read([1, 2, 3]).why?.contains("no signed message") == true)
    let signer = try Signer()
    #expect(
      Self.read(try signer.sign(Array("no list".utf8))).why?.contains("property list cannot be read") == true)
    #expect(Self.read(Array("<plist><array/></plist>".utf8)).why?.contains("no dictionary") == true)
    // A detached signature has no content.
    let detached = try ForeignProgram.run(
      "openssl",
      ["cms", "-sign", "-binary", "-signer", "certificate.pem", "-inkey", "key.pem", "-outform", "DER"],
      in: signer.folder.url, input: Data(Self.plist.utf8))
    #expect(throws: CryptoError.self) { try CMSMessage.content([UInt8](detached.data)) }
    let error = #expect(throws: CryptoError.self) { try CMSMessage.content(MachOBytes.entitlementsDER) }
    #expect(error?.code == .cmsMalformed)
  }

  @Test func entitlementsOfTheProfileInDER() throws {
    let signer = try Signer()
    func tlv(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }
    func pair(_ key: String, _ value: [UInt8]) -> [UInt8] { tlv(0x30, tlv(0x0C, Array(key.utf8)) + value) }
    let entries = pair("Name", tlv(0x0C, [0x78])) + pair("Entitlements", MachOBytes.entitlementsDER)
    let inner = try signer.sign(tlv(0x31, entries))
    let text = Self.plist.replacing(
      "<key>Entitlements",
      with: "<key>DER-Encoded-Profile</key><data>\(Data(inner).base64EncodedString())</data><key>Entitlements"
    )
    let profile = try #require(Self.read(try signer.sign(Array(text.utf8))).profile)
    #expect(profile.irregularity == nil)
    #expect(profile.derEntitlements?["aps-environment"]?.string == "production")
    #expect(profile.derEntitlements?["aps-environment"]?.place == profile.tree["DER-Encoded-Profile"]?.place)

    let broken = text.replacing(Data(inner).base64EncodedString(), with: "AAAA")
    let other = try #require(Self.read(Array(broken.utf8)).profile)
    #expect(other.irregularity?.contains("DER-Encoded-Profile") == true && other.name == "Parcel store")
  }

  @Test(arguments: ["store", "adhoc", "enterprise", "development"]) func recipesAreProfilesToo(kind: String)
    throws
  {
    let folder = try ScratchFolder()
    let url = folder.url.appendingPathComponent("Parcel.mobileprovision")
    try AppleRecipe.build("build \(kind)", at: url)
    let facts = Inspector().read([url.path])
    let profile = try #require(facts.profiles.first)
    #expect(facts.unreadable == [] && profile.irregularity == nil)
    #expect(
      profile.distribution.rawValue.lowercased().replacing("app ", with: "").replacing(" ", with: "") == kind)
    #expect(profile.derEntitlements.map { $0.isSame(as: profile.entitlements ?? $0) } == true)
  }

  @Test func fuzzTheProfile() throws {
    let words = [[0x30, 0x80], [0x24, 0x80], [0, 0], [0x06, 9, 0x2A, 0x86]] as [[UInt8]]
    try CorpusFuzzer("profile", words: words + ["<plist>", "</plist>", "<?xml"].map { Array($0.utf8) }).run {
      let outcome = Self.read($0)
      #expect(outcome.profile != nil || outcome.why != nil)
      return outcome.profile != nil
    }
  }
}
