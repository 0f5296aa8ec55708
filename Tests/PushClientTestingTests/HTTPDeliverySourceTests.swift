import PushClient
import Testing

@testable import PushClientTesting

/// What the source asks the devices' port, and what it makes of answers.
@Suite struct HTTPDeliverySourceTests {
  private final class Scripted: HTTPTransport {
    var answers: [HTTPAnswer?] = []
    var asked: [String] = []

    func send(_ request: HTTPRequest) -> HTTPAnswer? {
      asked.append("\(request.method) \(request.url) " + String(decoding: request.body, as: UTF8.self))
      return answers.isEmpty ? nil : answers.removeFirst()
    }

    func say(_ status: Int, _ text: String) {
      answers.append(HTTPAnswer(status: status, body: Array(text.utf8)))
    }
  }

  private let transport = Scripted()
  private var source: HTTPDeliverySource { HTTPDeliverySource("http://127.0.0.1:1/", transport: transport) }

  @Test func asksAsThePortWantsIt() throws {
    transport.say(201, #"{"token":"aa"}"#)
    transport.say(201, #"{"token":"bb"}"#)
    for _ in 0..<2 { transport.say(200, "{}") }
    #expect(
      try source.open(ProviderIdentity(platform: .macos, app: "com.example", environment: "production"))
        == "aa")
    #expect(
      try source.open(
        ProviderIdentity(platform: .android, app: "com.example", project: "p", isInstallationID: true))
        == "bb")
    try source.set(isOnline: false, of: "aa")
    try source.remove("bb")
    #expect(
      transport.asked == [
        #"POST http://127.0.0.1:1/devices {"environment":"production","platform":"macos","topic":"com.example"}"#,
        #"POST http://127.0.0.1:1/devices {"kind":"fid","package":"com.example","platform":"android","project":"p"}"#,
        #"PATCH http://127.0.0.1:1/devices/aa {"online":false}"#, "DELETE http://127.0.0.1:1/devices/bb ",
      ])
  }

  @Test func readsDeliveries() throws {
    transport.say(
      200,
      #"{"deliveries":[{"number":3,"id":"i","provider":"fcm","time":5,"headers":{"ttl":"1"},"payload":{"a":1}},"#
        + #"{"number":4,"id":"","provider":"fcm","time":6,"headers":{},"deletion":true}]}"#)
    let found = try source.deliveries(of: "t", after: 2, wait: 100)
    #expect(transport.asked == ["GET http://127.0.0.1:1/devices/t/deliveries?after=2&wait=100 "])
    #expect(
      found == [
        Delivery(number: 3, id: "i", provider: .fcm, time: 5, headers: ["ttl": "1"], payload: ["a": 1]),
        Delivery(number: 4, id: "", provider: .fcm, time: 6, payload: .null, isDeletion: true),
      ])
  }

  @Test func saysWhatIsWrong() {
    func words(_ body: () throws -> Void) -> String {
      do {
        try body()
        return ""
      } catch { return "\(error)" }
    }
    #expect(words { _ = try source.deliveries(of: "t", after: 0, wait: 0) }.contains("do not answer"))
    transport.say(409, #"{"status":409,"detail":"Nobody plays this device."}"#)
    #expect(words { try source.remove("t") }.contains("Nobody plays this device."))
    transport.say(200, "nonsense")
    #expect(words { _ = try source.open(ProviderIdentity(platform: .ios, app: "a")) }.contains("no token"))
    transport.say(200, #"{"deliveries":[{"number":1}]}"#)
    #expect(words { _ = try source.deliveries(of: "t", after: 0, wait: 0) }.contains("cannot be read"))
    transport.say(502, "<html>")
    #expect(words { try source.remove("t") }.contains("status 502"))
  }

  /// A device goes on where its provider cannot be asked, and says so.
  @Test func aProviderThatIsAwayIsInTheJournal() {
    let backend = MemoryBackend()
    let device = VirtualDevice(
      .ios, app: VirtualApp(policy: TestApp.policy, id: "com.example.shop"), server: backend.server,
      provider: source, clock: VirtualClock(at: 1), seed: 1)
    device.open()
    #expect(device.journal.contains(.provider, "do not answer"))
    #expect(backend.registrations.isEmpty)
  }

  @Test func anAddressThatNobodyListensAtGivesNoAnswer() {
    let http = URLSessionTransport(patience: 5)
    #expect(http.send(HTTPRequest("GET", "http://127.0.0.1:1/")) == nil)
    #expect(http.send(HTTPRequest("GET", "")) == nil)
  }
}
