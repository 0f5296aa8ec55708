import PushContract

/// Finds why a push does not arrive. Pure: all facts are passed in.
public enum Arrival {
  public static func diagnose(_ facts: ArrivalFacts) -> ArrivalReport {
    let standings = HopWalk(facts).standings()
    let first =
      standings.first { $0.status == .broken } ?? standings.first { $0.status == .unknown }
    let ranking = Ranking(facts: facts, standings: standings, first: first)
    let causes = ranking.ranked()
    let questions = openQuestions(causes, facts)
    return ArrivalReport(
      subject: facts.subject, hops: standings, first: first, causes: causes,
      next: next(causes, first, questions, facts), questions: questions,
      unknownWords: facts.words.map(\.word).filter { word in !Causes.all.contains { $0.words.contains(word) }
      })
  }

  /// Questions whose answer would move a cause that is still open.
  private static func openQuestions(_ causes: [RankedCause], _ facts: ArrivalFacts) -> [Question] {
    let open = causes.filter { $0.strength < .proved }
    let asked = Set(open.flatMap { Array($0.cause.confirmedBy.keys) + Array($0.cause.excludedBy.keys) })
    return Question.all.filter { asked.contains($0.id) && facts.answers[$0.id] == nil }
  }

  private static func next(
    _ causes: [RankedCause], _ first: HopStanding?, _ questions: [Question], _ facts: ArrivalFacts
  ) -> NextTest? {
    guard let first else { return nil }
    // Apple's own log of this very push tells more than any guess.
    if first.hop == .received || first.hop == .displayed, let id = facts.message?.logID,
      (causes.first?.strength ?? .possible) < .agreed
    {
      return NextTest(
        text: "Open the delivery log of \(id) in the Push Notifications Console.",
        why: "APNs keeps for seven days what became of a push to a development build")
    }
    // Where nothing speaks for anything, the first hop without proof is tested first.
    if let top = causes.first, top.strength > .possible || top.cause.hop == first.hop {
      if top.strength == .proved {
        return NextTest(
          text: top.fix.asSentence + " Then: " + top.cause.test,
          why: "the most likely cause is proved; the test shows whether it was the only one")
      }
      let rivals = causes.filter { $0.strength == top.strength }.count
      return NextTest(
        text: top.cause.test,
        why: rivals == 1
          ? "it decides the most likely cause"
          : "it decides the first of \(rivals) causes that are equally likely")
    }
    return NextTest(text: generic(first.hop), why: "\(first.hop.rawValue) is the first hop without proof")
  }

  private static func generic(_ hop: Hop) -> String {
    switch hop {
    case .configured: "Run `pushwire keys check` on the credential."
    case .permitted: "Look at the app's page in the system's notification settings."
    case .registered: "Start the app and look for its registration: `pushwire tokens list`."
    case .composed: "Run `pushwire payload lint` on the message as it is sent."
    case .accepted: "Send one push by `pushwire send` and keep the answer."
    case .received:
      "Send it to a development build and open the delivery log in the Push Notifications Console by its apns-unique-id."
    case .displayed: "Lock the device, send one alert, and look at the lock screen."
    case .opened: "Tap the notification and look for the receipt."
    case .retired: "Look at the registration."
    }
  }
}

extension String {
  /// With a full stop, where it ends with none.
  var asSentence: String {
    guard let last, !".!?".contains(last) else { return self }
    return self + "."
  }
}
