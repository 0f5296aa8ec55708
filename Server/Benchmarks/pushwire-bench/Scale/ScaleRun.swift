import Foundation

/// One campaign on one store.
struct ScaleRun {
  let options: BenchOptions
  let folder: String
  /// A file's path, or a URL.
  let store: String
  let standIn: StandIn
  let installations: Int

  func measure(suffix: String, into results: inout Results) throws {
    let sample = try options.number("h2load", min(installations, 300_000))
    let before = try standIn.h2load(sample)
    let server = try Child([
      try options.required("pushwire"), "serve", "--profile", folder + "/pushwire.yaml", "--store", store,
      "--listen", "127.0.0.1:0", "--emulator", standIn.emulatorFolder, "--ready-file", folder + "/ready.json",
      "--log-level", "warning",
    ])
    defer { server.stop() }
    let port = try readyPort()
    let api = ScaleAPI(port: port)
    let cpu = ThreadTimes(of: server.pid)
    let memory = MemoryWatch(server.pid)
    let urgent = UrgentProbe(api, accounts: installations, tag: suffix)
    let began = ProcessInfo.processInfo.systemUptime
    let campaign = try api.startCampaign("scale\(suffix)")
    var view = try api.campaign(campaign)
    while !view.hasEnded {
      usleep(100_000)
      view = try api.campaign(campaign)
      guard ProcessInfo.processInfo.systemUptime - began < 1800 else {
        throw BenchError("the campaign does not end: \(view)")
      }
    }
    let seconds = ProcessInfo.processInfo.systemUptime - began
    let times = try urgent.stop()
    let samples = memory.stop()
    let spent = ThreadTimes(of: server.pid) - cpu
    let after = try standIn.h2load(sample)
    let h2load = (before + after) / 2
    guard view.state == "done", view.accepted == installations else {
      throw BenchError("\(view.accepted) of \(installations) were accepted; the campaign is \(view.state)")
    }
    let rate = Double(installations) / seconds
    FileHandle.standardError.write(
      Data(
        """
        scale\(suffix): \(seconds) s, \(rate / h2load) of h2load's rate; \(times.count) urgent messages meanwhile
          CPU of one device, microseconds: \(spent.perRequest(installations))

        """.utf8))
    results.add("campaign_accepted_per_s" + suffix, rate, "/s", reference: h2load * ScaleBench.leastShare)
    results.add("campaign_h2load_per_s" + suffix, h2load, "/s", reference: nil)
    results.add("campaign_h2load_share" + suffix, rate / h2load, "×", reference: ScaleBench.leastShare)
    if let most = samples.max() {
      let third = max(samples.count / 3, 1)
      results.add("campaign_rss_mb" + suffix, most, "MB", reference: ScaleBench.mostMemory)
      results.add(
        "campaign_rss_first_third_mb" + suffix, samples.prefix(third).max() ?? 0, "MB", reference: nil)
      results.add(
        "campaign_rss_last_third_mb" + suffix, samples.suffix(third).max() ?? 0, "MB", reference: nil)
    }
    guard !times.isEmpty else {
      throw BenchError("the campaign was over before one urgent message; give more --installations")
    }
    results.add(
      "urgent_p99_ms" + suffix, times[min(Int(Double(times.count) * 0.99), times.count - 1)], "ms",
      reference: ScaleBench.mostUrgent)
    results.add("urgent_median_ms" + suffix, times[times.count / 2], "ms", reference: nil)
  }

  private func readyPort() throws -> Int {
    let path = folder + "/ready.json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let until = ProcessInfo.processInfo.systemUptime + 120
    while ProcessInfo.processInfo.systemUptime < until {
      if let data = FileManager.default.contents(atPath: path),
        let ready = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
        let port = ready["port"] as? Int
      {
        return port
      }
      usleep(10_000)
    }
    throw BenchError("the server does not start")
  }
}

/// What the benchmark asks the server.
struct ScaleAPI: Sendable {
  let port: Int

  struct View {
    var state = ""
    var accepted = 0
    var hasEnded: Bool { ["done", "cancelled", "failed"].contains(state) }
  }

  func startCampaign(_ id: String) throws -> String {
    let body = #"{"id":"\#(id)","class":"news","audience":"all","parameters":{"day":"Friday"}}"#
    let answer = try send("POST", "/v1/campaigns", body)
    guard answer.status == 202 else { throw BenchError("the campaign was refused: \(answer.body)") }
    return id
  }

  func campaign(_ id: String) throws -> View {
    let answer = try send("GET", "/v1/campaigns/\(id)", nil)
    guard let object = try? JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any],
      let state = object["state"] as? String
    else { throw BenchError("no campaign in: \(answer.body)") }
    let progress = object["progress"] as? [String: Any]
    return View(state: state, accepted: progress?["accepted"] as? Int ?? 0)
  }

  /// From the request to the stored verdict.
  func sendUrgent(_ id: String, account: String) throws {
    let body =
      #"{"id":"\#(id)","class":"login_code","target":{"account":"\#(account)"},"parameters":{"day":"Friday"}}"#
    let answer = try send("POST", "/v1/notifications", body)
    guard answer.status == 202 else { throw BenchError("an urgent message was refused: \(answer.body)") }
    let until = ProcessInfo.processInfo.systemUptime + 60
    while ProcessInfo.processInfo.systemUptime < until {
      if try send("GET", "/v1/notifications/\(id)", nil).body.contains("\"status\":\"accepted\"") { return }
      usleep(2_000)
    }
    throw BenchError("an urgent message was not accepted within a minute")
  }

  private func send(_ method: String, _ path: String, _ body: String?) throws -> (status: Int, body: String) {
    let text = try SmallHTTP.send(
      port: port, method: method, path: path, authorization: ScaleLoader.authorization, body: body)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
    guard let status = text.dropFirst(9).prefix(3).wholeMatch(of: /[0-9]{3}/).flatMap({ Int($0.output) })
    else {
      throw BenchError("no answer to \(method) \(path)")
    }
    return (status, parts.count > 1 ? String(parts[1]) : "")
  }
}

/// Urgent messages, one after the other, each to somebody else.
final class UrgentProbe: @unchecked Sendable {
  private let api: ScaleAPI
  private let lock = NSLock()
  private var times: [Double] = []
  private var failure: (any Error)?
  private var isOver = false
  private let ended = DispatchSemaphore(value: 0)
  private static let pause: UInt32 = 20_000

  init(_ api: ScaleAPI, accounts: Int, tag: String) {
    self.api = api
    let thread = Thread { [self] in
      var number = 0
      while !lock.withLock({ isOver }) {
        do {
          let began = ProcessInfo.processInfo.systemUptime
          try api.sendUrgent("urgent\(tag)-\(number)", account: ScaleLoader.account(number * 7919 % accounts))
          let took = (ProcessInfo.processInfo.systemUptime - began) * 1000
          lock.withLock { times.append(took) }
        } catch {
          lock.withLock { failure = error }
          break
        }
        number += 1
        usleep(Self.pause)
      }
      ended.signal()
    }
    thread.start()
  }

  /// Milliseconds, the shortest first.
  func stop() throws -> [Double] {
    lock.withLock { isOver = true }
    ended.wait()
    if let failure { throw failure }
    return times.sorted()
  }
}
