internal import PushClient
internal import PushContract

/// The policy as JSON for people and version control: two blanks a step, members in the order of their names.
enum PolicyText {
  static func text(_ profile: Profile) -> String {
    var out = SourceText()
    write(ClientPolicy(profile).json, before: "", after: "", to: &out)
    return out.text
  }

  private static func write(
    _ value: JSONValue, before: String, after: String, to out: inout SourceText
  ) {
    switch value {
    case .object(let members) where !members.isEmpty:
      let sorted = PolicyParts.sorted(members)
      out.block(before + "{", "}" + after) { out in
        for (index, member) in sorted.enumerated() {
          let name = JSONValue.string(member.key).text + ": "
          write(member.value, before: name, after: index == sorted.count - 1 ? "" : ",", to: &out)
        }
      }
    case .array(let items) where items.contains { $0.object != nil }:
      out.block(before + "[", "]" + after) { out in
        for (index, item) in items.enumerated() {
          write(item, before: "", after: index == items.count - 1 ? "" : ",", to: &out)
        }
      }
    default: out.line(before + value.text + after)
    }
  }
}
