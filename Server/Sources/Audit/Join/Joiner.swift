import AppFacts

/// Finds what belongs together. What fits several apps, or none, is not guessed: it is left unjoined and recorded.
enum Joiner {
  struct Result {
    var apple: [AppleApp] = []
    var android: [AndroidApp] = []
    var joins: [Join] = []
    var unjoined: [Unjoined] = []
  }

  static func join(_ facts: AuditFacts) -> Result {
    var result = AppleJoiner.join(facts)
    AndroidJoiner.join(facts, &result)
    MessageJoiner.join(facts, &result)
    joinProfiles(facts, &result)
    return result
  }

  /// Each pushwire.yaml to the apps that it names.
  private static func joinProfiles(_ facts: AuditFacts, _ result: inout Result) {
    for (number, file) in facts.pushwireProfiles.enumerated() {
      let ids = (file.profile?.app.ios?.bundleID, file.profile?.app.android?.package)
      for index in result.apple.indices
      where ids.0.map(result.apple[index].bundleIDs(facts).contains) ?? false {
        result.apple[index].pushwireProfiles.append(number)
        if let place = result.apple[index].somePlace(facts) {
          result.joins.append(Join(place, file.place, by: "bundle id \(ids.0 ?? "")"))
        }
      }
      for index in result.android.indices where ids.1 != nil && result.android[index].applicationID == ids.1 {
        result.android[index].pushwireProfiles.append(number)
      }
    }
  }
}
