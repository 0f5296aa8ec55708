import AppFacts

/// Finds what belongs together.
enum Joiner {
  struct Result {
    var apple: [AppleApp] = []
    var android: [AndroidApp] = []
    var joins: [Join] = []
  }

  static func join(_ facts: AuditFacts) -> Result {
    var result = Result()
    MessageJoiner.join(facts, &result)
    return result
  }
}
