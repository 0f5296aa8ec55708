/// Holds a JSON body against the schema as Google's proto JSON reader does, and collects every fault.
struct FCMSchemaCheck {
  private(set) var violations: [FCMError.Violation] = []

  /// The body with proto names and without nulls, or the error that names every fault.
  static func read(_ body: [UInt8]) -> Result<JSONValue, FCMError> {
    guard !body.isEmpty else { return .success(.object([])) }
    guard case .success(let value) = JSONReader.read(body) else {
      let text = "Invalid JSON payload received. Unexpected token."
      return .failure(
        FCMError(
          code: 400, message: text, status: "INVALID_ARGUMENT",
          violations: [.init(field: "", description: text)]))
    }
    var check = FCMSchemaCheck()
    let read = check.message(value, FCMSchema.root, at: "")
    guard check.violations.isEmpty else {
      return .failure(
        FCMError(
          code: 400, message: check.violations.map(\.description).joined(separator: "\n"),
          status: "INVALID_ARGUMENT", violations: check.violations))
    }
    return .success(read)
  }

  private mutating func fault(_ field: String, _ text: String) {
    violations.append(.init(field: field, description: text))
  }

  private mutating func unknown(_ name: String, at path: String, _ why: String) {
    let place = path.isEmpty ? "" : " at '\(path)'"
    fault(path, "Invalid JSON payload received. Unknown name \"\(name)\"\(place): \(why)")
  }

  private mutating func wrong(_ value: JSONValue, at path: String, type: String) {
    fault(path, "Invalid value at '\(path)' (\(type)), \(value.text)")
  }

  private mutating func message(_ value: JSONValue, _ type: String, at path: String) -> JSONValue {
    guard case .object(let members) = value else {
      wrong(value, at: path, type: "type.googleapis.com/google.firebase.fcm.v1.\(type)")
      return .object([])
    }
    let fields = FCMSchema.messages[type] ?? [:]
    var read: [JSONValue.Member] = []
    var targets: [String] = []
    for member in members {
      let name = FCMSchema.protoName(member.name)
      guard let field = fields[name] else {
        unknown(member.name, at: path, "Cannot find field.")
        continue
      }
      if member.value == .null { continue }
      if type == "Message", ["token", "topic", "condition", "fid"].contains(name) {
        targets.append(name)
        if targets.count > 1 {
          let text = "oneof field 'target' is already set. Cannot set '\(name)'"
          fault(path, "Invalid value at '\(path)' (oneof), \(text)")
        }
      }
      if case .array = member.value {
        if case .list = field {
        } else {
          unknown(member.name, at: path, "Proto field is not repeating, cannot start list.")
          continue
        }
      }
      let place = path.isEmpty ? name : path + "." + name
      read.append(.init(name: name, value: self.field(member.value, field, at: place)))
    }
    return .object(read)
  }

  private mutating func field(_ value: JSONValue, _ field: FCMField, at path: String) -> JSONValue {
    switch field {
    case .message(let type): return message(value, type, at: path)
    case .stringMap: return stringMap(value, at: path)
    case .list(let element):
      let elements = value.elements ?? [value]
      return .array(
        elements.enumerated().map { index, item in self.field(item, element, at: "\(path)[\(index)]") })
    case .structure:
      if value.members == nil { wrong(value, at: path, type: "type.googleapis.com/google.protobuf.Struct") }
    case .string:
      if value.string == nil { wrong(value, at: path, type: "TYPE_STRING") }
    case .bool:
      if value.bool == nil, value != "true", value != "false" { wrong(value, at: path, type: "TYPE_BOOL") }
    case .integer:
      let whole = value.integer ?? value.string.flatMap { Int64($0) }
      if whole.flatMap({ Int32(exactly: $0) }) == nil { wrong(value, at: path, type: "TYPE_INT32") }
    case .number:
      if value.double == nil { wrong(value, at: path, type: "TYPE_FLOAT") }
    case .enumeration(let type, let values):
      let known =
        value.string.map { values.contains($0.uppercased()) }
        ?? value.integer.map { values.indices.contains(Int($0)) } ?? false
      if !known {
        wrong(value, at: path, type: "type.googleapis.com/google.firebase.fcm.v1.\(type)")
      }
    case .duration:
      if value.string.flatMap(FCMDuration.nanoseconds) == nil {
        let text = "Illegal duration format; duration must end with 's'"
        let name = path.split(separator: ".").last ?? ""
        fault(
          path,
          "Invalid value at '\(path)' (type.googleapis.com/google.protobuf.Duration), Field '\(name)', \(text)"
        )
      }
    case .timestamp:
      if value.string.map(FCMDuration.isTimestamp) != true {
        wrong(value, at: path, type: "type.googleapis.com/google.protobuf.Timestamp")
      }
    }
    return value
  }

  private mutating func stringMap(_ value: JSONValue, at path: String) -> JSONValue {
    guard case .object(let members) = value else {
      wrong(value, at: path, type: "map")
      return .object([])
    }
    for (index, member) in members.enumerated() where member.value.string == nil {
      wrong(member.value, at: "\(path)[\(index)].value", type: "TYPE_STRING")
    }
    return value
  }
}
