import PushContract
import Store
import Testing

@testable import Service

@Suite struct HopEvidenceTests {
  private static let now = 1_893_456_000_000
  private static let day = 86_400_000

  private func facts(_ change: (inout HopEvidence.Facts) -> Void = { _ in }) -> HopEvidence.Facts {
    var registration = Registration()
    registration.installation = "d1"
    registration.environment = .production
    registration.token = "0123456789abcdef0123456789abcdef"
    registration.generation = 2
    registration.lastConfirmedAt = Self.now - 1000
    registration.permission = Permission()
    registration.permission?.status = "authorized"
    var facts = HopEvidence.Facts(
      registration: registration, messages: [], tombstones: [], hasLane: true, now: Self.now,
      staleAfter: 30 * Self.day, silentClasses: ["quiet"])
    change(&facts)
    return facts
  }

  private func message(_ state: MessageState, _ change: (inout MessageView) -> Void = { _ in }) -> MessageView
  {
    var view = MessageView()
    view.notification = "n-1"
    view.className = "loud"
    view.lane = .iosProduction
    view.state = state
    view.attempts = state == .suppressed ? 0 : 1
    view.at = Self.now - 500
    view.createdAt = Self.now - 600
    change(&view)
    return view
  }

  private func status(_ hop: Hop, _ facts: HopEvidence.Facts) -> HopStatus? {
    let all = HopEvidence.all(facts)
    #expect(all.map(\.hop) == Hop.allCases)
    return all.first { $0.hop == hop }?.status
  }

  @Test func nothingIsClaimedWithoutEvidence() {
    let fresh = HopEvidence.all(facts())
    #expect(
      fresh.map(\.status) == [
        .proven, .proven, .proven, .unknown, .unknown, .unknown, .unknown, .unknown, .notApplicable,
      ])
    for evidence in fresh where evidence.status == .proven || evidence.status == .broken {
      #expect(evidence.source != nil && evidence.at != nil && evidence.detail != nil)
    }
    #expect(!fresh.contains { $0.detail?.contains("0123456789abcdef0123456789abcdef") == true })
  }

  @Test func acceptedIsNotReceived() {
    let sent = facts { $0.messages = [message(.accepted) { $0.providerID = "6E4C" }] }
    #expect(status(.composed, sent) == .proven && status(.accepted, sent) == .proven)
    for hop in [Hop.received, .displayed, .opened] { #expect(status(hop, sent) == .unknown) }
  }

  @Test func whatAnEmulatorAnsweredIsVirtual() {
    for state in [MessageState.accepted, .rejected] {
      func provenance(_ isEmulated: Bool) -> String? {
        let sent = facts {
          $0.messages = [message(state) { $0.reason = "Unregistered" }]
          $0.isEmulated = isEmulated
        }
        return HopEvidence.all(sent).first { $0.hop == .accepted }?.provenance
      }
      #expect(provenance(true) == "virtual")
      #expect(provenance(false) == nil)
    }
  }

  @Test func receiptsProveWhatTheyName() {
    func with(_ kind: Receipt.Kind, _ className: String = "loud") -> HopEvidence.Facts {
      facts {
        $0.messages = [
          message(.accepted) {
            $0.className = className
            var receipt = Receipt(kind: kind, notification: "n-1", at: Self.now - 100)
            receipt.provenance = "virtual"
            $0.receipts = [receipt]
          }
        ]
      }
    }
    let hops: [Hop] = [.received, .displayed, .opened]
    let table: [(Receipt.Kind, [HopStatus])] = [
      (.received, [.proven, .unknown, .unknown]), (.displayed, [.proven, .proven, .unknown]),
      (.opened, [.proven, .unknown, .proven]), (.routed, [.proven, .unknown, .proven]),
      (.fellBack, [.unknown, .unknown, .proven]), (.suppressed, [.unknown, .broken, .unknown]),
      (.duplicate, [.unknown, .unknown, .unknown]), (.completed, [.proven, .unknown, .unknown]),
    ]
    #expect(table.count == Receipt.Kind.allCases.count)
    for (kind, expected) in table {
      #expect(hops.map { status($0, with(kind)) } == expected.map(Optional.some), "\(kind.rawValue)")
    }
    let quiet = with(.completed, "quiet")
    #expect(hops.map { status($0, quiet) } == [.proven, .notApplicable, .notApplicable])
    #expect(HopEvidence.all(quiet).first { $0.hop == .received }?.provenance == "virtual")
  }

  @Test func eachFaultBreaksItsHop() {
    let cases: [(Hop, HopStatus, (inout HopEvidence.Facts) -> Void)] = [
      (.configured, .broken, { $0.hasLane = false }),
      (.configured, .unknown, { $0.registration.environment = .unknown }),
      (.permitted, .broken, { $0.registration.permission?.status = "denied" }),
      (.permitted, .broken, { $0.registration.permission?.status = "notDetermined" }),
      (.permitted, .broken, { $0.registration.permission?.status = "not_determined" }),
      (.permitted, .broken, { $0.registration.permission?.alert = "disabled" }),
      (.permitted, .broken, { $0.registration.permission?.appBlocked = true }),
      (.permitted, .unknown, { $0.registration.permission?.status = "somethingNew" }),
      (.permitted, .unknown, { $0.registration.permission = nil }),
      (.registered, .broken, { $0.registration.token = nil }),
      (
        .registered, .broken,
        { $0.registration.hold = .init(kind: .quarantined, reason: "BadDeviceToken", since: Self.now) }
      ),
      (.registered, .unknown, { $0.registration.lastConfirmedAt = Self.now - 31 * Self.day }),
      (
        .composed, .broken,
        { facts in
          facts.messages = [
            message(.failed) {
              $0.verdict = "messageInvalid"
              $0.reason = "PayloadTooLarge"
            }
          ]
        }
      ),
      (.accepted, .broken, { facts in facts.messages = [message(.rejected) { $0.reason = "Unregistered" }] }),
      (.accepted, .unknown, { facts in facts.messages = [message(.unconfirmed)] }),
      (.composed, .unknown, { facts in facts.messages = [message(.suppressed)] }),
      (
        .retired, .proven,
        {
          $0.tombstones = [
            Tombstone(
              tenant: "", installation: "d1", kind: .tokenDead, detail: "Unregistered", token: "0123…cdef",
              generation: 1, at: Self.now)
          ]
        }
      ),
    ]
    for (hop, expected, change) in cases {
      #expect(status(hop, facts(change)) == expected, "\(hop.rawValue)")
    }
  }
}
