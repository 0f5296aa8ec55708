import Emulators
import Foundation

/// The part about the server: two phones, seen from the app's backend.
struct DemoServerStory {
  let cast: DemoCast

  private var backend: DemoBackend { cast.backend }
  private var suite: EmulatorSuite { cast.stage.suite }

  func tell(_ hand: (DemoStep, DemoSection) throws -> Void) throws {
    for step in [
      registered, tokenKnown, asked, alert, silent, sameID, appDeleted, appRemoved, confirmedSince,
      rotationRace, loggedOut, funnel,
    ] { try hand(try step(), .server) }
  }

  // MARK: Who is there

  /// Two phones register with tickets that the backend asked for; without one nobody binds an account.
  func registered() throws -> DemoStep {
    var step = DemoStep(name: "registered", title: "An iPhone and an Android phone register")
    for phone in cast.phones {
      let answer = phone.register(ticket: backend.ticket(for: DemoCast.account))
      step.check.require(
        "the \(phone.name) is registered (\(answer.status))", (200...201).contains(answer.status))
      step.check.equal("its binding", answer.body["binding"].text, "bound")
      step.check.equal("its state", answer.body["state"].text, "active")
    }
    let forged = cast.iPhone.register(ticket: "e30.e30.e30")
    step.check.equal("a forged ticket gets", forged.status, 401)
    step.story = [
      "Each showed a ticket that says whose it is, and a secret of its own: bound to \(DemoCast.account), active. "
        + "A forged ticket got \(forged.status)."
    ]
    return step
  }

  /// Somebody got hold of a token. Both are held until the phone that has it says so.
  func tokenKnown() throws -> DemoStep {
    var step = DemoStep(name: "token_known", title: "Somebody else registers with the iPhone's token")
    let thief = try DemoDevice("other", .sandbox, token: cast.iPhone.token, http: cast.http)
    let taken = thief.register(ticket: backend.ticket(for: "mallory"))
    step.check.equal("it gets", taken.body["state"].text, "held")
    let echo = DemoInterruption.wait { cast.iPhone.challenge(suite) }
    step.check.require("a challenge reached the phone that has the token", echo != nil)
    let proof = cast.iPhone.register(ticket: backend.ticket(for: DemoCast.account), echo: echo)
    step.check.equal("the iPhone, with the echo, is", proof.body["state"].text, "active")
    step.check.equal("and belongs to", proof.body["binding"].text, "bound")
    step.story = [
      "Knowing a token is not enough: both were held, and a challenge was pushed to the token. The iPhone got "
        + "it, echoed it, and is active; the other has no token any more."
    ]
    return step
  }

  /// What devices report of asking for permission.
  func asked() throws -> DemoStep {
    var step = DemoStep(name: "asked", title: "Both report how they asked for permission")
    let events = [
      (cast.iPhone, ["explainer_shown", "explainer_accepted", "prompt_shown", "permission_granted"]),
      (cast.android, ["explainer_shown", "explainer_declined"]),
    ]
    for (phone, kinds) in events {
      let answer = phone.report(events: kinds)
      step.check.require("its report is taken (\(answer.status))", (200...202).contains(answer.status))
    }
    step.story = [
      "iPhone: explainer shown, accepted, prompt shown, granted. Android phone: explainer shown, \"not now\"."
    ]
    return step
  }

  // MARK: How far

  func alert() throws -> DemoStep {
    var step = DemoStep(name: "server_alert", title: "order_shipped to the account: an alert on both phones")
    let id = "ship-8123"
    let answer = backend.shipped(id, .account(DemoCast.account))
    step.check.equal("the answer", answer.status, 202)
    let before = backend.ladder(id)
    step.check.equal("messages", before.count, 2)
    for ladder in before { step.check.equal("its status", ladder.status, "accepted") }
    for phone in cast.phones { step.check.equal("pushes with this id on it", count(id, on: phone), 1) }
    _ = cast.iPhone.report(id, [.init("received"), .init("displayed"), .init("opened"), .init("routed")])
    _ = cast.android.report(id, [.init("received"), .init("displayed")])
    try tell(
      &step, id,
      wanted: [
        (cast.iPhone, "accepted, received, displayed, opened, routed"),
        (cast.android, "accepted, received, displayed"),
      ])
    for (phone, hop, status) in [
      (cast.iPhone, "registered", "proven"), (cast.iPhone, "permitted", "proven"),
      (cast.iPhone, "opened", "proven"), (cast.android, "displayed", "proven"),
      (cast.android, "opened", "unknown"),
    ] {
      step.check.equal("\(hop) of the \(phone.name)", cast.evidence(of: phone).status(hop), status)
    }
    step.story.insert("202 after the notification was safely on disk; both providers took it.", at: 0)
    return step
  }

