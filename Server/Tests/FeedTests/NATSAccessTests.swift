import Foundation
import TestSupport
import Testing

@testable import Feed

/// Who may connect, and what is said where that is refused.
@Suite(.enabled(if: NATSCluster.isInstalled, Comment(rawValue: NATSCluster.whyMissing)))
struct NATSAccessTests {
  private func settings(
    _ cluster: NATSCluster, _ credentials: FeedSettings.Credentials = .none, authority: String? = nil,
    serverName: String? = nil
  ) -> FeedSettings {
    var settings = FeedSettings(servers: cluster.servers, app: "Parcel")
    settings.credentials = credentials
    settings.replicas = 1
    if authority != nil || serverName != nil {
      settings.tls = FeedSettings.TLS(authorityFile: authority, serverName: serverName)
    }
    return settings
  }

  private func refusal(_ settings: FeedSettings) -> FeedError? {
    do throws(FeedError) {
      try NATSFeed.probe(settings)
      return nil
    } catch { return error }
  }

  @Test func userAndPassword() throws {
    let cluster = try NATSCluster(nodes: 1, access: .user("parcel", password: "right-one"))
    #expect(refusal(settings(cluster, .user("parcel", password: "right-one"))) == nil)
    for wrong in [FeedSettings.Credentials.none, .user("parcel", password: "wrong-one"), .token("right-one")]
    {
      let error = try #require(refusal(settings(cluster, wrong)))
      #expect(error.code == .refused, "\(error)")
      #expect(error.message.contains("credentials") && error.advice != nil)
      #expect(!"\(error)".contains("right-one") && !"\(error)".contains("wrong-one"))
    }
  }

  @Test func token() throws {
    let cluster = try NATSCluster(nodes: 1, access: .token("right-one"))
    #expect(refusal(settings(cluster, .token("right-one"))) == nil)
    #expect(refusal(settings(cluster, .token("wrong-one")))?.code == .refused)
    #expect(refusal(settings(cluster))?.code == .refused)
  }

  @Test(.enabled(if: NKey.canBeMade, "python3 has no cryptography"))
  func nkey() throws {
    let (right, wrong) = (try NKey(), try NKey())
    let cluster = try NATSCluster(nodes: 1, access: .nkey(right.publicKey))
    #expect(refusal(settings(cluster, .nkey(right.publicKey, seedFile: right.seedFile))) == nil)
    #expect(refusal(settings(cluster, .nkey(wrong.publicKey, seedFile: wrong.seedFile)))?.code == .refused)
    let missing = try #require(
      refusal(settings(cluster, .nkey(right.publicKey, seedFile: right.folder.path + "/none"))))
    #expect(missing.code == .refused || missing.code == .settings || missing.code == .stream, "\(missing)")
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("openssl"), "there is no openssl"))
  func certificates() throws {
    let cluster = try NATSCluster(nodes: 1, isSecure: true)
    let authority = try #require(cluster.authorityFile)
    #expect(refusal(settings(cluster, authority: authority)) == nil)
    let other = try NATSCluster(nodes: 1, isSecure: true)
    let foreign = try #require(refusal(settings(cluster, authority: other.authorityFile)))
    #expect(foreign.code == .tls, "\(foreign)")
    #expect(foreign.advice != nil)
    #expect(refusal(settings(cluster))?.code == .tls, "the system trusts it not")
    #expect(
      refusal(settings(cluster, authority: authority, serverName: "nats.example"))?.code == .tls,
      "another name")
    var byAddress = settings(cluster, authority: authority)
    byAddress.servers = cluster.servers.map { $0.replacingOccurrences(of: "localhost", with: "127.0.0.1") }
    #expect(refusal(byAddress)?.code == .tls, "the certificate is for a name")
    var plain = settings(cluster)
    plain.servers = cluster.servers.map { $0.replacingOccurrences(of: "tls://", with: "nats://") }
    #expect(refusal(plain)?.code == .tls, "\(String(describing: refusal(plain)))")
    let none = try #require(refusal(settings(cluster, authority: "/nowhere/authority.pem")))
    #expect(none.code == .settings && none.message.contains("/nowhere/authority.pem"))
  }

  @Test(.enabled(if: ForeignProgram.isInstalled("openssl"), "there is no openssl"))
  func aServerWithoutTLSIsNotTalkedToWhereItIsWanted() throws {
    let cluster = try NATSCluster(nodes: 1)
    var secure = settings(cluster)
    secure.servers = cluster.servers.map { $0.replacingOccurrences(of: "nats://", with: "tls://") }
    #expect(refusal(secure)?.code == .tls, "\(String(describing: refusal(secure)))")
  }

  @Test func nobodyThere() throws {
    let cluster = try NATSCluster(nodes: 1)
    cluster.kill(0)
    let error = try #require(refusal(settings(cluster)))
    #expect(error.code == .unreachable)
    #expect(error.message.contains("127.0.0.1"))
  }
}

