import Foundation
import PushClient
import PushClientTesting
import Testing

/// The code of docs/testing.md, compiled, and run where it needs nothing else.
@Suite struct GuideTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..")

  @Test func everyBlockOfTheGuideIsInHere() throws {
    let guide = try String(contentsOf: Self.root.appendingPathComponent("docs/testing.md"), encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let lines = Set(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    let blocks = guide.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count == 4)
    for line in blocks.joined().split(separator: "\n") {
      let line = line.trimmingCharacters(in: .whitespaces)
      #expect(line.isEmpty || lines.contains(line), "\(line)")
    }
  }

  @Test func everyFaultIsNamed() throws {
    let guide = try String(contentsOf: Self.root.appendingPathComponent("docs/testing.md"), encoding: .utf8)
    for fault in VirtualFault.allCases { #expect(guide.contains("`\(fault.rawValue)`")) }
  }

  private var shopPolicy: ClientPolicy { TestApp.policy }

  @Test func aTapFromAColdStartOpensTheOrder() throws {
    // docs
    let backend = MemoryBackend()
    var app = VirtualApp(policy: shopPolicy, id: "com.example.shop")
    app.ticket = backend.ticket
    let phone = VirtualDevice(.ios, app: app, server: backend.server, provider: backend)
    phone.person = .agreeable
    phone.open()
    phone.reach(moment: "order_placed")
    phone.login("ada")
    phone.terminate()

    backend.send("order_shipped", id: "n1", to: phone, Destination("order", ["order": "8123"]))
    let shown = try #require(phone.system.tray.first)
    #expect(shown.by == .system)
    phone.tap(shown)
    #expect(phone.navigations.map(\.destination) == [Destination("order", ["order": "8123"])])
    phone.flush()
    #expect(backend.receipts.map(\.kind) == ["displayed", "opened", "routed"])
  }

  @Test func aDeniedPhoneShowsNothing() {
    // docs
    let backend = MemoryBackend()
    let phone = VirtualDevice(
      .android, app: VirtualApp(policy: shopPolicy, id: "com.example.shop"), server: backend.server,
      provider: backend)
    phone.person.explainerAnswers = [true]
    phone.person.promptReactions = [.deny]
    phone.open()
    phone.reach(moment: "order_placed")
    phone.leave()
    backend.send("news", id: "n1", to: phone)
    #expect(phone.system.tray.isEmpty)
    #expect(phone.journal.contains(.system, "permission is denied"))
  }

  @Test func silentWorkThatTakesTooLongIsStopped() {
    let backend = MemoryBackend()
    var app = VirtualApp(policy: shopPolicy, id: "com.example.shop")
    app.ticket = backend.ticket
    let phone = VirtualDevice(.ios, app: app, server: backend.server, provider: backend)
    phone.open()
    phone.login("ada")
    // docs
    phone.app.work = { _ in .goesOn }
    phone.leave()
    backend.send("orders_changed", id: "s1", to: phone)
    phone.advance(by: ClientConstant.workBudget)
    #expect(phone.openWorks.isEmpty)
    #expect(phone.openHandles == 0)
    phone.flush()
    #expect(backend.receipts.last?.result == "expired")
  }

  /// With PUSHWIRE_TEST_SERVER, PUSHWIRE_TEST_DEVICES and PUSHWIRE_TEST_KEY; Server/Tests/VirtualTests do the
  /// same in one process.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["PUSHWIRE_TEST_SERVER"] != nil))
  func throughARunningServer() throws {
    let environment = ProcessInfo.processInfo.environment
    let address = environment["PUSHWIRE_TEST_SERVER"] ?? ""
    let devices = environment["PUSHWIRE_TEST_DEVICES"] ?? ""
    let key = environment["PUSHWIRE_TEST_KEY"] ?? ""
    // docs
    let http = URLSessionTransport()
    func backend(_ method: String, _ path: String, _ body: JSONValue) throws -> JSONValue {
      let headers = ["Authorization": "Bearer \(key)", "Content-Type": "application/json"]
      let request = HTTPRequest(method, address + path, headers: headers, body: Array(body.text.utf8))
      return try JSONValue(parsing: try #require(http.send(request)).body)
    }

    var app = VirtualApp(policy: shopPolicy, id: "com.example.shop")
    app.ticket = { account in
      try? backend("POST", "/v1/tickets", ["account": .string(account)])["ticket"].string
    }
    let phone = VirtualDevice(
      .ios, app: app, server: VirtualServer(address), provider: HTTPDeliverySource(devices))
    phone.person = .agreeable
    phone.open()
    phone.reach(moment: "order_placed")
    phone.login("ada")
    phone.leave()

    let id = "shipped-\(phone.clock.now)"
    _ = try backend(
      "POST", "/v1/notifications",
      [
        "id": .string(id), "class": "order_shipped", "target": ["account": "ada"],
        "parameters": ["order": "8123", "day": "Friday"],
      ])
    let came = phone.run(within: 10_000) { !$0.system.tray.isEmpty }
    #expect(came, "\(phone.journal.text)")
    phone.tap(phone.system.tray[0])
    #expect(phone.navigations.map(\.destination.name) == ["order"])
  }
}
