internal import Bytes

/// Writes JSON into one buffer; commas stand where they must.
struct JSONWriter: ~Copyable {
  private var out: ByteBuffer
  private var needsComma = false

  init(capacity: Int = 512) { out = ByteBuffer(capacity: capacity) }

  /// What was written.
  var bytes: [UInt8] { Array(out.bytes) }

  private mutating func separate() {
    if needsComma { out.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  mutating func key(_ name: StaticString) {
    separate()
    out.append(UInt8(ascii: "\""))
    out.append(name)
    out.append("\":")
    needsComma = false
  }

  mutating func key(_ name: String) {
    separate()
    out.appendJSONString(name)
    out.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func object(_ fill: (inout JSONWriter) -> Void) {
    separate()
    out.append(UInt8(ascii: "{"))
    needsComma = false
    fill(&self)
    out.append(UInt8(ascii: "}"))
    needsComma = true
  }

  mutating func array(_ fill: (inout JSONWriter) -> Void) {
    separate()
    out.append(UInt8(ascii: "["))
    needsComma = false
    fill(&self)
    out.append(UInt8(ascii: "]"))
    needsComma = true
  }

  mutating func value(_ text: String) {
    separate()
    out.appendJSONString(text)
  }

  mutating func value(_ number: Int) {
    separate()
    out.appendDecimal(number)
  }

  mutating func value(_ flag: Bool) {
    separate()
    out.append(flag ? "true" : "false")
  }

  /// JSON that is known to be whole.
  mutating func value(raw json: [UInt8]) {
    separate()
    out.append(json)
  }

  /// A point in time, milliseconds since 1970, as RFC 3339.
  mutating func value(instant: Int) {
    separate()
    out.append(UInt8(ascii: "\""))
    Instant.append(instant, to: &out)
    out.append(UInt8(ascii: "\""))
  }

  mutating func member(_ name: StaticString, _ text: String) {
    key(name)
    value(text)
  }

  /// Nothing where the text is nil or empty.
  mutating func member(_ name: StaticString, present text: String?) {
    if let text, !text.isEmpty { member(name, text) }
  }

  mutating func member(_ name: StaticString, _ number: Int) {
    key(name)
    value(number)
  }

  mutating func member(_ name: StaticString, _ flag: Bool) {
    key(name)
    value(flag)
  }

  mutating func member(_ name: StaticString, instant: Int) {
    key(name)
    value(instant: instant)
  }

  /// Nothing where the time is nil or 0.
  mutating func member(_ name: StaticString, presentInstant instant: Int?) {
    if let instant, instant != 0 { member(name, instant: instant) }
  }

  mutating func object(_ name: StaticString, _ fill: (inout JSONWriter) -> Void) {
    key(name)
    object(fill)
  }

  mutating func array(_ name: StaticString, _ fill: (inout JSONWriter) -> Void) {
    key(name)
    array(fill)
  }

  static func object(_ fill: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(fill)
    return writer.bytes
  }
}
