import Store

extension Tombstone {
  /// What happened, for people.
  var sentence: String {
    let why = detail.isEmpty ? "" : " (\(detail))"
    switch kind {
    case .logout: return "The person logged out: token deleted, account unbound\(why)."
    case .tokenDead: return "The provider called the token dead\(why): token deleted."
    case .quarantined: return "The provider called the token foreign\(why): nothing more is sent to it."
    case .tokenMoved:
      return "Another installation proved the token to be its own\(why): a reinstall, mostly. Retired."
    case .tokenConflict: return "Another installation claimed the token without proof\(why): both are held."
    case .rotated: return "The device brought a new token\(why); the old one was dropped."
    case .pruned: return "Not seen for too long\(why): pruned."
    case .erased: return "The account was erased\(why)."
    }
  }

  /// What to do about it; nil: nothing is wrong.
  var advice: String? {
    switch kind {
    case .logout, .rotated, .erased: nil
    case .tokenDead:
      "Nothing, if the app was removed. If it is still there, its next launch brings a new token."
    case .quarantined:
      "Let the app report its APNs environment, and send with the project that the token belongs to."
        + (detail.isEmpty ? "" : " `pushwire explain \(detail)` says more.")
    case .tokenMoved: "Nothing: the installation that has the token now is sent to."
    case .tokenConflict: "Open the app on the device that is in hand: the challenge tells whose the token is."
    case .pruned: "Nothing: a launch of the app registers it again."
    }
  }

  var json: JSON {
    [
      "at": Instant.json(at), "kind": .string(kind.rawValue), "detail": .string(detail),
      "token": .string(token), "generation": .integer(generation), "tenant": .string(tenant),
      "text": .string(sentence), "advice": .text(advice),
    ]
  }
}