  func silent() throws -> DemoStep {
    var step = DemoStep(
      name: "server_silent", title: "orders_changed to the account: silent, and what came of it")
    let id = "changed-1"
    let answer = backend.notify(id, "orders_changed", .account(DemoCast.account))
    step.check.equal("the answer", answer.status, 202)
    for ladder in backend.ladder(id) { step.check.equal("its status", ladder.status, "accepted") }
    _ = cast.iPhone.report(
      id, [.init("received"), .init("completed", result: "new_data", milliseconds: 420)])
    let wanted = [(cast.iPhone, "accepted, received, completed"), (cast.android, "accepted")]
    try tell(&step, id, wanted: wanted, evidence: false)
    step.story.append("The iPhone fetched new data in 420 ms; the Android phone has not reported: unknown.")
    return step
  }

  /// The backend lost the answer and asks again; another asks for something else under the same id.
  func sameID() throws -> DemoStep {
    var step = DemoStep(name: "same_id", title: "The same request again, and another under its id")
    let again = backend.shipped("ship-8123", .account(DemoCast.account))
    let other = backend.notify(
      "ship-8123", "order_shipped", .account(DemoCast.account), [("order", "8124"), ("day", "Monday")])
    step.check.require(
      "the same one is answered as before (\(again.status))", [200, 202].contains(again.status))
    step.check.equal("another under its id", other.status, 409)
    for phone in cast.phones {
      step.check.equal("pushes with this id on it", count("ship-8123", on: phone), 1)
    }
    step.story = [
      "The repeated request got the first answer and sent nothing more; the other got 409 and was not sent."
    ]
    return step
  }

  // MARK: Tokens that end

  func appDeleted() throws -> DemoStep {
    var step = DemoStep(name: "server_410", title: "The app is deleted from an iPhone")
    let phone = try cast.newcomer("iPhone", .sandbox, account: "bo")
    let now = Self.now()
    suite.set(.unregistered(at: now + 60_000, reported: now), token: phone.token)
    try gone(&step, phone, id: "gone-apns", reason: "Unregistered")
    return step
  }

  func appRemoved() throws -> DemoStep {
    var step = DemoStep(name: "server_unregistered", title: "The app is removed from an Android phone")
    let phone = try cast.newcomer("Android phone", .fcm, account: "cy")
    suite.set(FCMDevice.State.unregistered, token: phone.token)
    try gone(&step, phone, id: "gone-fcm", reason: "UNREGISTERED")
    return step
  }

  private func gone(_ step: inout DemoStep, _ phone: DemoDevice, id: String, reason: String) throws {
    _ = backend.shipped(id, .installation(phone.installation))
    try tell(&step, id, wanted: [(phone, "rejected (\(reason))")])
    let registered = cast.evidence(of: phone).status("registered")
    step.check.equal("registered", registered, "broken")
    let next = id + "-next"
    _ = backend.shipped(next, .installation(phone.installation))
    let after = backend.ladder(next).first
    step.check.equal("the next push to it", after?.status, "suppressed")
    let fate = registered == "broken" ? "deleted, with the reason kept" : "kept"
    step.story.append("Its token was \(fate); the next push was \(after?.text ?? "not told").")
  }

  /// APNs' word is older than the device's.
  func confirmedSince() throws -> DemoStep {
    var step = DemoStep(name: "confirmed_since", title: "A 410 that is older than the phone's own word")
    let phone = try cast.newcomer("iPhone", .sandbox, account: "di")
    suite.set(.unregistered(at: Self.now() - 3_600_000, reported: 0), token: phone.token)
    _ = backend.shipped("race-410", .installation(phone.installation))
    let first = backend.ladder("race-410").first
    step.check.equal("the first push", first?.text, "rejected (Unregistered)")
    step.check.equal("registered", cast.evidence(of: phone).status("registered"), "proven")
    suite.set(APNsDevice.State.valid, token: phone.token)
    _ = backend.shipped("race-410-next", .installation(phone.installation))
    try tell(&step, "race-410-next", wanted: [(phone, "accepted")])
    step.story.insert(
      "APNs answered 410 with a time an hour ago; the phone had confirmed its token since, so it was kept.",
      at: 0)
    return step
  }

