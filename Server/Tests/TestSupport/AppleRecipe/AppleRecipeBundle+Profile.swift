import Foundation

extension AppleRecipeBundle {
  /// The embedded profile (TN3125); nil where there is none.
  var profileFile: [UInt8]? {
    let kind = profileKind ?? build.rawValue
    guard kind != "none", kind != Build.simulator.rawValue else { return nil }
    let xmlRights = rights(kind, profile)
    let derRights = rights(kind, profileDER)
    var values: [String: PlistValue] = [
      "AppIDName": .string("Parcel"), "ApplicationIdentifierPrefix": .array([.string(team)]),
      "CreationDate": .date("2026-06-01T00:00:00Z"), "ExpirationDate": .date("2030-06-01T00:00:00Z"),
      "IsXcodeManaged": .bool(false), "Name": .string("Parcel " + kind),
      "Platform": .array([.string(isMac ? "OSX" : "iOS")]), "TeamIdentifier": .array([.string(team)]),
      "TeamName": .string("Pushwire"), "TimeToLive": .integer(1461),
      "UUID": .string("00000000-0000-4000-8000-000000000001"), "Version": .integer(1),
    ]
    switch kind {
    case "development", "adhoc": values["ProvisionedDevices"] = .array([.string("00008030-0000000000000001")])
    case "enterprise": values["ProvisionsAllDevices"] = .bool(true)
    default: break
    }
    for (key, value) in profileInfo {
      // Dates are written as a day.
      if case .string(let day)? = value, key.hasSuffix("Date") {
        values[key] = .date(day.contains("T") ? day : day + "T00:00:00Z")
      } else {
        values[key] = value
      }
    }
    let inner = DERWriter.profile(values, entitlements: derRights)
    values["DER-Encoded-Profile"] = .data(DERWriter.signedData(inner))
    values["Entitlements"] = .dictionary(xmlRights)
    for (key, value) in profileInfo where value == nil { values[key] = nil }
    return DERWriter.signedData(PlistValue.dictionary(values).xml)
  }

  /// What the profile allows: all that the app is signed with, in this kind's values.
  private func rights(_ kind: String, _ changes: [(String, PlistValue?)]) -> [String: PlistValue] {
    var values: [String: PlistValue] = [:]
    for (key, value) in signature.xml where !key.hasSuffix("aps-environment") { values[key] = value }
    values.merge(ownEntitlements) { _, own in own }
    let isDevelopment = kind == "development"
    for key in values.keys {
      if key.hasSuffix("get-task-allow") { values[key] = .bool(isDevelopment) }
      if key.hasSuffix("aps-environment") {
        values[key] = .string(isDevelopment ? "development" : "production")
      }
    }
    values["keychain-access-groups"] = .array([.string(team + ".*")])
    if kind == "store", !isMac { values["beta-reports-active"] = .bool(true) }
    for (key, value) in changes { values[key] = value }
    return values
  }
}
