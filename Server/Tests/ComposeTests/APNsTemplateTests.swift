import Bytes
import Compose
import PushContract
import Testing

struct APNsTemplateTests {
  @Test func alertAsGolden() throws {
    let json = try apnsPayload(
      orderShipped(), ["8123", "Käse & \"Wein\"", "3"], id: "0b8f-1", binding: "t4Gz")
    #expect(
      json == #"""
        {"aps":{"alert":{"title":"Your order is on its way","body":"Käse & \"Wein\" has shipped it."},"badge":3,"sound":"default","thread-id":"order-8123","category":"ORDER","interruption-level":"time-sensitive","relevance-score":0.75},"pw":{"n":"0b8f-1","c":"order_shipped","r":1,"b":"t4Gz","d":"order","p":{"id":"8123"}}}
        """#)
    #expect(
      try parse(json).at("aps.alert.body") as? String == "Käse & \"Wein\" has shipped it.")
  }

  @Test func headersOfAnAlert() throws {
    let template = try APNsTemplate(orderShipped(), bundleID: "com.example.app")
    #expect(template.topic == "com.example.app")
    #expect(template.pushType == .alert)
    #expect(template.priority == 10)
    #expect(template.expiration(now: 1_700_000_000) == 1_700_003_600)
    #expect(template.maximumPayload == 4096)
  }

  @Test func backgroundHoldsContentAvailableOnly() throws {
    var source = inboxChanged()
    source.priority = .high
    let template = try APNsTemplate(source, bundleID: "com.example.app")
    #expect(template.pushType == .background)
    #expect(template.priority == 5)
    #expect(template.expiration(now: 1_700_000_000) == 0)
    #expect(!template.hasCollapseID)
    #expect(
      try apnsPayload(source, ["c9"])
        == #"{"aps":{"content-available":1},"pw":{"n":"n-1","c":"inbox_changed","r":1},"cursor":"c9"}"#)
    source.timeToLive = .seconds(60)
    #expect(try APNsTemplate(source, bundleID: "com.example.app").expiration(now: 10) == 70)
  }

  @Test(arguments: ["title", "subtitle", "body", "preview", "badge", "sound"])
  func silentMayShowNothing(_ field: String) throws {
    var source = inboxChanged()
    switch field {
    case "title": source.title = text("x")
    case "subtitle": source.subtitle = text("x")
    case "body": source.body = text("x")
    case "preview": source.preview = .init(body: text("x"))
    case "badge": source.badge = .clear
    default: source.sound = .default
    }
    let error = failure { _ = try APNsTemplate(source, bundleID: "a.b") }
    #expect(error?.code == .badClass)
    #expect(error?.field == field)
  }

  @Test func everyKeyOfTheClass() throws {
    var source = NotificationClass(name: "all", kind: .alert)
    source.parameters = [Parameter(name: "who", type: .string), Parameter(name: "what", type: .id)]
    source.title = .localized(key: "T", arguments: [template("{who}"), template("fix")])
    source.subtitle = .localized(key: "S", arguments: [template("{what}")])
    source.body = .localized(key: "B", arguments: [])
    source.launchImage = "launch"
    source.badge = .clear
    source.sound = .critical(name: "alarm.caf", volume: 0.5)
    source.mutable = true
    source.targetContentID = template("scene/{what}")
    source.interruption = .critical
    source.filterCriteria = "work"
    source.image = "https://cdn.example.com/a.png"
    source.data = [.init(name: "kind", value: template("a{what}b"))]
    source.revision = 4
    let object = try parse(try apnsPayload(source, ["Ann\n", "w1"]))
    let expected = try parse(
      #"""
      {"aps":{"alert":{"title-loc-key":"T","title-loc-args":["Ann\n","fix"],"subtitle-loc-key":"S",
      "subtitle-loc-args":["w1"],"loc-key":"B","launch-image":"launch"},"badge":0,
      "sound":{"critical":1,"name":"alarm.caf","volume":0.5},"mutable-content":1,
      "target-content-id":"scene/w1","interruption-level":"critical","filter-criteria":"work"},
      "pw":{"n":"n-1","c":"all","r":4,"i":"https://cdn.example.com/a.png"},"kind":"aw1b"}
      """#)
    #expect(object == expected)
  }

  @Test func bodyAloneIsAString() throws {
    var source = NotificationClass(name: "s", kind: .alert)
    source.body = text("Hello")
    #expect(try apnsPayload(source) == #"{"aps":{"alert":"Hello"},"pw":{"n":"n-1","c":"s","r":1}}"#)
  }

  @Test func sizeIsCheckedToTheByte() throws {
    var source = NotificationClass(name: "s", kind: .alert)
    source.parameters = [Parameter(name: "t", type: .string)]
    source.body = text("{t}")
    let frame = try apnsPayload(source, [""]).utf8.count
    let fits = String(repeating: "é", count: (4096 - frame) / 2) + ((4096 - frame) % 2 == 1 ? "x" : "")
    #expect(try apnsPayload(source, [fits]).utf8.count == 4096)
    // A quote is one character and two bytes.
    let error = failure { _ = try apnsPayload(source, [fits + String(repeating: "\"", count: 57) + "x"]) }
    #expect(error?.code == .tooLarge)
    #expect(error?.message == "payload is 4211 bytes, 115 over APNs' limit of 4096")
  }

  @Test func anErrorLeavesTheBufferAsItWas() throws {
    var source = NotificationClass(name: "s", kind: .alert)
    source.parameters = [Parameter(name: "t", type: .string)]
    source.body = text("{t}")
    let template = try APNsTemplate(source, bundleID: "a.b")
    var out = ByteBuffer()
    out.append("before")
    var row = ParameterRow(schema: source.parameters)
    for value in [nil, String(repeating: "x", count: 5000)] {
      if let value { try row.set("t", value) }
      let error = failure { try withIdentity("n", nil) { try template.writePayload(row, $0, into: &out) } }
      #expect(error?.code == (value == nil ? .missingParameter : .tooLarge))
      #expect(out.text == "before")
    }
  }

  @Test func sensitiveSendsItsPreviewOnly() throws {
    var source = orderShipped()
    source.dataClass = .sensitive
    source.subtitle = text("{shop}")
    source.image = "https://cdn.example.com/secret.png"
    #expect(failure { _ = try APNsTemplate(source, bundleID: "a.b") }?.code == .sensitive)
    source.preview = .init(title: text("Message"), body: text("You have news"))
    let json = try apnsPayload(source, ["8123", "Diagnosis", "2"])
    #expect(
      try parse(json).at("aps.alert") as? [String: String] == [
        "title": "Message", "body": "You have news",
      ])
    #expect(!json.contains("Diagnosis") && !json.contains("has shipped") && !json.contains("secret"))
    // The opaque id is routing, not text.
    #expect(try parse(json).at("pw.p.id") as? String == "8123")

    source.preview = .init(body: text("For {order}"))
    #expect(failure { _ = try APNsTemplate(source, bundleID: "a.b") }?.code == .sensitive)
    source.preview = .init(body: .localized(key: "K", arguments: [template("{order}")]))
    #expect(failure { _ = try APNsTemplate(source, bundleID: "a.b") }?.code == .sensitive)
    source.preview = .init(body: text("News"))
    source.data = [.init(name: "x", value: template("{shop}"))]
    #expect(failure { _ = try APNsTemplate(source, bundleID: "a.b") }?.field == "x")
  }

  @Test(arguments: ["aps", "pw", "pw.n", ""])
  func reservedKeysAreRefused(_ name: String) {
    var source = inboxChanged()
    source.data = [.init(name: name, value: template("x"))]
    #expect(failure { _ = try APNsTemplate(source, bundleID: "a.b") }?.code == .reservedKey)
  }

  @Test func faultsOfAClass() {
    var source = orderShipped()
    source.body = text("{shopp}")
    #expect(
      failure { _ = try APNsTemplate(source, bundleID: "a.b") }?.message.contains("did you mean shop?")
        == true)
    source = orderShipped()
    source.badge = .parameter("shop")
    #expect(failure { _ = try APNsTemplate(source, bundleID: "a.b") }?.field == "badge")
    source = orderShipped()
    source.relevance = .nan
    #expect(failure { _ = try APNsTemplate(source, bundleID: "a.b") }?.field == "relevance")
    source = orderShipped()
    source.title = nil
    source.body = nil
    #expect(failure { _ = try APNsTemplate(source, bundleID: "a.b") }?.code == .badClass)
    source = orderShipped()
    source.data = [.init(name: "a", value: template("1")), .init(name: "a", value: template("2"))]
    #expect(failure { _ = try APNsTemplate(source, bundleID: "a.b") }?.code == .duplicateKey)
    #expect(failure { _ = try apnsPayload(orderShipped(), ["1", "s", "-2"]) }?.code == .badValue)
  }

  @Test func aRowOfAnotherClassIsRefused() throws {
    let template = try APNsTemplate(orderShipped(), bundleID: "a.b")
    let row = ParameterRow(schema: [])
    var out = ByteBuffer()
    let error = failure { try withIdentity("n", nil) { try template.writePayload(row, $0, into: &out) } }
    #expect(error?.code == .schemaMismatch)
  }
}
