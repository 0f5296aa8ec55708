/// An object whose members are known: others are refused, and each stands once.
struct JSONObject {
  let value: JSONValue
  private let names: [StaticString]
  // The node of each named member's value; -1: not there.
  private var places = SIMD32<Int32>(repeating: -1)

  /// `names`: 32 at most.
  init(_ value: JSONValue, _ names: [StaticString]) throws(Problem) {
    self.value = value
    self.names = names
    var members = try value.members()
    var expected = 0
    while let (key, member) = members.next() {
      // Writers keep an order, mostly ours: the next name is the likely one.
      var place = expected < names.count && value.tape.isKey(key.index, names[expected]) ? expected : nil
      if place == nil { place = names.firstIndex { value.tape.isKey(key.index, $0) } }
      guard let place else {
        let known = names.map(\.description)
        throw key.problem(
          .unknownMember, "There is no such member here.",
          hint: Hints.nearest(value.tape.string(key.index), known)
            ?? "Known here: \(known.joined(separator: ", ")).")
      }
      guard places[place] < 0 else { throw key.problem(.duplicateMember, "This member stands twice.") }
      places[place] = Int32(member.index)
      expected = place + 1
    }
  }

  /// The member's value, nil where it is not there. `name` must be one of the names given at `init`.
  func optional(_ name: StaticString) -> JSONValue? {
    for place in names.indices where names[place].utf8Start == name.utf8Start || Self.same(names[place], name)
    {
      return places[place] < 0 ? nil : JSONValue(tape: value.tape, index: Int(places[place]))
    }
    assertionFailure("undeclared member \(name)")
    return nil
  }

  func required(_ name: StaticString) throws(Problem) -> JSONValue {
    if let found = optional(name) { return found }
    throw missing(name)
  }

  func missing(_ name: StaticString, hint: String? = nil) -> Problem {
    Problem(
      .missingMember, "The member \(name) is missing.",
      field: value.tape.pointer(to: value.index) + "/\(name)", hint: hint)
  }

  private static func same(_ left: StaticString, _ right: StaticString) -> Bool {
    left.utf8CodeUnitCount == right.utf8CodeUnitCount
      && UnsafeBufferPointer(start: left.utf8Start, count: left.utf8CodeUnitCount)
        .elementsEqual(UnsafeBufferPointer(start: right.utf8Start, count: right.utf8CodeUnitCount))
  }
}
