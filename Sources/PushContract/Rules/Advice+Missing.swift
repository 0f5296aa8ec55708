/// What is not there and will be missed.
extension ProfileRules {
  static let classes = ProfileRule(
    .warning, "no-classes", "a profile that sends nothing"
  ) { profile, report in
    if profile.classes.isEmpty { report("classes", "there are no classes: nothing can be sent") }
  }

  static let credentials = ProfileRule(
    .warning, "no-credentials", "a platform without a key to send with"
  ) { profile, report in
    let credentials = profile.credentials
    if profile.hasApple, credentials.apns.isEmpty, credentials.fcm == nil {
      report(
        "app.\(profile.app.ios == nil ? "macos" : "ios")", "there is no key to send to Apple with",
        hint: "add credentials.apns: the .p8 file, its key id, the team id")
    }
    if profile.hasAndroid, credentials.fcm == nil {
      report(
        "app.android", "there is no account to send to Android with",
        hint: "add credentials.fcm: the service account's JSON file")
    }
  }

  static let explainer = ProfileRule(
    .warning, "no-explainer", "a value moment that asks without a word before"
  ) { profile, report in
    for moment in profile.priming.valueMoments where moment.explainer == nil {
      report(
        "priming.value_moments.\(moment.name)", "the system asks once only; explain before it does",
        hint: "write explainer: what the person gets out of it")
    }
  }

  static let noFallback = ProfileRule(
    .warning, "no-fallback", "a destination that can be gone or forbidden, without another place to go"
  ) { profile, report in
    for item in profile.destinations {
      let canFail = item.accountRequired || !item.parameters.isEmpty
      if canFail, item.fallback == nil {
        report(
          "destinations.\(item.name)", "a tap on something unknown, forbidden or gone needs another place",
          hint: "write fallback: and a destination that is always there")
      }
    }
  }

  static let fallbackAccount = ProfileRule(
    .warning, "fallback-needs-account", "a way back that ends where an account is needed"
  ) { profile, report in
    for item in profile.destinations where item.accountRequired && item.fallback != nil {
      var current = item
      var steps = 0
      while let name = current.fallback, let next = profile.destination(name), steps < 64 {
        current = next
        steps += 1
      }
      if current.accountRequired {
        report(
          "destinations.\(item.name).fallback",
          "the last fallback, `\(current.name)`, needs an account as well",
          hint: "end at a place that everybody may see", needs: ["destinations"])
      }
    }
  }

  static let accountDestination = ProfileRule(
    .warning, "account-destination", "a class for people without an account leads where one is needed"
  ) { profile, report in
    for item in profile.alertClasses where item.audience != .account {
      guard let route = item.destination, let target = profile.destination(route.destination),
        target.accountRequired
      else { continue }
      report(
        item.at("destination"),
        "`\(target.name)` needs an account, `\(item.name)` is for \(item.audience.rawValue)",
        hint: "lead to a place without an account, or write `audience: account`")
    }
  }

  static let unusedParameter = ProfileRule(
    .warning, "unused-parameter", "a parameter that is used nowhere"
  ) { profile, report in
    for item in profile.classes {
      var used = (item.visibleTexts + item.hiddenTemplates).flatMap(\.template.parameterNames)
      used += item.routedParameters
      if case .parameter(let name) = item.badge { used.append(name) }
      for parameter in item.parameters where !used.contains(parameter.name) {
        report(
          item.at("parameters.\(parameter.name)"), "`\(parameter.name)` is used nowhere in `\(item.name)`",
          hint: "use it in a text, the destination or `data`, or remove it")
      }
    }
  }

  static let latePrune = ProfileRule(
    .warning, "late-prune", "Android registrations are kept after FCM has let their tokens expire"
  ) { profile, report in
    if profile.hasAndroid, profile.lifecycle.pruneAfter > 270 * 86_400 {
      report("lifecycle.prune_after", "FCM lets an Android token expire after 270 days", hint: "write 270d")
    }
  }
}
