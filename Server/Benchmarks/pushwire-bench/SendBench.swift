import Bytes
import Compose
import Delivery
import Foundation
import Providers
import PushContract
import PushCrypto
import Transport

/// The whole send path in this process: class and parameters in, stored verdict out.
final class SendBench: PushLaneOwner {
  private let loop: EventLoop
  init(_ loop: EventLoop) { self.loop = loop }
  func lane(_ lane: PushLane, noticed event: PushLane.Event) {}
  func laneIsIdle(_ lane: PushLane) { loop.stop() }

  /// An alert as apps have it.
  static func notificationClass() -> NotificationClass {
    var alert = NotificationClass(name: "order_shipped", kind: .alert)
    alert.parameters = [Parameter(name: "order", type: .id), Parameter(name: "day", type: .string)]
    alert.destination = .init(
      destination: "order", arguments: [.init(name: "order", parameter: "order")])
    alert.title = .text(Template(parts: [.literal("On its way")]))
    alert.body = .text(
      Template(parts: [.literal("Your order arrives on "), .parameter("day"), .literal(".")]))
    alert.timeToLive = .seconds(172_800)
    alert.sound = .default
    return alert
  }

  static let keyID = "ABC123DEFG"

  static func makeKey() throws -> APNsKeyFile {
    let pem = try SigningKey.generate(.ecP256).privatePEM()
    return try APNsKeyFile.check(
      pem: Array(pem.utf8), file: "AuthKey_\(keyID).p8", keyID: keyID, teamID: "ABCDE12345")
  }

  static func lane(
    _ loop: EventLoop, _ options: BenchOptions, source: any PushSource, sink: any VerdictSink,
    owner: any PushLaneOwner
  ) throws -> PushLane {
    let alert = notificationClass()
    let provider = APNsProvider(
      environment: .sandbox, token: ProviderToken(key: try makeKey(), environment: .sandbox),
      ids: MessageIDs(key: Array(0..<16)),
      contents: [.template(try APNsTemplate(alert, bundleID: "com.example.parcel"))],
      endpoint: Endpoint(host: "localhost", port: try options.number("port", 0), address: "127.0.0.1"))
    var configuration = PushLane.Configuration()
    configuration.client.window = try options.number("window", 400)
    configuration.client.pool.connections = try options.number("connections", 2)
    configuration.client.pool.staysOpen = true
    configuration.client.pool.stagger = 0
    return try PushLane(
      loop: loop, tls: try TLSContext(trust: .file(try options.required("ca"))), provider: provider,
      source: source, sink: sink, draft: PushDraft(row: ParameterRow(schema: alert.parameters)),
      configuration: configuration, owner: owner, clock: { Int(time(nil)) })
  }

  /// Sends `--pushes` and prints what it cost this process, as JSON.
  static func run(_ words: [String]) throws {
    let options = try BenchOptions(words)
    let count = try options.number("pushes", 500_000)
    let loop = try EventLoop()
    let owner = SendBench(loop)
    let memory = VerdictMemory(expected: count)
    let lane = try lane(loop, options, source: MadeUpSource(count), sink: memory, owner: owner)
    let before = Usage.own()
    lane.wake()
    loop.run()
    let used = Usage.own() - before
    guard lane.counters.accepted == count, memory.entries.count == count else {
      throw BenchError("only \(lane.counters.accepted) of \(count) were accepted")
    }
    print(
      "{\"cpu_us\":\(used.cpu / Double(count) * 1e6),\"user_us\":\(used.user / Double(count) * 1e6),"
        + "\"per_s\":\(Double(count) / used.wall)}")
    lane.close()
  }
}

/// Messages that differ in token, id and parameter values, made as they are asked for.
final class MadeUpSource: PushSource {
  private let count: Int
  private var at = 0
  private static let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]
  private let days = MadeUpSource.days.map { Array($0.utf8) }

  init(_ count: Int) { self.count = count }

  var isExhausted: Bool { at == count }

  func next(_ draft: inout PushDraft) -> Bool {
    guard at < count else { return false }
    at += 1
    return again(at - 1, &draft)
  }

  func again(_ reference: Int, _ draft: inout PushDraft) -> Bool {
    draft.reference = reference
    // 32 bytes of token from a counter, well mixed.
    var seed = UInt64(reference) &* 0x9E37_79B9_7F4A_7C15
    for _ in 0..<4 {
      seed ^= seed >> 29
      seed = seed &* 0xBF58_476D_1CE4_E5B9
      draft.target.appendHex(seed)
    }
    draft.notification.append("order-shipped-")
    draft.notification.appendDecimal(reference)
    var order: (UInt64, UInt64) = (0, 0)
    let length = withUnsafeMutableBytes(of: &order) { digits($0, reference) }
    let failed = withUnsafeBytes(of: &order) { raw -> Bool in
      do throws(ComposeError) {
        try draft.row.set(0, UnsafeBufferPointer(rebasing: raw.bindMemory(to: UInt8.self)[..<length]))
      } catch { return true }
      return false
    }
    if failed { return false }
    return days[reference % days.count].withUnsafeBufferPointer { day in
      do throws(ComposeError) { try draft.row.set(1, day) } catch { return false }
      return true
    }
  }

  private func digits(_ target: UnsafeMutableRawBufferPointer, _ number: Int) -> Int {
    var rest = number
    var length = 0
    repeat {
      target[length] = UInt8(48 + rest % 10)
      rest /= 10
      length += 1
    } while rest > 0
    return length
  }
}
