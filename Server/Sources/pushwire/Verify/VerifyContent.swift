import Diagnosis
import Foundation
import PushClient
import PushContract

/// Which classes are sent, and with what values.
struct VerifyContent {
  let alert: PushContract.NotificationClass
  let silent: PushContract.NotificationClass
  private let values: [String: String]

  /// The classes that were named, else the first that fit.
  /// - Parameter place: the profile's path, for errors.
  init(
    _ profile: Profile, alert: String?, silent: String?, values: [(name: String, value: String)],
    place: String
  )
    throws
  {
    self.alert = try Self.choose(profile, alert, .alert, place)
    self.silent = try Self.choose(profile, silent, .silent, place)
    self.values = Dictionary(values.map { ($0.name, $0.value) }) { $1 }
    let known = Set((self.alert.parameters + self.silent.parameters).map(\.name))
    if let stray = values.first(where: { !known.contains($0.name) }) {
      throw CommandError.usage(
        "Neither class has a parameter \(quoted(stray.name)).",
        advice: known.isEmpty ? "They have none." : "They have \(list(known.sorted(), "and")).")
    }
  }

  private static func choose(
    _ profile: Profile, _ name: String?, _ kind: PushContract.NotificationClass.Kind, _ place: String
  ) throws -> PushContract.NotificationClass {
    let option = "--" + kind.rawValue
    if let name {
      guard let found = profile.notificationClass(name) else {
        throw CommandError.usage(
          "The profile has no class \(quoted(name)).",
          advice: (suggestion(for: name, in: profile.classes.map(\.name)) + " Look into \(place).")
            .trimmedFront)
      }
      guard found.kind == kind else {
        throw CommandError.usage(
          "\(quoted(name)) is \(found.kind.rawValue), and \(option) takes the other kind.")
      }
      if kind == .alert, found.foreground.isEmpty {
        throw CommandError.usage(
          "\(quoted(name)) shows nothing in the foreground, so that nothing could be seen there.",
          advice: "Name a class with `foreground: [banner, …]`.")
      }
      return found
    }
    let fitting = profile.classes.filter { item in
      item.kind == kind && item.audience == .account
        && (kind == .silent || item.destination != nil && !item.foreground.isEmpty)
    }
    guard let first = fitting.first else {
      let wanted =
        kind == .alert
        ? "an alert for accounts with a destination, shown in the foreground" : "a silent push for accounts"
      throw CommandError(
        .configuration, "The profile has no class to verify with: \(wanted).", place: place,
        advice: "Add one, or name another with \(option).")
    }
    return first
  }

  /// The body of a request to send it.
  /// - Parameter now: milliseconds since 1970.
  func body(
    _ shipment: Shipment, installation: String, account: String, now: Int
  ) -> PushClient.JSONValue {
    let source = shipment.kind == .alert ? alert : silent
    var parameters: [String: PushClient.JSONValue] = [:]
    for parameter in source.parameters {
      parameters[parameter.name] = .string(values[parameter.name] ?? Self.madeUp(parameter.type, now: now))
    }
    let target: PushClient.JSONValue =
      shipment.target == .installation
      ? ["installation": .string(installation)] : ["account": .string(account)]
    return [
      "id": .string(shipment.id), "class": .string(source.name), "target": target,
      "parameters": .object(parameters),
    ]
  }

  private static func madeUp(_ type: ParameterType, now: Int) -> String {
    switch type {
    case .string: "Verify"
    case .id: "verify-1"
    case .integer: "1"
    case .decimal: "1.5"
    case .boolean: "true"
    case .timestamp: String(now / 1000)
    }
  }
}
