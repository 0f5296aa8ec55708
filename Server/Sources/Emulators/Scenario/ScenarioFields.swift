/// The members of one object in a scenario file, read strictly.
struct ScenarioFields {
  private let members: [JSONValue.Member]
  let place: String

  init(_ value: JSONValue, at place: String, keys: [String]) throws(ScenarioError) {
    guard case .object(let members) = value else {
      throw ScenarioError(.badValue, "An object is expected.", place: place)
    }
    self.members = members
    self.place = place
    for member in members where !keys.contains(member.name) {
      throw ScenarioError(
        .unknownKey, "Unknown key \"\(member.name)\"; known are \(keys.joined(separator: ", ")).",
        place: place)
    }
  }

  subscript(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }

  func inner(_ name: String) -> String { place.isEmpty ? name : place + "." + name }

  func list(_ name: String) throws(ScenarioError) -> [JSONValue] {
    guard let elements = self[name]?.elements else {
      throw ScenarioError(.badValue, "A list is expected.", place: inner(name))
    }
    return elements
  }

  func text(_ name: String) throws(ScenarioError) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.string else {
      throw ScenarioError(.badValue, "A text is expected.", place: inner(name))
    }
    return text
  }

  func flag(_ name: String) throws(ScenarioError) -> Bool? {
    guard let value = self[name] else { return nil }
    guard let flag = value.bool else {
      throw ScenarioError(.badValue, "true or false is expected.", place: inner(name))
    }
    return flag
  }

  /// A whole number from `from` to two thousand million.
  func count(_ name: String, from: Int64 = 1) throws(ScenarioError) -> Int? {
    guard let value = self[name] else { return nil }
    guard let number = value.integer, number >= from, number <= 2_000_000_000 else {
      throw ScenarioError(.badValue, "A whole number from \(from) is expected.", place: inner(name))
    }
    return Int(number)
  }

  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _: Choice.Type
  ) throws(ScenarioError) -> Choice? {
    guard let text = try text(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw ScenarioError(.badValue, "\"\(text)\" is not one of \(known).", place: inner(name))
    }
    return choice
  }
}
