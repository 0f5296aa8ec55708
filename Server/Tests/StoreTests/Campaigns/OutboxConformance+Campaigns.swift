import Testing

@testable import Store

extension OutboxConformance {
  static let campaigns: [Case] = [
    Case("a campaign's id makes it one campaign") { stage in
      guard case .created(let row) = try stage.create(OutboxStage.campaign("spring")) else {
        Issue.record("not created")
        return
      }
      #expect(try stage.create(OutboxStage.campaign("spring")) == .repeated(row: row))
      #expect(try stage.create(OutboxStage.campaign("spring") { $0.digest = [1] }) == .conflict)
      #expect(try stage.create(OutboxStage.campaign("spring") { $0.tenant = "other" }) != .conflict)
      try stage.register("a")
      try stage.accept("taken", to: "a")
      #expect(try stage.create(OutboxStage.campaign("taken")) == .conflict)
    },
    Case("a direct campaign has its bound, and a topic none") { stage in
      for place in 0..<5 { try stage.register("i\(place)") { $0.platform = place < 2 ? .ios : .android } }
      #expect(try stage.create(OutboxStage.campaign("all"), most: 4) == .tooLarge(devices: 5, most: 4))
      #expect(
        try stage.create(OutboxStage.campaign("ios") { $0.audience.platforms = [.ios] }, most: 2)
          == .created(row: 1))
      #expect(
        try stage.create(OutboxStage.campaign("topic") { $0.audience.topic = "news" }, most: 0)
          == .created(row: 2))
      #expect(try stage.campaignView("topic").way == .topic)
    },
    Case("a campaign is shown as it was asked for") { stage in
      stage.now += 1
      let request = OutboxStage.campaign("spring") {
        $0.audience.accounts = ["anna", "bert"]
        $0.audience.platforms = [.ios, .macos]
        $0.audience.minimumAppVersion = "2.9"
        $0.audience.tag = "beta"
        $0.ratePerSecond = 500
        $0.ramp = CampaignRamp()
        $0.ramp.from = 10
        $0.receiptSampling = 100
        $0.startsAt = stage.now + 60_000
      }
      _ = try stage.create(request)
      let view = try stage.campaignView("spring")
      #expect(view.audience == request.audience)
      #expect(view.className == "news")
      #expect(view.ratePerSecond == 500)
      #expect(view.ramp == request.ramp)
      #expect(view.receiptSampling == 100)
      #expect(view.startsAt == request.startsAt)
      #expect(view.state == .scheduled)
      let listed = try stage.store.read { reader throws(StoreError) in
        try reader.campaigns(tenant: "", before: nil, limit: 10)
      }
      #expect(listed == [view])
      #expect(
        try stage.store.read { reader throws(StoreError) in
          try reader.campaigns(tenant: "", before: view.row, limit: 10)
        } == [])
    },
    Case("the audience is what fits, judged as bulk") { stage in
      try fleet(stage)
      func forecast(_ change: @escaping (inout CampaignRequest) -> Void) throws -> CampaignForecast {
        try stage.forecast(OutboxStage.campaign("x", change))
      }
      let all = try forecast { _ in }
      #expect(all.devices == 8)
      #expect(all.wouldSend == 5)
      #expect(all.suppressed == [.stale: 1, .permissionDenied: 1, .environmentUnknown: 1])
      #expect(all.byLane == [.iosProduction: 4, .android: 1])
      #expect(try forecast { $0.audience.platforms = [.android] }.devices == 1)
      #expect(try forecast { $0.audience.minimumAppVersion = "2.10" }.devices == 6)
      #expect(try forecast { $0.audience.maximumAppVersion = "2.9" }.devices == 2)
      #expect(try forecast { $0.audience.tag = "beta" }.devices == 2)
      #expect(try forecast { $0.audience.accounts = ["anna", "nobody"] }.devices == 1)
      let personal = try forecast { $0.facts.audience = .account }
      #expect(personal.wouldSend == 1)
      #expect(personal.suppressed[.unbound] == 7)
      #expect(try forecast { $0.tenant = "stranger" }.devices == 0)
    },
    Case("chunks hand over what a forecast counted, with all that a device needs") { stage in
      try fleet(stage)
      for (id, change) in audiences {
        let request = OutboxStage.campaign(id, change)
        _ = try stage.create(request)
        try stage.begin(id, size: 2)
        let forecast = try stage.forecast(request)
        #expect(try stage.campaignView(id).total == forecast.devices, "\(id)")
        var sent: [Int] = []
        var suppressed: [Suppression: Int] = [:]
        var segments = 0
        while let segment = try stage.takeSegment(id) {
          segments += 1
          var from = segment.checkpoint
          while from < segment.end {
            let chunk = try stage.chunk(id, from: from, end: segment.end, limit: 1)
            #expect(chunk.next > from)
            from = chunk.next
            for entry in chunk.batch.entries {
              sent.append(entry.registration)
              #expect(entry.band == .bulk)
              #expect(OutboxStage.text(entry.notification, chunk.batch) == id)
              #expect(OutboxStage.text(entry.parameters, chunk.batch) == #"{"story":"1"}"#)
              #expect(OutboxStage.text(entry.token, chunk.batch).hasPrefix("token-of-"))
              #expect(entry.expiresAt == entry.createdAt + 3_600_000)
              #expect((entry.binding.count == 32) == !request.audience.accounts.isEmpty)
            }
            suppressed.merge(chunk.suppressed) { $0 + $1 }
          }
        }
        #expect(segments == max((forecast.devices + 1) / 2, 1), "\(id)")
        #expect(sent.count == forecast.wouldSend, "\(id)")
        #expect(Set(sent).count == sent.count)
        #expect(suppressed == forecast.suppressed, "\(id)")
      }
    },
    Case("who registers after the start does not belong to it") { stage in
      try stage.register("early")
      _ = try stage.create(OutboxStage.campaign("spring"))
      try stage.begin("spring")
      try stage.register("late")
      let segment = try #require(try stage.takeSegment("spring"))
      #expect(try stage.chunk("spring", from: segment.checkpoint, end: segment.end).batch.entries.count == 1)
    },
    Case("a segment is one node's until its lease ends, and goes on at its checkpoint") { stage in
      for place in 0..<6 { try stage.register("i\(place)") }
      _ = try stage.create(OutboxStage.campaign("spring"))
      #expect(try stage.takeSegment("spring") == nil)
      #expect(try stage.begin("spring", size: 3))
      #expect(try !stage.begin("spring"))
      var first = try #require(try stage.takeSegment("spring", node: 1))
      let second = try #require(try stage.takeSegment("spring", node: 2))
      #expect(first.row != second.row)
      #expect(try stage.takeSegment("spring", node: 3) == nil)
      first.checkpoint += 1
      first.reach = first.checkpoint + 2
      var progress = CampaignProgress()
      progress.campaign = first.campaign
      progress.segment = first
      progress.until = stage.now + 20_000
      progress.counts = [.init(kind: CampaignCount.accepted, lane: .iosProduction): 1]
      #expect(try stage.keep(progress).holdsSegment)
      // The second one's lease is over.
      stage.now += 10_001
      let taken = try #require(try stage.takeSegment("spring", node: 3))
      #expect(taken.row == second.row)
      progress.segment = second
      #expect(try !stage.keep(progress).holdsSegment)
      #expect(try stage.campaignView("spring").count(CampaignCount.accepted) == 1)
      #expect(try stage.takeSegment("spring", node: 4) == nil)
      stage.now += 10_000
      let again = try #require(try stage.takeSegment("spring", node: 4))
      #expect(again.checkpoint == first.checkpoint)
      #expect(again.reach == first.reach)
      // A node that begins anew has what it had at once.
      let freed = try stage.store.transaction { session throws(StoreError) in
        try session.giveBackCampaigns(node: 4, now: stage.now)
      }
      #expect(freed == 1)
      #expect(try stage.takeSegment("spring", node: 4)?.row == again.row)
    },
    Case("exceptions are tried again, end, and are counted once") { stage in
      for place in 0..<5 { try stage.register("i\(place)") }
      _ = try stage.create(OutboxStage.campaign("spring"))
      try stage.begin("spring")
      let segment = try #require(try stage.takeSegment("spring"))
      let chunk = try stage.chunk("spring", from: segment.checkpoint, end: segment.end)
      let rows = chunk.batch.entries.map(\.registration)
      var progress = done(segment, now: stage.now)
      progress.counts = [.init(kind: CampaignCount.accepted, lane: .iosProduction): 2]
      progress.exceptions = [
        exception(rows[0], .rejected, "Unregistered"), exception(rows[1], .queued, dueAt: stage.now + 5_000),
        exception(rows[2], .queued, dueAt: stage.now + 6_000),
      ]
      #expect(try stage.keep(progress).state == .finishing)
      var view = try stage.campaignView("spring")
      #expect(view.waiting == 2)
      #expect(view.looked == 5)
      #expect(view.count(CampaignCount.rejected, "Unregistered") == 1)
      #expect(try stage.takeExceptions("spring").isEmpty)
      stage.now += 6_000
      var due = try stage.takeExceptions("spring")
      #expect(due.map(\.registration) == [rows[1], rows[2]])
      #expect(try stage.takeExceptions("spring", node: 2).isEmpty)
      due[0].state = .accepted
      due[1].state = .queued
      due[1].attempts = 1
      due[1].dueAt = stage.now + 1_000
      var retried = CampaignProgress()
      retried.campaign = segment.campaign
      retried.exceptions = due
      #expect(try stage.keep(retried).state == .finishing)
      // Late news of a lease that is over changes nothing.
      #expect(try stage.keep(retried).state == .finishing)
      #expect(try stage.campaignView("spring").count(CampaignCount.accepted) == 3)
      stage.now += 1_000
      let last = try #require(try stage.takeExceptions("spring", lease: 5_000).first)
      #expect(last.attempts == 1)
      // The node does not come back.
      stage.now += 5_000
      var again = try #require(try stage.takeExceptions("spring", node: 2).first)
      #expect(again.attempts == 2)
      #expect(again.wasUnanswered)
      again.state = .unconfirmed
      retried.exceptions = [again]
      #expect(try stage.keep(retried).state == .done)
      view = try stage.campaignView("spring")
      #expect(view.state == .done)
      #expect(view.waiting == 0)
      #expect(view.ended == 5)
      #expect(view.total == 5)
      #expect(try stage.task("spring").parameters.isEmpty)
    },
    Case("a cancelled campaign's counts come to its total") { stage in
      for place in 0..<6 { try stage.register("i\(place)") }
      _ = try stage.create(OutboxStage.campaign("spring"))
      try stage.begin("spring", size: 3)
      let segment = try #require(try stage.takeSegment("spring"))
      let chunk = try stage.chunk("spring", from: segment.checkpoint, end: segment.end)
      var progress = done(segment, now: stage.now)
      progress.counts = [.init(kind: CampaignCount.accepted): 2]
      progress.exceptions = [exception(chunk.batch.entries[2].registration, .queued, dueAt: stage.now)]
      _ = try stage.keep(progress)
      #expect(try stage.set("spring", .cancelled) == .cancelled)
      let view = try stage.campaignView("spring")
      #expect(view.count(CampaignCount.suppressed, "cancelled") == 4)
      #expect(view.ended == view.total)
      #expect(view.why == "asked for")
      #expect(try stage.takeSegment("spring") == nil)
      // What comes back then is not tried again.
      var late = CampaignProgress()
      late.campaign = segment.campaign
      late.exceptions = [exception(99, .queued, dueAt: stage.now)]
      #expect(try stage.keep(late).state == .cancelled)
      #expect(try stage.takeExceptions("spring").isEmpty)
    },
    Case("paused, a campaign gives out nothing; resumed, it goes on") { stage in
      try stage.register("a")
      #expect(try stage.set("spring", .paused) == nil)
      _ = try stage.create(OutboxStage.campaign("spring"))
      #expect(try stage.set("spring", .running) == .scheduled)
      #expect(try stage.set("spring", .paused) == .paused)
      #expect(try !stage.begin("spring"))
      #expect(try stage.set("spring", .running) == .scheduled)
      #expect(try stage.begin("spring"))
      #expect(try stage.set("spring", .paused) == .paused)
      #expect(try stage.takeSegment("spring") == nil)
      #expect(try stage.set("spring", .running) == .running)
      #expect(try stage.takeSegment("spring") != nil)
      #expect(try stage.set("spring", .paused, tenant: "other") == nil)
    },
    Case("devices of the sample report a campaign once") { stage in
      for place in 0..<40 { try stage.register("i\(place)") }
      _ = try stage.create(OutboxStage.campaign("all"))
      _ = try stage.create(OutboxStage.campaign("some") { $0.receiptSampling = 4 })
      func report(_ installation: String, _ campaign: String) throws -> ReceiptOutcome {
        var batch = ReceiptBatch()
        batch.installation = installation
        batch.secretHash = Array("secret of \(installation)".utf8)
        batch.receipts = [Receipt(kind: .opened, notification: campaign, at: stage.now)]
        let made = batch
        return try stage.store.transaction { session throws(StoreError) in
          try session.receive(made, now: stage.now)
        }
      }
      #expect(try report("i0", "all") == .stored(new: 0, repeated: 0, unknown: 1))
      try stage.begin("all")
      try stage.begin("some")
      #expect(try report("i0", "all") == .stored(new: 1, repeated: 0, unknown: 0))
      #expect(try report("i0", "all") == .stored(new: 0, repeated: 1, unknown: 0))
      #expect(try stage.campaignView("all").count("receipt.opened") == 1)
      for place in 0..<40 {
        let outcome = try report("i\(place)", "some")
        #expect(outcome == .stored(new: 1, repeated: 0, unknown: 0))
      }
      let counted = try stage.campaignView("some").count("receipt.opened")
      #expect(counted > 0 && counted < 30)
      let picked = (0..<40).count {
        CampaignSample.contains(installation: "i\($0)", campaign: "some", one: 4)
      }
      #expect(counted == picked)
      try stage.register("late")
      #expect(try report("late", "some") == .stored(new: 0, repeated: 0, unknown: 1))
    },
    Case("what is known of one device in a campaign is said, and no more") { stage in
      for name in ["a", "b", "c", "d"] { try stage.register(name) }
      try stage.register("quiet") {
        var permission = Permission()
        permission.status = "denied"
        $0.permission = permission
      }
      try stage.register("droid") { $0.platform = .android }
      _ = try stage.create(OutboxStage.campaign("spring") { $0.audience.platforms = [.ios] })
      func trace(_ installation: String, tenant: String? = nil) throws -> CampaignTrace? {
        let found = try stage.store.read { reader throws(StoreError) in
          try reader.campaignTraces(
            tenant: tenant, installation: installation, limit: 5, staleAfter: StorePolicy().staleAfter,
            exists: stage.lanes.exists, now: stage.now)
        }
        return found.first
      }
      #expect(try trace("a") == nil)
      try stage.begin("spring")
      #expect(try trace("a")?.outcome == .notReached)
      #expect(try trace("droid") == nil)
      #expect(try trace("a", tenant: "other") == nil)
      let segment = try #require(try stage.takeSegment("spring"))
      let rows = try stage.chunk("spring", from: segment.checkpoint, end: segment.end).batch.entries.map(
        \.registration)
      var progress = done(segment, now: stage.now)
      progress.segment?.checkpoint = rows[2]
      progress.segment?.reach = rows[3]
      progress.isSegmentDone = false
      progress.until = stage.now + 10_000
      progress.exceptions = [exception(rows[1], .rejected, "BadDeviceToken")]
      _ = try stage.keep(progress)
      #expect(try trace("a")?.outcome == .passed)
      let ended = try #require(try trace("b"))
      #expect(ended.outcome == .ended && ended.state == .rejected && ended.reason == "BadDeviceToken")
      #expect(try trace("c")?.outcome == .underWay)
      #expect(try trace("d")?.outcome == .notReached)
      #expect(try trace("quiet")?.suppressedNow == .permissionDenied)
    },
    Case("ended campaigns go in time, and an account's name at once") { stage in
      try stage.register("a", account: "anna")
      _ = try stage.create(OutboxStage.campaign("spring") { $0.audience.accounts = ["anna"] })
      try stage.begin("spring")
      _ = try stage.store.transaction { session throws(StoreError) in
        try session.erase(tenant: "", account: "anna", now: stage.now)
      }
      #expect(try stage.campaignView("spring").audience.accounts.isEmpty)
      #expect(try stage.set("spring", .cancelled) == .cancelled)
      func sweep(_ before: Int) throws {
        var hasMore = true
        while hasMore {
          hasMore = try stage.store.transaction { session throws(StoreError) in
            try session.sweep(.notifications(before: before), limit: 10, now: stage.now).hasMore
          }
        }
      }
      try sweep(stage.now)
      _ = try stage.campaignView("spring")
      try sweep(stage.now + 1)
      #expect(
        try stage.store.read { reader throws(StoreError) in try reader.campaign(tenant: nil, id: "spring") }
          == nil)
    },
  ]

  // MARK: Words

  private static let audiences: [(String, @Sendable (inout CampaignRequest) -> Void)] = [
    ("everyone", { _ in }),
    ("phones", { $0.audience.platforms = [.ios] }),
    ("recent", { $0.audience.minimumAppVersion = "2.10" }),
    ("testers", { $0.audience.tag = "beta" }),
    ("anna", { $0.audience.accounts = ["anna", "nobody"] }),
    ("no-one", { $0.audience.tag = "no such" }),
  ]

  /// Eight devices, of which five can be sent to.
  private static func fleet(_ stage: OutboxStage) throws {
    let day = OutboxStage.day
    stage.now -= 40 * day
    try stage.register("stale")
    stage.now += 40 * day
    try stage.register("old") { $0.appVersion = "2.9" }
    try stage.register("older") { $0.appVersion = "2.8.7" }
    try stage.register("new") { $0.appVersion = "2.10" }
    try stage.register("bound", account: "anna")
    try stage.register("droid") {
      $0.platform = .android
      $0.appVersion = "10.0"
    }
    try stage.register("quiet") {
      var permission = Permission()
      permission.status = "denied"
      $0.permission = permission
    }
    try stage.register("lost") { $0.environment = .unknown }
    try stage.register("elsewhere", tenant: "other")
    try stage.tag("old", "beta")
    try stage.tag("quiet", "beta")
  }

  private static func exception(
    _ registration: Int, _ state: MessageState, _ reason: String = "", dueAt: Int = 0
  ) -> CampaignException {
    var exception = CampaignException()
    exception.registration = registration
    exception.state = state
    exception.reason = reason
    exception.dueAt = dueAt
    return exception
  }

  private static func done(_ segment: CampaignSegment, now: Int) -> CampaignProgress {
    var progress = CampaignProgress()
    progress.campaign = segment.campaign
    progress.segment = segment
    progress.segment?.checkpoint = segment.end
    progress.isSegmentDone = true
    return progress
  }
}