/// What needs no server.
struct FeedSettingsTests {
  @Test(arguments: [
    [], ["127.0.0.1:4222"], ["http://127.0.0.1:4222"], ["nats://parcel:secret@127.0.0.1:4222"],
  ]) func serversThatCannotBe(_ servers: [String]) {
    #expect(throws: FeedError.self) { try FeedSettings(servers: servers, app: "Parcel").check() }
  }

  @Test func credentialsAreNotShown() {
    var settings = FeedSettings(servers: ["nats://127.0.0.1:4222"], app: "Parcel")
    for credentials in [
      FeedSettings.Credentials.user("parcel", password: "hidden-one"), .token("hidden-one"),
    ] {
      settings.credentials = credentials
      var dumped = ""
      dump(settings, to: &dumped)
      #expect(!"\(settings)".contains("hidden-one") && !dumped.contains("hidden-one"))
      #expect(!String(reflecting: settings).contains("hidden-one"))
    }
  }

  @Test func replicasAndCertificates() {
    var settings = FeedSettings(servers: ["nats://127.0.0.1:4222"], app: "Parcel")
    settings.replicas = 2
    #expect(throws: FeedError.self) { try settings.check() }
    settings.replicas = 1
    settings.tls = FeedSettings.TLS(certificateFile: "own.pem")
    #expect(throws: FeedError.self) { try settings.check() }
  }
}

/// A key of a NATS user, made now by python's cryptography: an Ed25519 seed in base32, with its kind in front
/// and a checksum behind.
private struct NKey {
  let folder: ScratchFolder
  let publicKey: String
  static let canBeMade = (try? ForeignProgram.run("python3", ["-c", "import cryptography"]))?.status == 0
  var seedFile: String { folder.path + "/seed" }

  init() throws {
    folder = try ScratchFolder()
    let program = """
      import base64, sys
      from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
      from cryptography.hazmat.primitives import serialization as s
      def crc(data):
          value = 0
          for byte in data:
              value ^= byte << 8
              for _ in range(8):
                  value = ((value << 1) ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
          return value.to_bytes(2, "little")
      def text(data):
          return base64.b32encode(data + crc(data)).decode().rstrip("=")
      key = Ed25519PrivateKey.generate()
      raw = key.private_bytes(s.Encoding.Raw, s.PrivateFormat.Raw, s.NoEncryption())
      public = key.public_key().public_bytes(s.Encoding.Raw, s.PublicFormat.Raw)
      seed, user = 18 << 3, 20 << 3
      open(sys.argv[1], "w").write(text(bytes([seed | user >> 5, (user & 31) << 3]) + raw) + "\\n")
      print(text(bytes([user]) + public))
      """
    let ended = try ForeignProgram.run("python3", ["-c", program, folder.path + "/seed"])
    guard ended.status == 0 else { throw NATSCluster.Failure(description: ended.errors) }
    publicKey = ended.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
