import Testing

@testable import Store

extension OutboxConformance {
  /// Makes a device that is not sent to, and says why.
  private static let reasons: [(String, @Sendable (OutboxStage, inout NotificationRequest) throws -> Void)] =
    [
      (
        "unbound",
        { stage, request in
          try stage.register("phone")
          OutboxStage.makePersonal(&request)
        }
      ),
      (
        "ambiguous",
        { stage, request in
          try stage.register("phone", account: "anna")
          try stage.register("phone", account: "bert", generation: 2)
          OutboxStage.makePersonal(&request)
        }
      ),
      (
        "ambiguous",
        { stage, request in
          try stage.register("phone", account: "anna")
          try stage.register("phone", account: "bert", generation: 2)
          request.target = .account("anna")
        }
      ),
      ("permission_denied", { stage, _ in try permitted(stage) { $0.status = "denied" } }),
      ("permission_not_asked", { stage, _ in try permitted(stage) { $0.status = "notDetermined" } }),
      (
        "alerts_off",
        { stage, _ in
          try permitted(stage) {
            $0.status = "authorized"
            $0.alert = "disabled"
          }
        }
      ),
      ("app_blocked", { stage, _ in try permitted(stage) { $0.appBlocked = true } }),
      (
        "channel_blocked",
        { stage, request in
          request.facts.channel = "orders"
          try permitted(stage) { $0.blockedChannels = ["news", "orders"] }
        }
      ),
      (
        "stale",
        { stage, request in
          try stage.register("phone")
          stage.now += 31 * OutboxStage.day
          request.band = .bulk
        }
      ),
      (
        "environment_unknown",
        { stage, _ in try stage.register("phone") { $0.environment = .unknown } }
      ),
      (
        "quarantined",
        { stage, _ in
          try stage.register("phone")
          stage.now += 1
          try stage.apply(try stage.accept("first", to: "phone"), .suspect)
        }
      ),
      (
        "token_conflict",
        { stage, _ in
          try stage.register("other", account: "bert", token: .some("shared-token"))
          try stage.register("phone", token: .some("shared-token"))
        }
      ),
      ("no_token", { stage, _ in try stage.register("phone", token: .some(nil)) }),
      (
        "no_token",
        { stage, _ in
          try stage.register("phone")
          stage.now += 1
          try stage.apply(try stage.accept("first", to: "phone"), .dead(asOf: stage.now))
        }
      ),
      (
        "no_lane",
        { stage, _ in
          try stage.register("phone") { $0.environment = .sandbox }
          stage.lanes.lanes = [.iosProduction, .android]
        }
      ),
      (
        "unknown_installation",
        { stage, _ in try stage.register("phone", account: "anna", tenant: "other") }
      ),
      (
        "silent_budget",
        { stage, request in
          try stage.register("phone")
          try stage.accept("s1", to: "phone", change: OutboxStage.makeSilent)
          try stage.accept("s2", to: "phone", change: OutboxStage.makeSilent)
          OutboxStage.makeSilent(&request)
          request.timeToLive = 3599
        }
      ),
    ]

  private static func permitted(_ stage: OutboxStage, _ change: (inout Permission) -> Void) throws {
    var permission = Permission()
    change(&permission)
    try stage.register("phone") { $0.permission = permission }
  }

  static let suppressing: [Case] =
    reasons.map { reason, make in
      Case("not sent, and why: \(reason)") { stage in
        var request = OutboxStage.request("n1", to: .installations(["phone"]))
        try make(stage, &request)
        let (outcome, batch) = try stage.accept(request)
        guard case .accepted(let answer) = outcome else {
          Issue.record("\(outcome)")
          return
        }
        #expect(answer.messages == 1 && answer.suppressed == 1)
        #expect(batch.entries.isEmpty && batch.waiting.isEmpty)
        #expect(try stage.state("n1") == "suppressed \(reason)")
        #expect(try stage.messages("n1").first?.installation == "phone")
        #expect(try stage.count(RollupMetric.suppressedPrefix + reason) == 1)
        for lane in LaneCode.allCases {
          for band in Band.allCases {
            let claim = try stage.claim(lane, band)
            #expect(claim.batch.entries.isEmpty && claim.outcome.ended == 0)
          }
        }
      }
    } + silent + [
      Case("judged again when it is claimed: the account has changed") { stage in
        try stage.register("phone", account: "anna")
        stage.lanes.room = 0
        _ = try stage.accept(OutboxStage.request("to account", to: .account("anna")))
        try stage.accept("to installation", to: "phone", change: OutboxStage.makePersonal)
        try stage.accept("to holder", to: "phone")
        try stage.register("phone", account: "bert") { $0.replacesAccount = "anna" }
        let (outcome, batch) = try stage.claim()
        #expect(outcome.claimed == 1 && outcome.ended == 2)
        #expect(batch.entries.map { OutboxStage.text($0.notification, batch) } == ["to holder"])
        #expect(try stage.state("to account") == "suppressed other_account")
        #expect(try stage.state("to installation") == "suppressed other_account")
      },
      Case("judged again when it is claimed: logged out") { stage in
        try stage.register("phone", account: "anna")
        stage.lanes.room = 0
        _ = try stage.accept(OutboxStage.request("personal", to: .account("anna")))
        try stage.accept("public", to: "phone")
        _ = try stage.store.transaction { session throws(StoreError) in
          try session.logout(
            installation: "phone", secretHash: Array("secret of phone".utf8), generation: nil, now: stage.now)
        }
        #expect(try stage.claim().outcome.ended == 2)
        #expect(try stage.state("personal") == "suppressed unbound")
        #expect(try stage.state("public") == "suppressed no_token")
      },
      Case("judged again when it is claimed: rotated, and sent to the new token") { stage in
        try stage.register("phone", account: "anna")
        stage.lanes.room = 0
        _ = try stage.accept(OutboxStage.request("n1", to: .account("anna"), OutboxStage.makePersonal))
        try stage.register("phone", account: "anna", generation: 2)
        let (_, batch) = try stage.claim()
        #expect(batch.entries.map { OutboxStage.text($0.token, batch) } == ["token-of-phone-2"])
        #expect(batch.entries.map(\.generation) == [2])
      },
      Case("a token of another environment is sent to by its own lane") { stage in
        try stage.register("phone")
        stage.lanes.room = 0
        try stage.accept("n1", to: "phone")
        try stage.register("phone", generation: 2) { $0.environment = .sandbox }
        let claim = try stage.claim()
        #expect(claim.outcome.claimed == 0)
        #expect(claim.batch.waiting == [.init(lane: .iosSandbox, band: .normal, dueAt: stage.now)])
        #expect(try stage.claim(.iosSandbox).batch.entries.count == 1)
      },
      Case("a challenge goes to the device that is held") { stage in
        try stage.register("other", account: "bert", token: .some("shared-token"))
        try stage.register("phone", token: .some("shared-token"))
        let batch = try stage.accept("c1", to: "phone") {
          $0.isChallenge = true
          $0.facts.isSilent = true
          $0.facts.name = "pushwire.challenge"
        }
        #expect(batch.entries.map { OutboxStage.text($0.token, batch) } == ["shared-token"])
        stage.lanes.room = 0
        try stage.accept("c2", to: "phone") { $0.isChallenge = true }
        #expect(try stage.claim().outcome.claimed == 1)
      },
    ]

