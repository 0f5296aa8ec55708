/// Where payloads lead. Pure: the profile and the wish in, a destination out.
///
/// | the wish | leads to |
/// |---|---|
/// | a place of the profile, each of its parameters there and of its form | that place; parameters it does not know are left out |
/// | `home` | home, also where the profile does not describe it |
/// | an unknown place, a parameter missing or of another form | nowhere |
struct DestinationResolver {
  let policy: ClientPolicy

  var home: Destination { Destination(policy.home) }

  /// Nil: nowhere.
  func resolve(_ wish: Destination) -> Destination? {
    guard let place = policy.destinations[wish.name] else {
      return wish.name == policy.home ? home : nil
    }
    var parameters: [String: String] = [:]
    for (name, type) in place.parameters {
      guard let value = wish.parameters[name], ParameterForm.fits(value, type) else { return nil }
      parameters[name] = value
    }
    return Destination(wish.name, parameters)
  }

  func needsAccount(_ destination: Destination) -> Bool {
    policy.destinations[destination.name]?.accountRequired ?? false
  }

  /// Where a person goes who cannot go there: along the fallbacks to the first place that takes no account and
  /// no parameters, else home. It follows from the place's name alone, so that forbidden, deleted and unknown
  /// look the same.
  func safePlace(insteadOf name: String) -> Destination {
    var next = policy.destinations[name]?.fallback
    // A chain that is longer than there are places goes round in a circle.
    for _ in 0..<policy.destinations.count {
      guard let fallback = next, let place = policy.destinations[fallback] else { break }
      if !place.accountRequired, place.parameters.isEmpty { return Destination(fallback) }
      next = place.fallback
    }
    return home
  }
}
