import Audit
import Diagnosis
import PushContract

/// A diagnosis for programs. Names and shape do not change; members may be added (docs/diagnose.md).
enum DiagnoseJSON {
  static func report(_ report: ArrivalReport, _ facts: ArrivalFacts) -> JSON {
    [
      "subject": subject(report.subject), "device": .text(facts.device), "kind": .text(facts.kind?.rawValue),
      "platform": .text(facts.platform?.rawValue), "server": .string(server(facts.server)),
      "hops": .array(report.hops.map(hop)),
      "first": report.first.map { ["hop": .string($0.hop.rawValue), "status": .string($0.status.rawValue)] }
        ?? .null,
      "causes": .array(report.causes.map(cause)), "next_test": test(report.next),
      "questions": .array(report.questions.map(question)),
      "unknown_words": .array(report.unknownWords.map { .string(redacted($0)) }),
      "unreadable": unreadable(facts.audit),
    ]
  }

  static func report(_ report: TaskReport) -> JSON {
    [
      "task": .string(report.id), "verdict": .string(report.verdict.rawValue),
      "why": .string(redacted(report.why)),
      "stages": .array(
        report.stages.map {
          [
            "stage": .string($0.stage.rawValue), "status": .string($0.status.rawValue),
            "why": .string(redacted($0.why)),
            "evidence": .array($0.evidence.map(\.json)),
          ]
        }),
      "findings": .array(report.findings.map(\.json)), "next_test": test(report.next),
      "questions": .array(report.questions.map(question)),
    ]
  }

  private static func subject(_ subject: ArrivalSubject) -> JSON {
    switch subject {
    case .installation(let id): ["installation": .string(id)]
    case .token(let masked): ["token": .string(masked)]
    case .notification(let id): ["notification": .string(id)]
    case .files: ["files": .bool(true)]
    }
  }

  private static func server(_ contact: ServerContact) -> String {
    switch contact {
    case .notAsked: "not asked"
    case .unreachable(let why): "unreachable: " + why
    case .unknownSubject: "does not know it"
    case .answered: "answered"
    }
  }

  private static func hop(_ standing: HopStanding) -> JSON {
    [
      "hop": .string(standing.hop.rawValue), "status": .string(standing.status.rawValue),
      "why": .string(redacted(standing.why)), "suspected": .bool(standing.isSuspected),
      "evidence": .array(
        standing.evidence.map {
          [
            "source": .string($0.source), "at": Instant.json($0.at), "detail": .string(redacted($0.detail)),
            "provenance": .text($0.provenance),
          ]
        }),
      "findings": .array(standing.findings.map(\.json)),
    ]
  }

  private static func cause(_ ranked: RankedCause) -> JSON {
    [
      "id": .string(ranked.cause.id), "class": .string(ranked.cause.group.rawValue),
      "hop": .string(ranked.cause.hop.rawValue), "title": .string(ranked.cause.title),
      "strength": .string(ranked.strength.word),
      "because": .array(ranked.because.map { .string(redacted($0)) }),
      "fix": .string(redacted(ranked.findings.first?.fix ?? ranked.cause.fix)),
      "test": .string(ranked.cause.test),
      "findings": .array(ranked.findings.map { .string($0.rule) }),
    ]
  }

  private static func test(_ test: NextTest?) -> JSON {
    guard let test else { return .null }
    return ["text": .string(redacted(test.text)), "why": .string(redacted(test.why))]
  }

  private static func question(_ question: Question) -> JSON {
    [
      "id": .string(question.id), "text": .string(question.text),
      "answers": .array(question.values.map(JSON.string)),
    ]
  }

  private static func unreadable(_ audit: AuditResult?) -> JSON {
    .array((audit?.scope.facts.unreadable ?? []).map(\.json))
  }
}
