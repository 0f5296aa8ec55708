import Foundation
import TestSupport
import Testing

/// `pushwire payload lint` and `pushwire payload render`, as a person runs them.
struct PayloadCommandTests {
  private static let profile = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../contract/examples/parcel.yaml").standardized.path
  private static let shipped = [
    "order_shipped", "--set", "order=8123", "--set", "shop=Lakeside Books", "--set", "day=Fri'day", "--set",
    "unread=3",
  ]

  private func render(_ arguments: [String]) throws -> Program.Ended {
    try Program.run(["payload", "render"] + arguments + ["--profile", Self.profile])
  }

  @Test func headersAndBody() throws {
    let ended = try render(Self.shipped)
    #expect(ended.exit == 0, "\(ended.errors)")
    let parts = ended.output.components(separatedBy: "\n\n")
    #expect(parts[0].hasPrefix("POST https://api.sandbox.push.apple.com/3/device/$TOKEN HTTP/2\n"))
    #expect(parts[0].contains("authorization: bearer $JWT"))
    #expect(parts[0].contains("apns-topic: com.example.parcel") && parts[0].contains("apns-push-type: alert"))
    let body = try #require(try JSONSerialization.jsonObject(with: Data(parts[1].utf8)) as? [String: Any])
    #expect((body["pw"] as? [String: Any])?["c"] as? String == "order_shipped")
    #expect(
      try render(Self.shipped + ["--env", "production"]).output.contains("https://api.push.apple.com/"))
  }

  @Test func theSimulatorsFileNamesTheApp() throws {
    let ended = try render(Self.shipped + ["--format", "apns"])
    #expect(ended.object["Simulator Target Bundle"] as? String == "com.example.parcel")
    #expect(ended.object["aps"] != nil)
    #expect(try render(Self.shipped + ["--format", "apns", "--platform", "android"]).exit == 2)
  }

  @Test func asJSON() throws {
    let ended = try render(["orders_changed", "--json"])
    #expect(ended.object["url"] as? String == "https://api.sandbox.push.apple.com/3/device/$TOKEN")
    #expect((ended.object["headers"] as? [String: String])?["apns-priority"] == "5")
  }

  @Test func fcmsRequest() throws {
    let ended = try render(["orders_changed", "--platform", "android"])
    #expect(ended.exit == 0, "\(ended.errors)")
    #expect(
      ended.output.hasPrefix("POST https://fcm.googleapis.com/v1/projects/parcel-example/messages:send"))
    #expect(
      ended.output.contains("authorization: Bearer $ACCESS_TOKEN") && ended.output.contains("\"$TOKEN\""))
    #expect(!ended.output.contains("PRIVATE KEY"))
  }

  @Test func whatIsMissingIsNamed() throws {
    let ended = try render(["order_shipped", "--set", "order=8123"])
    #expect(ended.exit == 2 && ended.errors.contains("--set shop=…"))
    #expect(try render(["order_shiped"]).exit == 2)
  }

  /// What the renderer writes, the linter has nothing to say about; and bash reads the curl line as it is meant.
  @Test(arguments: ["http", "curl", "apns"], ["ios", "android"])
  func whatIsRenderedIsClean(format: String, platform: String) throws {
    if format == "apns" && platform == "android" { return }
    let folder = try ScratchFolder()
    let name = ["http": "push.http", "curl": "push.sh", "apns": "order.apns"][format] ?? ""
    for arguments in [Self.shipped, ["sign_in_code", "--set", "request=r-5521"], ["orders_changed"]] {
      let ended = try render(arguments + ["--format", format, "--platform", platform])
      #expect(ended.exit == 0, "\(ended.errors)")
      try folder.file(name, ended.output)
      let lint = try Program.run("payload", "lint", name, "--strict", "--json", in: folder.url)
      #expect(lint.exit == 0, "\(arguments[0]): \(lint.output) \(lint.errors)")
      let findings = lint.object["findings"] as? [Any]
      #expect(findings?.isEmpty == true, "\(lint.output)")
    }
  }

  @Test func theCurlLineIsOneCommandForAShell() throws {
    let curl = try render(Self.shipped + ["--format", "curl"]).output
    let folder = try ScratchFolder()
    try folder.file("push.sh", "curl() { printf '%s\\n' \"$@\"; }\nTOKEN=abc JWT=def\n" + curl)
    let shell = try ForeignProgram.run("bash", ["push.sh"], in: folder.url)
    let words = shell.output.split(separator: "\n").map(String.init)
    #expect(words.last == "https://api.sandbox.push.apple.com/3/device/abc")
    #expect(words.contains("authorization: bearer def"))
    #expect(words.contains { $0.contains("Fri'day") })
  }

  @Test func lintFindsAndSays() throws {
    let folder = try ScratchFolder()
    try folder.file("order.json", #"{"aps": {"content_available": 1}}"#)
    let found = try Program.run("payload", "lint", "order.json", in: folder.url)
    #expect(found.exit == 1 && found.output.contains("PAY005") && found.output.contains("order.json:1:10"))
    try folder.file("good.json", #"{"aps": {"alert": "On its way"}}"#)
    #expect(try Program.run("payload", "lint", "good.json", in: folder.url).exit == 0)
    try folder.file("broken.sh", "curl -d '{ https://api.push.apple.com/3/device/1\n")
    #expect(try Program.run("payload", "lint", "broken.sh", in: folder.url).exit == 3)
  }

  @Test func otherFilesAreForTheAudit() throws {
    let folder = try ScratchFolder()
    #expect(try Program.run("payload", "lint", ".", in: folder.url).exit == 2)
    try folder.file("AndroidManifest.xml", "<manifest xmlns:android=\"a\" package=\"a.b\"/>")
    let other = try Program.run("payload", "lint", "AndroidManifest.xml", in: folder.url)
    #expect(other.exit == 2 && other.errors.contains("pushwire audit"))
  }

  /// Nothing of a token or key comes out again.
  @Test func noSecretIsPrinted() throws {
    let folder = try ScratchFolder()
    let token = String(repeating: "0a1b2c3d", count: 8)
    let jwt =
      "eyJhbGciOiJIUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ.eyJpc3MiOiJBQkNERTEyMzQ1IiwiaWF0IjoxNzk2MDM5NDAwfQ.c2ln"
    try folder.file(
      "push.sh",
      "curl -H 'authorization: bearer \(jwt)' -d '{\"aps\":{},\"password\":\"swordfish\"}' "
        + "https://api.push.apple.com/3/device/\(token)z")
    for format in ["text", "json", "sarif", "github"] {
      let ended = try Program.run("payload", "lint", "push.sh", "--format", format, in: folder.url)
      #expect(ended.exit == 1)
      #expect(!ended.output.contains(token) && !ended.output.contains("c2ln"), "\(format)")
      #expect(!ended.output.contains("swordfish"), "\(format)")
    }
  }
}
