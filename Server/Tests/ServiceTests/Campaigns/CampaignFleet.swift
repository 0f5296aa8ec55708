import Emulators
import Foundation
import Store
import TestSupport
import Testing

@testable import Service

/// Many devices in a server's store and in its emulators, and words for campaigns to them.
struct CampaignFleet {
  let whole: WholeServer
  /// Devices of each platform, in the order in which they registered.
  private(set) var phones: [String] = []
  private(set) var droids: [String] = []
  /// Gone at the provider.
  private(set) var gone = 0
  /// Not sent to.
  private(set) var denied = 0
  var total: Int { phones.count + droids.count + denied }

  /// A suite that remembers every request of such a fleet.
  static func suite(requests: Int) throws -> EmulatorSuite {
    var options = EmulatorOptions()
    options.logCapacity = requests
    return try EmulatorSuite.start(options)
  }

  /// Of each hundred devices sixty are phones, thirty-eight droids, and two have denied; one phone in a
  /// hundred is gone where `someAreGone`.
  init(_ whole: WholeServer, devices: Int, someAreGone: Bool = true) throws {
    self.whole = whole
    let now = PushServer.systemClock()
    let store = whole.server.parts.writer
    for first in stride(from: 0, to: devices, by: 1000) {
      var requests: [RegistrationRequest] = []
      for number in first..<min(first + 1000, devices) { requests.append(device(number)) }
      let made = requests
      try store.run { (session, now) throws(StoreError) in
        for request in made { _ = try session.register(request, now: now) }
      }
      for request in requests {
        let token = request.token ?? ""
        if request.permission?.status == "denied" {
          denied += 1
        } else if request.platform == .android {
          droids.append(token)
          whole.suite.register(FCMDevice(token: token, project: "demo-app", package: "com.example.demo"))
        } else {
          var device = APNsDevice(token: token, environment: .sandbox, topic: "com.example.demo")
          if someAreGone, phones.count % 100 == 7 {
            device.state = .unregistered(at: Int64(now) + 3_600_000, reported: 0)
            gone += 1
          }
          phones.append(token)
          whole.suite.register(device)
        }
      }
    }
  }

  static func name(_ number: Int) -> String { "device-\(number)" }

  private func device(_ number: Int) -> RegistrationRequest {
    var request = RegistrationRequest()
    request.installation = Self.name(number)
    let isDroid = number % 100 >= 60 && number % 100 < 98
    request.platform = isDroid ? .android : .ios
    request.environment = isDroid ? .production : .sandbox
    request.environmentSource = "test"
    request.topic = "com.example.demo"
    let hex = String(number, radix: 16)
    request.token =
      isDroid ? "droid-token-\(number)" : String(repeating: "0", count: 56 - hex.count) + hex + "cafecafe"
    request.generation = 1
    request.secretHash = Array("secret".utf8)
    request.osVersion = "18.1"
    request.appVersion = "4.2"
    request.locale = "en"
    request.timeZone = "UTC"
    var permission = Permission()
    permission.status = number % 100 >= 98 ? "denied" : "authorized"
    request.permission = permission
    return request
  }

  // MARK: Campaigns

  static func request(
    _ id: String, _ change: (inout CampaignRequest) -> Void = { _ in }
  ) -> CampaignRequest {
    var request = CampaignRequest()
    request.id = id
    request.digest = Array(id.utf8)
    request.facts.name = "news"
    request.facts.audience = .public
    request.facts.channel = "orders"
    request.parameters = Array(
      #"{"headline":"Hello","count":"1","price":"1.5","hot":"true","when":"1893456000"}"#.utf8)
    request.timeToLive = 86_400
    change(&request)
    return request
  }

  func create(_ request: CampaignRequest) throws {
    let outcome = try whole.server.parts.writer.run { (session, now) throws(StoreError) in
      try session.createCampaign(request, most: 1_000_000, now: now)
    }
    guard case .created = outcome else {
      Issue.record("\(request.id): \(outcome)")
      return
    }
  }

  @discardableResult
  func set(_ id: String, _ state: CampaignState) throws -> CampaignState? {
    try whole.server.parts.writer.run { (session, now) throws(StoreError) in
      try session.setCampaign(tenant: "", id: id, to: state, why: "", now: now)
    }
  }

  func view(_ id: String) throws -> CampaignView {
    let view = try whole.server.parts.store.read { reader throws(StoreError) in
      try reader.campaign(tenant: nil, id: id)
    }
    return try #require(view)
  }

  @discardableResult
  func waitFor(
    _ id: String, _ what: String, seconds: Double = 120, _ isSo: (CampaignView) -> Bool
  ) throws -> CampaignView {
    try whole.waitFor("\(id): \(what)", seconds: seconds) {
      let view = try view(id)
      return isSo(view) ? view : nil
    }
  }

  /// What reached the providers of both kinds: requests that they took, and by how many ids.
  func arrivals() -> (taken: Int, ids: Int) {
    let taken = whole.suite.snapshot().recent.filter { $0.status == 200 && $0.server != .oauth }
    let apns = taken.filter { $0.server != .fcm }
    return (taken.count, Set(apns.compactMap(\.id)).count + taken.count - apns.count)
  }

  /// How many devices have something, and how many more than one.
  func reached() -> (devices: Int, twice: Int) {
    var devices = 0
    var twice = 0
    for token in phones {
      let count = whole.suite.inbox(of: token, in: .sandbox).arrived.count
      devices += count > 0 ? 1 : 0
      twice += count > 1 ? 1 : 0
    }
    for token in droids {
      let count = whole.suite.fcmInbox(of: token).arrived.count
      devices += count > 0 ? 1 : 0
      twice += count > 1 ? 1 : 0
    }
    return (devices, twice)
  }
}

extension CampaignView {
  func count(_ kind: String, _ reason: String? = nil) -> Int {
    counts.reduce(0) { $1.kind == kind && (reason == nil || reason == $1.reason) ? $0 + $1.count : $0 }
  }
  var ended: Int { counts.reduce(0) { CampaignCount.ends.contains($1.kind) ? $0 + $1.count : $0 } }
}