  /// The token was renewed, and the registration of before arrives last.
  func rotationRace() throws -> DemoStep {
    var step = DemoStep(
      name: "rotation_race", title: "A new token, and the registration of before arriving late")
    let phone = try cast.newcomer("iPhone", .sandbox, account: "ed")
    let old = phone.token
    phone.token = cast.stage.device(.sandbox)
    phone.generation = 2
    let rotated = phone.register(ticket: backend.ticket(for: "ed"))
    step.check.require("the new one is taken (\(rotated.status))", (200...201).contains(rotated.status))
    let late = phone.register(ticket: backend.ticket(for: "ed"), token: old, generation: 1)
    step.check.equal("the late one", late.status, 409)
    step.check.equal("because", late.body["code"].text, "stale_generation")
    _ = backend.shipped("rotated", .installation(phone.installation))
    try tell(&step, "rotated", wanted: [(phone, "accepted")])
    step.check.equal("pushes on the new token", phone.arrived(suite).count, 1)
    step.check.equal("pushes on the old token", suite.inbox(of: old, in: .sandbox).arrived.count, 0)
    step.story.insert("Generation 1, arriving after generation 2, got 409 and changed nothing.", at: 0)
    return step
  }

  func loggedOut() throws -> DemoStep {
    var step = DemoStep(name: "logged_out", title: "The person logs out on the Android phone")
    let before = cast.android.arrived(suite).count
    let answer = cast.android.logout()
    step.check.equal("the answer", answer.status, 200)
    _ = backend.shipped("after-logout", .account(DemoCast.account))
    let ladders = backend.ladder("after-logout")
    step.check.equal("installations of the account", ladders.count, 1)
    step.check.equal("it is the iPhone", ladders.first?.installation, cast.iPhone.installation)
    step.check.equal("its status", ladders.first?.status, "accepted")
    _ = backend.shipped("to-the-phone", .installation(cast.android.installation))
    let direct = backend.ladder("to-the-phone").first
    step.check.equal("a push to the phone itself", direct?.status, "suppressed")
    step.check.equal("pushes on the Android phone since", cast.android.arrived(suite).count - before, 0)
    step.story = [
      "Token deleted, account unbound. The next alert for \(DemoCast.account) went to the iPhone alone; one to "
        + "the phone itself was \(direct?.text ?? "not told")."
    ]
    return step
  }

  // MARK: How it is doing

  /// What `pushwire stats` shows, beside the server that is running.
  func funnel() throws -> DemoStep {
    var step = DemoStep(name: "funnel", title: "`pushwire stats`, while the server runs")
    let report = try cast.stage.stats()
    let shown = report.total.event(.explainerShown)
    let asked = report.total.event(.promptShown)
    let granted = report.total.event(.permissionGranted)
    step.check.equal("explainers", shown, 2)
    step.check.equal("prompts", asked, 1)
    step.check.equal("granted", granted, 1)
    step.check.equal("taps that reached their place", report.total.receipt(.routed), 1)
    step.story = ["Counted by day; no account, installation or token is in it."]
    step.lines = StatsPage(report: report, style: Styler(isOn: false), width: 80).funnel()
      .split(separator: "\n").map { String($0.dropFirst(2)) }
    return step
  }

  // MARK: Pieces

  private func count(_ id: String, on phone: DemoDevice) -> Int {
    phone.arrived(suite).count { $0 == id }
  }

  /// Holds the ladder of a notification against what must be, and tells it with the evidence of each phone.
  private func tell(
    _ step: inout DemoStep, _ id: String, wanted: [(DemoDevice, String)], evidence: Bool = true
  ) throws {
    let ladders = backend.ladder(id)
    for (phone, text) in wanted {
      let found = ladders.first { $0.installation == phone.installation }?.text
      step.check.equal("the ladder of the \(phone.name)", found, text)
      step.story.append("\(phone.name): \(found ?? "no message")")
      if evidence { step.story.append("  " + cast.evidence(of: phone).text) }
    }
  }

  static func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
}
