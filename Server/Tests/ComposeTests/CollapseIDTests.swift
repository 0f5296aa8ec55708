import Compose
import PushContract
import Testing

struct CollapseIDTests {
  @Test func keyOfTheClass() throws {
    #expect(try collapseID(orderShipped(), ["8123", "s", "1"]) == "order-8123")
  }

  @Test func alertWithoutKeyUsesTheNotificationID() throws {
    var source = orderShipped()
    source.collapse = .none
    #expect(try collapseID(source, ["8123", "s", "1"], id: "abc-1") == "abc-1")
    let long = String(repeating: "a", count: 65)
    let hashed = try collapseID(source, ["8123", "s", "1"], id: long)
    #expect(hashed?.utf8.count == 32)
    #expect(try collapseID(source, ["1", "t", "2"], id: long) == hashed)
    #expect(try collapseID(source, ["1", "t", "2"], id: String(long.dropLast())) == String(long.dropLast()))
    #expect(try collapseID(source, ["1", "t", "2"], id: String(long.dropLast()) + "b") != hashed)
  }

  @Test func silentHasOneOnlyWithAKey() throws {
    var source = inboxChanged()
    #expect(try collapseID(source, ["c"]) == nil)
    source.collapse = .key(template("inbox"))
    #expect(try collapseID(source, ["c"]) == "inbox")
  }

  @Test(arguments: ["Zürich", "a b", "a\r\nx: y", "", "quote\"", "back\\", String(repeating: "x", count: 65)])
  func whatNoHeaderCanCarryIsHashed(_ value: String) throws {
    var source = orderShipped()
    source.collapse = .key(template("{shop}"))
    let id = try #require(try collapseID(source, ["8123", value, "1"]))
    #expect(id.utf8.count == 32)
    #expect(id.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) })
    #expect(try collapseID(source, ["9", value, "2"]) == id)
    #expect(try collapseID(source, ["9", value + ".", "2"]) != id)
  }

  @Test func emptyTemplateIsRefused() {
    var source = orderShipped()
    source.collapse = .key(Template(parts: []))
    #expect(failure { _ = try APNsTemplate(source, bundleID: "a.b") }?.field == "collapse")
  }

  /// SipHash-2-4-128 under the fixed key `eriwhsupespalloc`, read backwards, as OpenSSL's `SIPHASH` gives
  /// it: a changed hash would stop old and new versions from replacing each other's notifications.
  @Test(arguments: [
    ("Zürich", "4ce6a08df04ab3f1087fa2292e431240"),
    (String(repeating: "x", count: 65), "be46cce0fe1bfc199e9fdaeed99e40cb"),
  ])
  func hashesStayTheSame(_ key: String, _ id: String) throws {
    var source = orderShipped()
    source.collapse = .key(template(key))
    #expect(try collapseID(source, ["8123", "s", "1"]) == id)
  }
}
