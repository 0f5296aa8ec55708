import Compose
import PushContract
import Testing

struct ParameterRowTests {
  private func accepts(_ type: ParameterType, _ value: String) -> Bool {
    var row = ParameterRow(schema: [Parameter(name: "p", type: type)])
    let error = failure { try row.set("p", value) }
    if error == nil {
      return row.isComplete && row.value(0).map { String(decoding: $0, as: UTF8.self) } == value
    }
    #expect(error?.code == .badValue)
    let complete = row.isComplete
    #expect(!complete)
    return false
  }

  @Test(arguments: ["", "x", "Grüße 👋", "a\u{0}b", "\"\\\n"])
  func strings(_ value: String) { #expect(accepts(.string, value)) }

  @Test(arguments: ["a", "A.z_0~:-", String(repeating: "x", count: 128)])
  func ids(_ value: String) { #expect(accepts(.id, value)) }

  @Test(arguments: [
    "", "a/b", "a b", "é", "{", "@", "[", "`", "a\n", "^", ",", "/", ";", String(repeating: "x", count: 129),
  ])
  func notIDs(_ value: String) { #expect(!accepts(.id, value)) }

  @Test(arguments: ["0", "-7", "9223372036854775807", "-9223372036854775808"])
  func integers(_ value: String) { #expect(accepts(.integer, value)) }

  @Test(arguments: [
    "", "-", "01", "+1", "1.0", "1e3", " 1", "9223372036854775808", "-9223372036854775809", "x",
  ])
  func notIntegers(_ value: String) { #expect(!accepts(.integer, value)) }

  @Test(arguments: ["0", "12.50", "-0.1"])
  func decimals(_ value: String) { #expect(accepts(.decimal, value)) }

  @Test(arguments: ["", ".5", "1.", "1e5", "1,5", "NaN", "0x1", "1.5 "])
  func notDecimals(_ value: String) { #expect(!accepts(.decimal, value)) }

  @Test(arguments: [("true", true), ("false", true), ("1", false), ("True", false), ("", false)])
  func booleans(_ value: String, _ good: Bool) { #expect(accepts(.boolean, value) == good) }

  @Test(arguments: [
    ("0", true), ("1700000000", true), ("1700000000000", false), ("-1", false), ("1.5", false),
    ("2026-01-01", false),
  ])
  func timestamps(_ value: String, _ good: Bool) { #expect(accepts(.timestamp, value) == good) }

  @Test func notUTF8() {
    var row = ParameterRow(schema: [Parameter(name: "p", type: .string)])
    for bytes: [UInt8] in [
      [0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ] {
      let error = failure { try bytes.withUnsafeBufferPointer { try row.set(0, $0) } }
      #expect(error?.code == .badValue)
    }
  }

  @Test func missingUnknownAndReplaced() throws {
    var row = ParameterRow(schema: [
      Parameter(name: "order", type: .id), Parameter(name: "n", type: .integer),
    ])
    var missing = row.missingNames
    #expect(missing == ["order", "n"])
    try row.set("n", "1")
    try row.set("n", "22")
    missing = row.missingNames
    #expect(missing == ["order"])
    let value = row.value(1).map { String(decoding: $0, as: UTF8.self) }
    #expect(value == "22")
    let error = failure { try row.set("oder", "x") }
    #expect(error?.code == .unknownParameter)
    #expect(error?.message.contains("did you mean order?") == true)
    #expect(failure { try withBytes("x") { try row.set(2, $0) } }?.code == .unknownParameter)
    row.removeAll()
    missing = row.missingNames
    #expect(missing == ["order", "n"])
    let isGone = row.value(1) == nil
    #expect(isGone)
  }

  /// One row goes from class to class, and no value of the one before is left.
  @Test func aRowServesOneClassAfterAnother() throws {
    var row = ParameterRow(schema: [Parameter(name: "order", type: .id)])
    try row.set("order", "o1")
    row.begin([Parameter(name: "n", type: .integer), Parameter(name: "t", type: .string)])
    var missing = row.missingNames
    #expect(missing == ["n", "t"])
    #expect(failure { try row.set("order", "o1") }?.code == .unknownParameter)
    #expect(failure { try row.set("n", "o1") }?.code == .badValue)
    try row.set("n", "7")
    try row.set("t", "x")
    let complete = row.isComplete
    let value = row.value(0).map { String(decoding: $0, as: UTF8.self) }
    #expect(complete && value == "7")
    row.begin([])
    let empty = row.isComplete
    #expect(empty)
    row.begin([Parameter(name: "order", type: .id)])
    missing = row.missingNames
    #expect(missing == ["order"])
  }

  @Test func anErrorNeverHoldsTheValue() {
    var row = ParameterRow(schema: [Parameter(name: "p", type: .integer)])
    #expect(failure { try row.set("p", "s3cret") }?.message.contains("s3cret") == false)
  }

  @Test(arguments: ["", "a/b", "a\"", String(repeating: "x", count: 129)])
  func identities(_ text: String) {
    #expect(failure { try withIdentity(text, nil) { _ in } }?.code == .badIdentity)
    #expect(failure { try withIdentity("ok", text) { _ in } }?.code == .badIdentity)
  }
}
