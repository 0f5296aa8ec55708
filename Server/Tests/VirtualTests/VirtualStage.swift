import Emulators
import Foundation
import Generate
import ProfileFile
import PushClient
import PushClientTesting
import Service
import Store
import TestSupport
import Testing
import Transport

/// A server with its sockets and its store, the emulators with their devices' port, and devices that know
/// neither: they have the addresses alone.
final class VirtualStage {
  let folder: ScratchFolder
  let suite: EmulatorSuite
  let server: PushServer
  let key: String
  let policy: ClientPolicy
  let transport = URLSessionTransport()

  init() throws {
    folder = try ScratchFolder()
    var options = EmulatorOptions()
    options.devicesPort = 0
    suite = try EmulatorSuite.start(options)
    try suite.issueAPNsKey(keyID: "EMULATED01", teamID: "ABCDE12345")
      .write(toFile: folder.path + "/emulated.p8", atomically: true, encoding: .utf8)
    try suite.issueServiceAccount(project: "demo-app")
      .write(toFile: folder.path + "/account.json", atomically: true, encoding: .utf8)
    let profile = folder.path + "/pushwire.yaml"
    try Self.profile.write(toFile: profile, atomically: true, encoding: .utf8)
    let reading = try ProfileFile.load(path: profile)
    policy = ClientPolicy(reading.profile)
    func endpoint(_ port: Int) -> Endpoint { Endpoint(host: "localhost", port: port, address: "127.0.0.1") }
    var configuration = ServerConfiguration()
    configuration.profilePath = profile
    configuration.storePath = folder.path + "/push.db"
    configuration.port = 0
    configuration.emulator = EmulatedProviders(
      apnsSandbox: endpoint(suite.apnsSandbox.port), apnsProduction: endpoint(suite.apnsProduction.port),
      fcm: endpoint(suite.fcm.port), certificateAuthority: suite.caPath,
      apnsKeyPath: folder.path + "/emulated.p8", apnsKeyID: "EMULATED01", apnsTeamID: "ABCDE12345",
      serviceAccountPath: folder.path + "/account.json")
    configuration.deadline = 5_000
    configuration.drainSeconds = 5
    configuration.logLevel = .error
    let made = try ServerKey.make(
      name: "backend", tenant: "*", scopes: [.admin], now: PushServer.systemClock())
    key = made.text
    let tool = try SQLiteStore(path: configuration.storePath)
    let secret = try StoredSecret.ticket(now: PushServer.systemClock())
    let isAdded = try tool.transaction { (session) throws(StoreError) in
      try session.setSecret(secret)
      return try session.addKey(made.record)
    }
    tool.close()
    try #require(isAdded)
    server = try PushServer(configuration)
  }

  deinit {
    server.stop()
    suite.stop()
  }

  // MARK: Devices

  /// - Parameter isFar: over the devices' port, as from another process; else in this one.
  func device(_ platform: Platform, isFar: Bool = true) throws -> VirtualDevice {
    var app = VirtualApp(policy: policy, id: "com.example.demo")
    app.ticket = { [unowned self] in ticket($0) }
    let near = SuiteSource(suite)
    let far = HTTPDeliverySource(try #require(suite.devicesURL), transport: transport)
    let device = VirtualDevice(
      platform, app: app,
      server: VirtualServer("http://127.0.0.1:\(server.port)", transport: transport),
      provider: isFar ? far : near)
    device.person = .agreeable
    return device
  }

  // MARK: The backend

  func ask(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
    var request = HTTPRequest(method, "http://127.0.0.1:\(server.port)" + path)
    request.headers["Authorization"] = "Bearer " + key
    if let body {
      request.headers["Content-Type"] = "application/json"
      request.body = Array(body.text.utf8)
    }
    let answer = try #require(transport.send(request))
    return try JSONValue(parsing: answer.body)
  }

  func ticket(_ account: String) -> String? {
    (try? ask("POST", "/v1/tickets", ["account": .string(account)]))?["ticket"].string
  }

  func send(_ name: String, id: String, to account: String, _ parameters: JSONValue = [:]) throws {
    let answer = try ask(
      "POST", "/v1/notifications",
      [
        "id": .string(id), "class": .string(name), "target": ["account": .string(account)],
        "parameters": parameters,
      ])
    #expect(answer["messages"].integer ?? 0 > 0, "\(answer.text)")
  }

  /// The first message of a notification.
  func message(_ id: String) throws -> JSONValue {
    try ask("GET", "/v1/notifications/" + id)["messages"].array?.first ?? .null
  }

  /// The status of its first message, word for word; empty: there is none.
  func status(_ id: String) -> String { (try? message(id))?["status"].string ?? "" }

  /// Whether an installation has a token and may use it.
  func hasToken(_ installation: String) -> Bool {
    guard let shown = try? ask("GET", "/v1/installations/" + installation) else { return false }
    return shown["state"].string == "active" && shown["token"].string != nil
  }

  /// Kinds of the receipts that the server tells of a notification, sorted.
  func receipts(_ id: String) throws -> [String] {
    (try message(id)["receipts"].array ?? []).compactMap { $0["kind"].string }.sorted()
  }
}

/// Deliveries in this process: a few lines over the suite.
final class SuiteSource: DeliverySource {
  private let suite: EmulatorSuite
  private var made = 0

  init(_ suite: EmulatorSuite) { self.suite = suite }

  func open(_ identity: ProviderIdentity) throws -> String {
    let token = (0..<8).map { _ in String(UInt32.random(in: 0x1000_0000...UInt32.max), radix: 16) }.joined()
    switch identity.platform {
    case .ios, .macos:
      suite.register(
        APNsDevice(
          token: token, environment: identity.environment == "production" ? .production : .sandbox,
          topic: identity.app))
    case .android: suite.register(FCMDevice(token: token, project: "demo-app", package: identity.app))
    }
    suite.play(token: token)
    return token
  }

  func deliveries(of token: String, after: Int, wait: Int) throws -> [Delivery] {
    try suite.deliveries(of: token, after: after, waiting: Double(wait) / 1000).map { item in
      Delivery(
        number: item.number, id: item.id,
        provider: try #require(Delivery.Provider(rawValue: item.server.rawValue)), time: Int(item.time),
        headers: item.headers, payload: item.isDeletion ? .null : try JSONValue(parsing: item.payload),
        isDeletion: item.isDeletion)
    }
  }

  func set(isOnline: Bool, of token: String) { suite.set(isOnline: isOnline, token: token) }
  func remove(_ token: String) { suite.removeApp(token: token) }
}

extension VirtualStage {
  /// The tests' app on a Mac, too, registering without an account, and with a class for a service extension.
  static let profile =
    StageProfile.text.replacing(
      "\n  android:",
      with: """

          macos: { bundle_id: com.example.demo, team_id: ABCDE12345, minimum_os: "12.0" }
          android:
        """)
      + """

        parcel_photo:
          kind: alert
          audience: account
          owner: orders
          data_class: personal
          parameters: { order: id }
          destination: { to: order, with: { order: order } }
          title: A photo
          body: Your parcel is there.
          mutable: true
          priority: default
          ttl: 2d
          collapse: none
          badge: none
          sound: default
          foreground: [banner, list]
          channel: orders
          inbox: false
      server: { publishable_id: pub-demo }

      """
}
