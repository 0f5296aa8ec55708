import Audit
import Testing

@testable import Diagnosis

/// "It never arrives", class by class: a fault in a small set of files, its healthy twin, and pairs of faults.
struct CauseClassTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var group: CauseGroup
    var cause: String
    var kind: PushKind
    var platform: DevicePlatform
    var plant: @Sendable (inout CaseFiles) throws -> Void
    var testDescription: String { "\(group.rawValue): \(name)" }

    init(
      _ group: CauseGroup, _ name: String, _ cause: String, _ kind: PushKind = .alert,
      _ platform: DevicePlatform = .ios,
      _ plant: @escaping @Sendable (inout CaseFiles) throws -> Void
    ) {
      self.group = group
      self.name = name
      self.cause = cause
      self.kind = kind
      self.platform = platform
      self.plant = plant
    }

    var healthy: CaseFiles { platform == .android ? .android : .iOS }

    func files() throws -> CaseFiles {
      var files = healthy
      try plant(&files)
      return files
    }
  }

  private static let delegate = "Parcel/AppDelegate.swift"
  private static let service = "app/src/main/java/dev/pushwire/parcel/ParcelMessaging.kt"

  static let cases: [Case] = [
    Case(.environment, "a TestFlight token sent to the sandbox", "environment.host") {
      try $0.change("alert.sh", "https://api.push", "https://api.sandbox.push")
    },
    Case(.environment, "a build from Xcode, sent to production", "environment.host") {
      $0.add("Parcel.ipa", "build development")
    },
    Case(.environment, "an ad hoc build that is signed for development", "environment.host") {
      $0.add(
        "Parcel.ipa",
        "build adhoc\nsigned aps-environment = development\nprofile aps-environment = development")
    },
    Case(.entitlement, "signing again lost aps-environment", "entitlement.missing") {
      $0.add("Parcel.ipa", "signed aps-environment = none")
    },
    Case(.entitlement, "a profile without pushes", "entitlement.missing") {
      $0.add("Parcel.ipa", "profile aps-environment = none\nsigned aps-environment = none")
    },
    Case(.entitlement, "a profile that has expired", "entitlement.profile") {
      $0.add("Parcel.ipa", "profile-info ExpirationDate = 2026-10-01")
    },
    Case(.authentication, "the topic of another app", "topic") {
      try $0.change(
        "alert.sh", "apns-topic: dev.pushwire.parcel", "apns-topic: dev.pushwire.parcel.voip.voip")
    },
    Case(.authentication, "APNs refuses the provider token", "credential.apns") {
      $0.add(
        "answer.txt", "HTTP/2 403\ncontent-type: application/json\n\n{\"reason\":\"InvalidProviderToken\"}\n")
    },
    Case(.authentication, "a provider token for each request", "credential.clock") {
      $0.add("answer.txt", "HTTP/2 429\n\n{\"reason\":\"TooManyProviderTokenUpdates\"}\n")
    },
    Case(.authentication, "a push certificate", "credential.legacy") {
      try $0.change("alert.sh", "curl ", "curl --cert push.pem ")
    },
    Case(.payload, "background with priority 10", "payload.silent", .silent) {
      try $0.change("silent.sh", "apns-priority: 5", "apns-priority: 10")
    },
    Case(.payload, "content_available", "payload.silent", .silent) {
      try $0.change("silent.sh", "content-available", "content_available")
    },
    Case(.payload, "an alert of the type background", "payload.alert") {
      try $0.change("alert.sh", "apns-push-type: alert", "apns-push-type: background")
    },
    Case(.payload, "an expiration in milliseconds", "payload.expired") {
      try $0.change("alert.sh", "1796126400", "1796126400000")
    },
    Case(.clientCode, "the token's description", "client.token") {
      try $0.change(
        delegate, "deviceToken.map { String(format: \"%02x\", $0) }.joined()", "deviceToken.description")
    },
    Case(.clientCode, "a completion that is never called", "client.background", .silent) {
      try $0.change(delegate, "      completionHandler(.noData)\n", "")
    },
    Case(.clientCode, "it never registers", "client.registration") {
      try $0.change(delegate, "    application.registerForRemoteNotifications()\n", "")
    },
    Case(.clientCode, "no delegate of the notification centre", "client.presentation") {
      try $0.change(delegate, "    UNUserNotificationCenter.current().delegate = self\n", "")
    },
    Case(.android, "no POST_NOTIFICATIONS", "android.permission", .alert, .android) {
      try $0.change(
        "app-release.apk", "<uses-permission android:name=\"android.permission.POST_NOTIFICATIONS\"/>", "")
    },
    Case(.android, "a channel that is never created", "android.channel", .alert, .android) {
      try $0.change(service, "Builder(this, \"parcels\")", "Builder(this, \"parcel_news\")")
    },
    Case(.android, "another project's google-services.json", "android.project", .alert, .android) {
      try $0.change(
        "app/google-services.json", "\"package_name\": \"dev.pushwire.parcel\"",
        "\"package_name\": \"dev.pushwire.other\"")
    },
    Case(.android, "another project's token", "android.project", .alert, .android) {
      $0.add(
        "answer.txt",
        "HTTP/2 403\n\n{\"error\":{\"code\":403,\"status\":\"PERMISSION_DENIED\",\"details\":[{\"@type\":\"type.googleapis.com/google.firebase.fcm.v1.FcmError\",\"errorCode\":\"SENDER_ID_MISMATCH\"}]}}\n"
      )
    },
    Case(.android, "a message that displays, without high priority", "android.priority", .alert, .android) {
      try $0.change("message.json", "\"priority\": \"HIGH\", ", "")
    },
  ]

  @Test(arguments: cases) func theFaultIsTheFirstCause(_ item: Case) throws {
    let report = try item.files().diagnosis(item.kind, item.platform)
    let causes = report.causes.filter { $0.strength > .possible }
    #expect(causes.first?.cause.id == item.cause, "\(causes.map { "\($0.cause.id) \($0.because)" })")
    #expect(causes.first?.cause.group == item.group)
    #expect(report.first != nil && report.next != nil)
  }

  @Test(arguments: [(PushKind.alert, DevicePlatform.ios), (.silent, .ios), (.alert, .android)])
  func theHealthyTwinIsQuiet(_ kind: PushKind, _ platform: DevicePlatform) throws {
    let files = platform == .android ? CaseFiles.android : .iOS
    let audit = try files.audit()
    #expect(audit.findings.filter { $0.severity != .info }.map { "\($0.rule) \($0.message)" } == [])
    #expect(audit.scope.facts.unreadable.isEmpty)
    let report = try files.diagnosis(kind, platform)
    #expect(report.causes.filter { $0.strength > .possible }.map(\.cause.id) == [])
    #expect(!report.hops.contains { $0.status == .broken })
  }

  /// Two faults at once: the root, which keeps the other from mattering, comes first.
  @Test(arguments: [
    ("signing again lost aps-environment", "a completion that is never called", PushKind.silent),
    ("signing again lost aps-environment", "content_available", .silent),
    ("a profile without pushes", "the topic of another app", .alert),
    ("a build from Xcode, sent to production", "an alert of the type background", .alert),
    ("a TestFlight token sent to the sandbox", "an expiration in milliseconds", .alert),
    ("background with priority 10", "a completion that is never called", .silent),
    ("APNs refuses the provider token", "the token's description", .alert),
    ("no POST_NOTIFICATIONS", "a channel that is never created", .alert),
  ])
  func theRootOfTwoFaultsComesFirst(_ root: String, _ other: String, _ kind: PushKind) throws {
    let first = try #require(Self.cases.first { $0.name == root })
    let second = try #require(Self.cases.first { $0.name == other })
    var files = first.healthy
    try second.plant(&files)
    try first.plant(&files)
    let report = try files.diagnosis(kind, first.platform)
    let causes = report.causes.filter { $0.strength > .possible }.map(\.cause.id)
    #expect(causes.first == first.cause, "\(causes)")
    #expect(causes.contains(second.cause), "\(causes)")
  }

  @Test func whatNoFileTellsIsAskedAndAnswered() throws {
    var files = CaseFiles.iOS
    files.add("answer.txt", "HTTP/2 200\napns-id: 0A0A0A0A-0000-4000-8000-000000000000\n\n")
    let open = try files.diagnosis(.alert, .ios)
    #expect(open.causes.allSatisfy { $0.cause.group == .device || $0.strength == .possible })
    #expect(open.questions.map(\.id).contains("focus"))
    let answered = try files.diagnosis(.alert, .ios, ["focus": "on", "notifications": "on"])
    #expect(answered.causes.first?.cause.id == "device.focus")
    #expect(answered.causes.first?.cause.group == .device)
  }

  // MARK: F, background tasks

  private static let id = "dev.pushwire.parcel.refresh"

  private func task(_ plant: (inout CaseFiles) throws -> Void = { _ in }) throws -> TaskReport {
    var files = CaseFiles.iOS
    try plant(&files)
    return TaskDiagnosis.diagnose(TaskFacts(id: Self.id, audit: try files.audit()))
  }

  @Test func aTaskInOrderIsNotChosenYet() throws {
    let report = try task()
    #expect(report.verdict == .notChosenYet, "\(report.why) \(report.stages)")
  }

  @Test func aTaskThatIsNotPermitted() throws {
    let report = try task { try $0.change("Parcel.ipa", "parcel.refresh]", "parcel.sync]") }
    #expect(report.verdict == .fault && report.why.hasPrefix("permitted"), "\(report.why)")
  }

  @Test func aTaskThatIsNeverRegistered() throws {
    let report = try task {
      try $0.change(
        Self.delegate,
        """
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "dev.pushwire.parcel.refresh", using: nil) { task in
              self.refresh(task)
            }

        """, "")
    }
    #expect(report.verdict == .fault && report.why.hasPrefix("registered"), "\(report.why)")
  }

  @Test func aTaskThatIsNeverSubmitted() throws {
    let report = try task {
      try $0.change(
        Self.delegate, "do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }",
        "_ = request")
    }
    #expect(report.verdict == .fault && report.why.hasPrefix("submitted"), "\(report.why)")
  }

  @Test func aTaskThatIsNotSubmittedAgain() throws {
    let report = try task {
      try $0.change(
        Self.delegate, "  func refresh(_ task: BGTask) {\n    schedule()\n",
        "  func refresh(_ task: BGTask) {\n")
    }
    #expect(report.verdict == .fault && report.why.hasPrefix("completed"), "\(report.why)")
    #expect(report.findings.map(\.rule).contains("BG006"))
  }

  @Test func twoFaultsOfATaskNameTheEarlierStep() throws {
    let report = try task {
      try $0.change("Parcel.ipa", "parcel.refresh]", "parcel.sync]")
      try $0.change(
        Self.delegate, "  func refresh(_ task: BGTask) {\n    schedule()\n",
        "  func refresh(_ task: BGTask) {\n")
    }
    #expect(report.verdict == .fault && report.why.hasPrefix("permitted"), "\(report.why)")
  }

  @Test func backgroundTasksAreOneClassOfCauses() throws {
    var files = CaseFiles.iOS
    try files.change("Parcel.ipa", "parcel.refresh]", "parcel.sync]")
    let report = try files.diagnosis(.silent, .ios)
    #expect(report.causes.first { $0.strength > .possible }?.cause.group == .backgroundTask)
  }

  // MARK: the table of causes and the rules

  @Test func everyRuleThatIsNoNoteIsKnownToACause() {
    let known = Set(Causes.all.flatMap(\.rules))
    var strangers: [RuleID] = []
    var all: Set<RuleID> = []
    for rule in AuditRules.all {
      let page = rule.page
      all.insert(page.id)
      if page.severity != .info, !known.contains(page.id) { strangers.append(page.id) }
    }
    #expect(strangers.isEmpty, "which class of causes do they belong to?")
    let unknown = known.subtracting(all).sorted()
    #expect(unknown.isEmpty, "there are no such rules")
  }
}
