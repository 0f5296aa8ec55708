import Bytes
import Compose
import Foundation
import ProfileFile
import PushContract
import Testing

/// docs/payloads.md shows what the example profile becomes: each example is made again and compared.
struct PayloadDocsTests {
  static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

  struct Example: Sendable, CustomTestStringConvertible {
    var name: String
    var values: [String]
    var testDescription: String { name }
  }

  static let examples = [
    Example(name: "order_shipped", values: ["8123", "Lakeside Books", "Friday", "3"]),
    Example(name: "sign_in_code", values: ["r-5521"]),
    Example(name: "promo", values: ["Two for one"]),
    Example(name: "orders_changed", values: []),
  ]

  private func notificationClass(_ name: String) throws -> NotificationClass {
    let reading = try ProfileFile.load(path: Self.root + "/contract/examples/parcel.yaml")
    return try #require(reading.profile.notificationClass(name))
  }

  /// The two fenced blocks under `### heading`: the first as lines, the second as JSON.
  private func section(_ heading: String) throws -> (headers: [String], json: NSDictionary) {
    let text = try String(contentsOfFile: Self.root + "/docs/payloads.md", encoding: .utf8)
    let part = try #require(text.components(separatedBy: "\n### " + heading + "\n").dropFirst().first)
    let blocks = part.components(separatedBy: "```")
    let headers = blocks[1].split(separator: "\n").dropFirst().map(String.init)
    let json = blocks[3].drop { $0 != "\n" }
    return (headers, try parse(String(json)))
  }

  @Test(arguments: examples)
  func onAPNs(_ example: Example) throws {
    let source = try notificationClass(example.name)
    let template = try APNsTemplate(source, bundleID: "com.example.parcel")
    let json = try apnsPayload(source, example.values, id: "ship-77", binding: "k3Jx9Qm2")
    var headers = [
      "apns-topic: \(template.topic)", "apns-push-type: \(template.pushType.rawValue)",
      "apns-priority: \(template.priority)",
      "apns-expiration: \(template.expiration(now: 1_700_000_000))",
    ]
    if let id = try collapseID(source, example.values, id: "ship-77") {
      headers.append("apns-collapse-id: \(id)")
    }
    if ProcessInfo.processInfo.environment["PUSHWIRE_PRINT_EXAMPLES"] != nil {
      print("@@", example.name, "APNs", headers.joined(separator: "|"), json)
      return
    }
    let section = try section("`\(example.name)` on APNs")
    #expect(section.headers == headers)
    #expect(try section.json == parse(json))
  }

  @Test(arguments: examples)
  func onFCM(_ example: Example) throws {
    let source = try notificationClass(example.name)
    let json = try fcmBody(
      source, .android, example.values, target: (.fid, "cLx4dK2Q"),
      id: "ship-77", binding: "k3Jx9Qm2", now: 1_700_000_000)
    if ProcessInfo.processInfo.environment["PUSHWIRE_PRINT_EXAMPLES"] != nil {
      print("@@", example.name, "FCM", "-", json)
      return
    }
    let section = try section("`\(example.name)` on FCM")
    #expect(section.headers == ["POST /v1/projects/parcel-example/messages:send"])
    #expect(try section.json == parse(json))
  }

  @Test func throughFCMOnApple() throws {
    let example = Self.examples[0]
    let json = try fcmBody(
      try notificationClass(example.name), .apple, example.values, target: (.fid, "cLx4dK2Q"), id: "ship-77",
      binding: "k3Jx9Qm2", now: 1_700_000_000)
    if ProcessInfo.processInfo.environment["PUSHWIRE_PRINT_EXAMPLES"] != nil {
      print("@@", example.name, "APPLE", "-", json)
      return
    }
    let section = try section("`\(example.name)` on iOS through FCM")
    #expect(section.headers == ["POST /v1/projects/parcel-example/messages:send"])
    #expect(try section.json == parse(json))
  }
}
