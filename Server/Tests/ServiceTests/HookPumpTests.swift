import Emulators
import Foundation
import HTTPFront
import PushCrypto
import Synchronization
import TestSupport
import Testing

@testable import Service

/// Webhooks from the verdict to a receiver's socket.
struct HookPumpTests {
  /// Takes posts; refuses so many first.
  private final class Receiver: HTTPHandler {
    struct Post: Sendable {
      var id: String
      var signature: String
      var timestamp: String
      var body: [UInt8]
    }
    let posts = Mutex<[Post]>([])
    let refusals: Mutex<Int>
    init(refusing: Int) { refusals = Mutex(refusing) }

    func admit(_ head: HTTPRequest) -> HTTPAdmission { .body(limit: 10_000) }
    func handle(_ request: HTTPRequest) {
      let post = Post(
        id: request.header("webhook-id") ?? "", signature: request.header("webhook-signature") ?? "",
        timestamp: request.header("webhook-timestamp") ?? "", body: request.withBody { Array($0) })
      posts.withLock { $0.append(post) }
      let isRefused = refusals.withLock { left in
        defer { if left > 0 { left -= 1 } }
        return left > 0
      }
      request.respond(
        HTTPAnswer(status: isRefused ? 500 : 200, headers: isRefused ? [("Retry-After", "1")] : []))
    }
  }

  private func whole(_ receiver: Receiver) throws -> (WholeServer, HTTPFront) {
    let front = try HTTPFront(configuration: HTTPFrontConfiguration(), handler: receiver)
    let folder = try ScratchFolder()
    for (name, secret) in [("one", "first-secret-of-the-receiver"), ("two", "second-secret-of-the-receiver")]
    {
      try secret.write(toFile: folder.path + "/\(name).txt", atomically: true, encoding: .utf8)
    }
    let profile =
      StageProfile.text + """

        server:
          webhooks:
            - url: "http://127.0.0.1:\(front.port)/hook"
              events: [accepted, rejected, pruned, opened]
              secret_files: [one.txt, two.txt]
              allow_private: true
        """
    return (try WholeServer(profile: profile, storeFolder: folder), front)
  }

  @Test func anEventIsSignedByBothSecretsAndTriedAgainUnderItsID() throws {
    let receiver = Receiver(refusing: 1)
    let (whole, front) = try whole(receiver)
    defer { front.stop() }
    whole.suite.register(
      APNsDevice(token: PushServerTests.token, environment: .sandbox, topic: "com.example.demo"))
    try whole.register("phone", account: "ann", token: PushServerTests.token)
    try whole.ship("n1", to: "ann")
    let posts = try whole.waitFor("the second try") {
      let posts = receiver.posts.withLock { $0 }
      return posts.count >= 2 ? posts : nil
    }
    #expect(posts[0].id == posts[1].id && !posts[0].id.isEmpty)
    let event = try JSONSerialization.jsonObject(with: Data(posts[0].body)) as? [String: Any]
    #expect(event?["kind"] as? String == "accepted")
    #expect(event?["notification"] as? String == "n1")
    #expect(event?["installation"] as? String == "phone")
    let text = String(decoding: posts[0].body, as: UTF8.self)
    #expect(!text.contains("ann") && !text.contains(PushServerTests.token) && !text.contains("Friday"))
    let signed = Array("\(posts[0].id).\(posts[0].timestamp).".utf8) + posts[0].body
    let expected = try ["first-secret-of-the-receiver", "second-secret-of-the-receiver"].map { secret in
      "v1," + Data(try Digest.hmacSHA256(key: Array(secret.utf8), signed)).base64EncodedString()
    }
    #expect(posts[0].signature == expected.joined(separator: " "))
    // What was delivered is not posted again.
    try whole.restart()
    try whole.ship("n2", to: "ann")
    _ = try whole.waitFor("the next event") {
      receiver.posts.withLock { posts in posts.contains { $0.id != posts[0].id } ? true : nil }
    }
    #expect(receiver.posts.withLock { posts in posts.count { $0.id == posts[0].id } } == 2)
  }

  @Test func whatIsDeliveredIsPostedOnceHoweverOftenThePumpLooks() throws {
    let receiver = Receiver(refusing: 0)
    let (whole, front) = try whole(receiver)
    defer { front.stop() }
    whole.suite.register(
      APNsDevice(token: PushServerTests.token, environment: .sandbox, topic: "com.example.demo"))
    try whole.register("phone", account: "ann", token: PushServerTests.token)
    // Each verdict has the pump look again, while the ends of earlier events are on their way to the store.
    for number in 0..<150 { try whole.ship("n\(number)", to: "ann") }
    _ = try whole.waitFor("all events") {
      receiver.posts.withLock { Set($0.map(\.id)).count >= 150 ? true : nil }
    }
    #expect(receiver.posts.withLock { $0.count } == 150)
  }

  @Test func aPrivateAddressIsRefusedUnlessAllowed() throws {
    let receiver = Receiver(refusing: 0)
    let front = try HTTPFront(configuration: HTTPFrontConfiguration(), handler: receiver)
    defer { front.stop() }
    let folder = try ScratchFolder()
    try "a-secret-of-the-receiver-too".write(
      toFile: folder.path + "/one.txt", atomically: true, encoding: .utf8)
    let profile =
      StageProfile.text + """

        server:
          webhooks:
            - { url: "https://localhost:\(front.port)/hook", events: [accepted], secret_files: [one.txt] }
        """
    let whole = try WholeServer(profile: profile, storeFolder: folder)
    whole.suite.register(
      APNsDevice(token: PushServerTests.token, environment: .sandbox, topic: "com.example.demo"))
    try whole.register("phone", account: "ann", token: PushServerTests.token)
    try whole.ship("n1", to: "ann")
    _ = try whole.waitFor("the refusal") {
      try whole.asBackend("GET", "/metrics").text.contains("pushwire_webhooks_total{kind=\"forbidden\"} 1")
        ? true : nil
    }
    #expect(front.openConnections == 0)
    #expect(receiver.posts.withLock { $0.isEmpty })
  }
}
