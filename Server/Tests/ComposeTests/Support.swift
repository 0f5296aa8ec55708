import Bytes
import Compose
import Foundation
import PushContract

/// Runs `body` with the UTF-8 of `text`.
func withBytes<R>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
  var text = text
  return try text.withUTF8 { try body($0) }
}

/// `"Order {id}"` as a template.
func template(_ text: String) -> Template {
  var parts: [Template.Part] = []
  for (index, piece) in text.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
    guard index > 0, let end = piece.firstIndex(of: "}") else {
      if !piece.isEmpty { parts.append(.literal(String(piece))) }
      continue
    }
    parts.append(.parameter(String(piece[..<end])))
    let rest = String(piece[piece.index(after: end)...])
    if !rest.isEmpty { parts.append(.literal(rest)) }
  }
  return Template(parts: parts)
}

func text(_ words: String) -> LocalizedText { .text(template(words)) }

/// A row with the values in the schema's order.
func makeRow(_ schema: [Parameter], _ values: [String]) throws -> ParameterRow {
  var row = ParameterRow(schema: schema)
  for (parameter, value) in zip(schema, values) { try row.set(parameter.name, value) }
  return row
}

func apnsPayload(
  _ source: NotificationClass, _ values: [String] = [], id: String = "n-1", binding: String? = nil
) throws -> String {
  let template = try APNsTemplate(source, bundleID: "com.example.app")
  let row = try makeRow(source.parameters, values)
  var out = ByteBuffer()
  try withIdentity(id, binding) { try template.writePayload(row, $0, into: &out) }
  return out.text
}

func collapseID(_ source: NotificationClass, _ values: [String] = [], id: String = "n-1") throws -> String? {
  let template = try APNsTemplate(source, bundleID: "com.example.app")
  let row = try makeRow(source.parameters, values)
  var out = ByteBuffer()
  let some = try withIdentity(id, nil) { try template.writeCollapseID(row, $0, into: &out) }
  return some ? out.text : nil
}

func fcmBody(
  _ source: NotificationClass, _ platforms: FCMTemplate.Platforms, _ values: [String] = [],
  target: (FCMTarget.Kind, String) = (.token, "tok"), id: String = "n-1", binding: String? = nil,
  now: Int = 1_000_000, createdAt: Int? = nil, longest: Int? = nil
) throws -> String {
  let template = try FCMTemplate(source, platforms: platforms)
  let row = try makeRow(source.parameters, values)
  var out = ByteBuffer()
  try withIdentity(id, binding) { identity in
    try withBytes(target.1) { bytes in
      try template.writeBody(
        row, identity, target: try FCMTarget(target.0, bytes), now: now, createdAt: createdAt,
        longest: longest, into: &out)
    }
  }
  return out.text
}

func withIdentity<R>(
  _ id: String, _ binding: String?, _ body: (MessageIdentity) throws -> R
) throws -> R {
  try withBytes(id) { id in
    guard let binding else { return try body(try MessageIdentity(notification: id)) }
    return try withBytes(binding) { try body(try MessageIdentity(notification: id, binding: $0)) }
  }
}

/// Foundation's reading of some JSON: the oracle that shares nothing with ours.
func parse(_ json: String) throws -> NSDictionary {
  let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
  guard let object = value as? NSDictionary else { throw CocoaError(.propertyListReadCorrupt) }
  return object
}

extension NSDictionary {
  /// What stands at a path of keys joined with dots.
  func at(_ path: String) -> Any? {
    path.split(separator: ".").reduce(self as Any?) { ($0 as? NSDictionary)?[String($1)] }
  }
}

/// What `body` throws, if it is one of ours.
func failure(_ body: () throws -> Void) -> ComposeError? {
  do { try body() } catch { return error as? ComposeError }
  return nil
}

/// An alert with parameters, a destination, a thread and data.
func orderShipped() -> NotificationClass {
  var source = NotificationClass(name: "order_shipped", kind: .alert)
  source.parameters = [
    Parameter(name: "order", type: .id), Parameter(name: "shop", type: .string),
    Parameter(name: "unread", type: .integer),
  ]
  source.title = text("Your order is on its way")
  source.body = text("{shop} has shipped it.")
  source.destination = .init(
    destination: "order", arguments: [.init(name: "id", parameter: "order")])
  source.timeToLive = .seconds(3600)
  source.collapse = .key(template("order-{order}"))
  source.badge = .parameter("unread")
  source.sound = .default
  source.thread = template("order-{order}")
  source.category = "ORDER"
  source.channel = "orders"
  source.interruption = .timeSensitive
  source.relevance = 0.75
  return source
}

/// A silent class that newer pushes supersede.
func inboxChanged() -> NotificationClass {
  var source = NotificationClass(name: "inbox_changed", kind: .silent)
  source.parameters = [Parameter(name: "cursor", type: .id)]
  source.priority = .normal
  source.timeToLive = .none
  source.data = [.init(name: "cursor", value: template("{cursor}"))]
  source.reconcile = "inbox"
  return source
}
