import Foundation
import TestSupport
import Testing

@testable import Emulators

/// Another program plays devices: over the port with curl, and through the suite in this process.
@Suite struct DevicesPortTests {
  private struct Answer {
    let status: String
    let json: [String: Any]
    let body: String

    var deliveries: [[String: Any]] { json["deliveries"] as? [[String: Any]] ?? [] }
  }

  private func ask(
    _ suite: EmulatorSuite, _ method: String, _ path: String, _ body: String? = nil, more: [String] = []
  ) throws -> Answer {
    let url = try #require(suite.devicesURL) + path
    let content = body.map { ["-H", "content-type: application/json", "-d", $0] } ?? []
    let ended = try ForeignProgram.run(
      "curl", ["-s", "-w", "\n%{http_code}", "-X", method] + content + more + [url])
    let lines = ended.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let text = lines.dropLast().joined(separator: "\n")
    let json = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return Answer(status: lines.last ?? "", json: json ?? [:], body: text)
  }

  private func open(_ suite: EmulatorSuite, _ body: String) throws -> String {
    let answer = try ask(suite, "POST", "/devices", body)
    #expect(answer.status == "201", "\(answer)")
    return try #require(answer.json["token"] as? String)
  }

  @Test func aPushToAnOpenedDeviceIsHandedOver() throws {
    let bench = try SuiteBench { $0.devicesPort = 0 }
    defer { bench.suite.stop() }
    let token = try open(bench.suite, #"{"platform":"ios","topic":"com.example.app"}"#)
    #expect(token.count == 64)
    func push(_ alert: String) throws -> String {
      try bench.curl(
        ["--http2", "-d", #"{"aps":{"alert":"\#(alert)"},"own":[1,{"a":null}]}"#]
          + bench.headers(["apns-collapse-id: one"])
          + [bench.suite.apnsSandbox.url + "/3/device/" + token]
      ).code
    }
    #expect(try push("first") == "200")
    let first = try ask(bench.suite, "GET", "/devices/\(token)/deliveries")
    #expect(first.status == "200")
    let delivery = try #require(first.deliveries.first)
    #expect(first.deliveries.count == 1)
    #expect(delivery["number"] as? Int == 1)
    #expect(delivery["provider"] as? String == "apns-sandbox")
    #expect((delivery["id"] as? String)?.count == 36)
    let headers = try #require(delivery["headers"] as? [String: String])
    #expect(headers["apns-topic"] == "com.example.app" && headers["apns-collapse-id"] == "one")
    #expect(headers["authorization"] == nil)
    #expect(first.body.contains(#""payload":{"aps":{"alert":"first"},"own":[1,{"a":null}]}"#))
    #expect(try push("second") == "200")
    #expect(
      try ask(bench.suite, "GET", "/devices/\(token)/deliveries?after=1").deliveries.map {
        $0["number"] as? Int
      } == [2])

    // Away: APNs keeps the newest, and hands it over when the device is back.
    #expect(try ask(bench.suite, "PATCH", "/devices/\(token)", #"{"online":false}"#).status == "200")
    #expect(try push("third") == "200")
    #expect(try push("fourth") == "200")
    #expect(try ask(bench.suite, "GET", "/devices/\(token)/deliveries?after=2").deliveries.isEmpty)
    #expect(try ask(bench.suite, "PATCH", "/devices/\(token)", #"{"online":true}"#).status == "200")
    let late = try ask(bench.suite, "GET", "/devices/\(token)/deliveries?after=2")
    #expect(late.deliveries.count == 1 && late.body.contains("fourth"))

    // The app is gone.
    #expect(try ask(bench.suite, "DELETE", "/devices/\(token)").status == "200")
    #expect(try push("fifth") == "410")
  }

  /// The wait ends with the arrival: curl asks first, and the push comes after.
  @Test func aWaitEndsWithTheArrival() throws {
    let bench = try SuiteBench { $0.devicesPort = 0 }
    defer { bench.suite.stop() }
    let token = try open(
      bench.suite, #"{"platform":"macos","topic":"com.example.app","environment":"production"}"#)
    let asked = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let waiting = Thread {
      asked.signal()
      let found = bench.suite.deliveries(of: token, waiting: 30)
      #expect(found.map(\.server) == [.apnsProduction])
      done.signal()
    }
    waiting.start()
    asked.wait()
    let curl = Thread {
      let answer = try? self.ask(bench.suite, "GET", "/devices/\(token)/deliveries?wait=30000")
      #expect(answer?.deliveries.count == 1)
      done.signal()
    }
    curl.start()
    let sent = try bench.curl(
      ["--http2", "-d", #"{"aps":{"alert":"x"}}"#] + bench.headers()
        + [bench.suite.apnsProduction.url + "/3/device/" + token])
    #expect(sent.code == "200")
    #expect(done.wait(timeout: .now() + 60) == .success)
    #expect(done.wait(timeout: .now() + 60) == .success)
    // And without an arrival with its time.
    #expect(try ask(bench.suite, "GET", "/devices/\(token)/deliveries?after=1&wait=1").deliveries.isEmpty)
  }

  @Test func androidsTokensAreFCMs() throws {
    let bench = try SuiteBench { $0.devicesPort = 0 }
    defer { bench.suite.stop() }
    // Without a project there is nowhere to put one.
    #expect(try ask(bench.suite, "POST", "/devices", #"{"platform":"android"}"#).status == "400")
    bench.suite.register(FCMProject(id: "demo-app"))
    let token = try open(bench.suite, #"{"platform":"android","package":"com.example.app"}"#)
    let fid = try open(bench.suite, #"{"platform":"android","kind":"fid"}"#)
    #expect(FCMEmulator.isWellFormed(token, isInstallation: false))
    #expect(FCMEmulator.isWellFormed(fid, isInstallation: true))
    bench.suite.core.state.withLock { state in
      let item = FCMItem(
        name: "projects/demo-app/messages/1", collapseKey: "orders", priority: "HIGH", ttl: 60,
        acceptedAt: day, message: #"{"token":"secret","data":{"a":"b"}}"#)
      state.fcm.feeds.add(DeviceDelivery(item, at: day), to: token)
      state.fcm.feeds.add(.deletion(at: day), to: token)
    }
    let page = try ask(bench.suite, "GET", "/devices/\(token)/deliveries")
    #expect(page.deliveries.count == 2)
    #expect(page.body.contains(#""payload":{"data":{"a":"b"}}"#))
    #expect(!page.body.contains("secret"))
    #expect(page.deliveries.last?["deletion"] as? Bool == true)
  }

  /// Payloads are kept of devices that somebody plays, and of no other.
  @Test func nothingIsKeptUnasked() throws {
    let bench = try SuiteBench { $0.devicesPort = 0 }
    defer { bench.suite.stop() }
    func push() throws {
      let sent = try bench.curl(
        ["--http2", "-d", #"{"aps":{"alert":"x"}}"#] + bench.headers() + [bench.device])
      #expect(sent.code == "200")
    }
    try push()
    #expect(bench.suite.inbox(of: SuiteBench.token, in: .sandbox).arrived.map(\.payload) == [nil])
    #expect(bench.suite.deliveries(of: SuiteBench.token).isEmpty)
    let path = "/devices/\(SuiteBench.token)/deliveries"
    #expect(try ask(bench.suite, "GET", path).status == "409")
    _ = try open(bench.suite, #"{"token":"\#(SuiteBench.token)"}"#)
    #expect(try ask(bench.suite, "GET", path).deliveries.isEmpty)
    try push()
    #expect(bench.suite.deliveries(of: SuiteBench.token).count == 1)
    #expect(try ask(bench.suite, "GET", path).deliveries.count == 1)
  }

  @Test func whatIsWrongIsRefused() throws {
    let bench = try SuiteBench { $0.devicesPort = 0 }
    defer { bench.suite.stop() }
    let token = try open(bench.suite, #"{"platform":"ios","topic":"com.example.app"}"#)
    let cases: [(String, String, String?, [String], String)] = [
      ("GET", "/", nil, [], "404"), ("GET", "/devices/\(token)/deliveries/1", nil, [], "404"),
      ("GET", "/devices/00/deliveries", nil, [], "404"), ("GET", "/devices", nil, [], "405"),
      ("PUT", "/devices/\(token)", "{}", [], "405"), ("POST", "/3/device/\(token)", "{}", [], "404"),
      ("GET", "/devices/\(token)/deliveries?after=x", nil, [], "400"),
      ("GET", "/devices/\(token)/deliveries?wait=-1", nil, [], "400"),
      ("PATCH", "/devices/\(token)", #"{"online":1}"#, [], "400"),
      ("PATCH", "/devices/\(token)", "nonsense", [], "400"),
      ("POST", "/devices", #"{"platform":"ios"}"#, [], "400"),
      ("POST", "/devices", #"{"platform":"ios","topic":"com.example.app","x":1}"#, [], "400"),
      ("POST", "/devices", #"{"platform":"web"}"#, [], "400"),
      ("POST", "/devices", #"{"token":"unknown"}"#, [], "404"),
      ("POST", "/devices", #"{"platform":"ios","topic":"com.example.app","token":"xyz"}"#, [], "400"),
      // A page in a browser: a name that leads to this machine, and a form.
      ("GET", "/devices/\(token)/deliveries", nil, ["-H", "Host: pushwire.example"], "403"),
      ("POST", "/devices", nil, ["-d", #"{"platform":"ios","topic":"com.example.app"}"#], "415"),
    ]
    for (method, path, body, more, status) in cases {
      let answer = try ask(bench.suite, method, path, body, more: more)
      #expect(answer.status == status, "\(method) \(path) \(body ?? "") \(answer)")
      #expect(answer.json["detail"] is String)
    }
    // The providers' own ports know nothing of devices.
    #expect(try bench.curl(["--http2", bench.suite.fcm.url + "/devices"]).code == "404")
    #expect(try bench.curl(["--http2", "-d", "{}", bench.suite.apnsSandbox.url + "/devices"]).code == "404")
  }

  @Test func theOldestOfAThousandGoes() {
    var feeds = DeliveryFeeds()
    feeds.open("a")
    for _ in 0..<(DeliveryFeeds.capacity + 5) { feeds.add(.deletion(at: day), to: "a") }
    feeds.add(.deletion(at: day), to: "nobody")
    #expect(feeds.deliveries(of: "a", after: 0).count == DeliveryFeeds.capacity)
    #expect(feeds.deliveries(of: "a", after: 0).first?.number == 6)
    #expect(feeds.total == DeliveryFeeds.capacity + 5)
  }

  @Test func aHundredLostMessagesAreToldOnce() {
    var inbox = FCMInbox()
    for number in 0...FCMInbox.pendingLimit {
      inbox.accept(
        FCMItem(name: "\(number)", priority: "HIGH", ttl: 60, acceptedAt: day), isOnline: false)
    }
    let back = inbox.connect(now: day)
    #expect(back.arrived.isEmpty && back.deletion)
    #expect(!inbox.connect(now: day).deletion)
  }
}
