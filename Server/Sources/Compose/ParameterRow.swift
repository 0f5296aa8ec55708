import Bytes
public import PushContract

/// The values of one push, as UTF-8 in one buffer; reused from push to push without allocating.
///
/// A row belongs to the parameters of one class at a time, in their order there. Every declared parameter
/// needs a value: a template throws where one is missing.
public struct ParameterRow: ~Copyable {
  struct Slot {
    var start: Int32 = 0
    var count: Int32 = -1
    // JSON must escape something in it.
    var escape = false
  }

  /// The largest value in bytes. More could not fit any provider's payload.
  public static let maximumValueBytes = 8192

  /// The parameters, in the class's order.
  public private(set) var schema: [Parameter]
  var values: ByteBuffer
  var slots: [Slot]
  var missing: Int

  /// A row without values for the parameters of one class.
  public init(schema: [Parameter]) {
    self.schema = schema
    values = ByteBuffer(capacity: 512)
    slots = [Slot](repeating: Slot(), count: schema.count)
    missing = schema.count
  }

  /// Forgets every value and goes over to the parameters of another class; keeps the memory.
  public mutating func begin(_ schema: [Parameter]) {
    self.schema = schema
    values.removeAll()
    slots.removeAll(keepingCapacity: true)
    for _ in 0..<schema.count { slots.append(Slot()) }
    missing = schema.count
  }

  /// Forgets every value and keeps the memory.
  public mutating func removeAll() {
    values.removeAll()
    for index in slots.indices { slots[index].count = -1 }
    missing = slots.count
  }

  /// Takes a copy of one value. A second value for the same parameter replaces the first.
  ///
  /// - Throws: `unknown-parameter`, or `bad-value` where it is not of the parameter's type.
  public mutating func set(_ index: Int, _ value: UnsafeBufferPointer<UInt8>) throws(ComposeError) {
    guard schema.indices.contains(index) else {
      throw ComposeError(.unknownParameter, "there is no parameter \(index); the class has \(schema.count)")
    }
    guard value.count <= Self.maximumValueBytes else {
      throw badValue(index, "has \(value.count) bytes; no payload can carry it")
    }
    let escape: Bool
    switch ValueCheck.check(value, schema[index].type) {
    case .clean: escape = false
    case .needsEscape: escape = true
    case .bad(let why): throw badValue(index, why)
    }
    if slots[index].count < 0 { missing -= 1 }
    slots[index] = Slot(start: Int32(values.count), count: Int32(value.count), escape: escape)
    values.append(value)
  }

  /// Takes the value of the parameter called `name`.
  ///
  /// - Throws: `unknown-parameter` (naming the nearest), or `bad-value`.
  public mutating func set(_ name: String, _ value: String) throws(ComposeError) {
    guard let index = schema.firstIndex(where: { $0.name == name }) else {
      throw ComposeError(
        .unknownParameter,
        "the class has no parameter \(name)\(NearestWord.hint(name, among: schema.map(\.name)))", field: name)
    }
    var value = value
    let failure: ComposeError? = value.withUTF8 { bytes in
      do throws(ComposeError) { try set(index, bytes) } catch { return error }
      return nil
    }
    if let failure { throw failure }
  }

  /// Whether every parameter has a value.
  public var isComplete: Bool { missing == 0 }

  /// The names of the parameters without a value.
  public var missingNames: [String] {
    schema.indices.filter { slots[$0].count < 0 }.map { schema[$0].name }
  }

  /// The bytes of one value; nil where it has none. Valid until the row changes.
  @inline(__always)
  public func value(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
    let slot = slots[index]
    return slot.count < 0 ? nil : values.slice(Int(slot.start), Int(slot.count))
  }

  private func badValue(_ index: Int, _ why: String) -> ComposeError {
    let parameter = schema[index]
    return ComposeError(
      .badValue, "parameter \(parameter.name) (\(parameter.type.rawValue)) \(why)", field: parameter.name)
  }
}
