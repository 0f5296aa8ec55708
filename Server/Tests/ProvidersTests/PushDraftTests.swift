import Compose
import Providers
import PushContract
import PushCrypto
import Testing
import Transport

/// What a draft says beside target and parameters, in the request to APNs.
@Suite struct PushDraftTests {
  private let provider: APNsProvider

  init() throws {
    let key = try APNsKeyFile.check(
      pem: Array(SigningKey.generate(.ecP256).privatePEM().utf8), file: "AuthKey_ABC123DEFG.p8",
      teamID: "TEAM123456")
    var alert = NotificationClass(name: "order_shipped", kind: .alert)
    alert.title = .text(Template(parts: [.literal("On its way")]))
    alert.timeToLive = .seconds(3600)
    var once = alert
    once.timeToLive = .none
    provider = APNsProvider(
      environment: .sandbox, token: ProviderToken(key: key, environment: .sandbox),
      ids: MessageIDs(key: Array(0..<16)),
      contents: try [alert, once].map { .template(try APNsTemplate($0, bundleID: "com.example.parcel")) })
  }

  private func header(
    _ name: String, content: Int = 0, token: String = "a1b2", installation: String = "", tenant: String = "",
    ttl: Int = -1
  ) throws -> String? {
    var draft = PushDraft(row: ParameterRow(schema: []))
    draft.content = content
    draft.target.append(token)
    draft.notification.append("n-1")
    draft.installation.append(installation)
    draft.tenant.append(tenant)
    draft.createdAt = 1_700_000_000
    draft.timeToLive = ttl
    var exchange = Exchange()
    try provider.write(draft, into: &exchange, now: 1_700_000_100)
    return exchange.requestFields.first { $0.name == name }?.value
  }

  @Test func theIDIsOfTheInstallationAndNotOfItsToken() throws {
    let first = try header("apns-id", installation: "inst-1")
    #expect(try header("apns-id", token: "ffff", installation: "inst-1") == first)
    #expect(try header("apns-id", installation: "inst-2") != first)
    // Without an installation the token stands in.
    #expect(try header("apns-id") != first)
    #expect(try header("apns-id", token: "inst-1") == first)
    #expect(try header("apns-id", token: "ffff") != header("apns-id"))
  }

  @Test func eachTenantHasIDsOfItsOwn() throws {
    let alone = try header("apns-id", installation: "inst-1")
    let one = try header("apns-id", installation: "inst-1", tenant: "one")
    let two = try header("apns-id", installation: "inst-1", tenant: "two")
    #expect(Set([alone, one, two]).count == 3)
    #expect(try header("apns-id", installation: "inst-1o", tenant: "ne") != one)
  }

  @Test func aPushMayLiveShorterThanItsClassAndNeverLonger() throws {
    #expect(try header("apns-expiration") == "1700003600")
    #expect(try header("apns-expiration", ttl: 600) == "1700000600")
    #expect(try header("apns-expiration", ttl: 7200) == "1700003600")
    #expect(try header("apns-expiration", ttl: 0) == "0")
    #expect(try header("apns-expiration", content: 1, ttl: 600) == "0")
  }
}