  private static let silent: [Case] = [
    Case("over the budget the newest waits, and takes the place of the older") { stage in
      try stage.register("phone")
      let start = stage.now
      for id in ["s1", "s2"] {
        let batch = try stage.accept(id, to: "phone", change: OutboxStage.makeSilent)
        #expect(batch.entries.count == 1)
        try stage.apply(batch, .accepted)
        if id == "s1" { stage.now += 60_000 }
      }
      let third = try stage.accept("s3", to: "phone", change: OutboxStage.makeSilent)
      #expect(third.entries.isEmpty && third.waiting.map(\.dueAt) == [start + OutboxStage.hour])
      try stage.accept("s4", to: "phone", change: OutboxStage.makeSilent)
      // Another class has its own place.
      try stage.accept("other", to: "phone") {
        $0.facts.isSilent = true
        $0.facts.name = "badge"
      }
      #expect(try stage.state("s3") == "suppressed superseded")
      #expect(try stage.state("s4") == "queued")
      #expect(try stage.state("other") == "queued")
      stage.now = start + OutboxStage.hour
      let claim = try stage.claim()
      #expect(claim.batch.entries.map { OutboxStage.text($0.notification, claim.batch) } == ["s4"])
      // The other one waits for the next place.
      try stage.apply(claim.batch, .accepted)
      #expect(try stage.claim().outcome.nextDueAt == start + 60_000 + OutboxStage.hour)
      stage.now = start + 60_000 + OutboxStage.hour
      #expect(try stage.claim().batch.entries.count == 1)
    },
    Case("a newer one that may be sent takes the place of one that waits") { stage in
      try stage.register("phone")
      let start = stage.now
      for id in ["s1", "s2", "s3"] { try stage.accept(id, to: "phone", change: OutboxStage.makeSilent) }
      stage.now = start + OutboxStage.hour
      #expect(try stage.accept("s4", to: "phone", change: OutboxStage.makeSilent).entries.count == 1)
      #expect(try stage.state("s3") == "suppressed superseded")
    },
    Case("a retry counts once, and an alert not at all") { stage in
      try stage.register("phone")
      let first = try stage.accept("s1", to: "phone", change: OutboxStage.makeSilent)
      var back = OutboxStage.Answer.again("Shutdown")
      back.handBackUntil = stage.now + 1000
      try stage.apply(first, back)
      stage.now += 1000
      #expect(try stage.claim().outcome.claimed == 1)
      for id in ["a1", "a2", "a3"] { #expect(try stage.accept(id, to: "phone").entries.count == 1) }
      #expect(try stage.accept("s2", to: "phone", change: OutboxStage.makeSilent).entries.count == 1)
      #expect(try stage.accept("s3", to: "phone", change: OutboxStage.makeSilent).entries.isEmpty)
    },
    Case("the budget is the installation's, and can be set") { stage in
      try stage.register("phone")
      try stage.register("tablet")
      try stage.setPolicy { $0.silentPerHour = 1 }
      #expect(
        try stage.accept("s1", to: "phone", "tablet", change: OutboxStage.makeSilent).entries.count == 2)
      #expect(try stage.accept("s2", to: "phone", "tablet", change: OutboxStage.makeSilent).entries.isEmpty)
    },
    Case("silent ones without room are judged when they are claimed") { stage in
      try stage.register("phone")
      stage.lanes.room = 0
      for id in ["s1", "s2", "s3", "s4"] { try stage.accept(id, to: "phone", change: OutboxStage.makeSilent) }
      let claim = try stage.claim()
      #expect(claim.outcome.claimed == 2)
      #expect(try stage.state("s3") == "suppressed superseded")
      #expect(try stage.state("s4") == "queued")
      #expect(claim.outcome.nextDueAt == stage.now + 600_000, "the leases end before the budget frees")
    },
  ]
}
