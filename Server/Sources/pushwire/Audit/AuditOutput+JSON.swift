import AppFacts
import Audit

/// For programs. Names and shape do not change; members may be added (docs/audit.md).
extension AuditOutput {
  var json: JSON {
    let counts = AuditCounts(result.findings)
    return [
      "ok": .bool(exit == .yes), "exit": .integer(Int(exit.rawValue)),
      "errors": .integer(counts.errors), "warnings": .integer(counts.warnings),
      "notes": .integer(counts.notes), "unknown": .integer(counts.unknown),
      "findings": .array(result.findings.map(\.json)),
      "silenced": .array(
        result.suppressed.map {
          ["finding": $0.finding.json, "reason": .string(redacted($0.reason)), "place": $0.place.json]
        }),
      "suppression_problems": .array(result.suppressionProblems.map(\.json)),
      "joins": .array(
        result.scope.joins.map {
          ["left": $0.left.json, "right": $0.right.json, "by": .string($0.by)]
        }),
      "inputs": .array(result.scope.facts.inputs.map(\.json)),
      "sources_left_out": .integer(result.scope.facts.sourcesLeftOut),
      "undecided": .array(
        undecided.map {
          [
            "rule": .text($0.rule), "question": .string(redacted($0.question)),
            "decided_by": .string($0.decidedBy),
          ]
        }),
      "layers": .array(
        AuditLayerCounts.all(result).map {
          [
            "layer": .string($0.layer.rawValue), "title": .string($0.layer.title),
            "errors": .integer($0.counts.errors), "warnings": .integer($0.counts.warnings),
            "notes": .integer($0.counts.notes), "folded": .integer($0.folded),
            "undecided": .integer($0.undecided),
          ]
        }),
    ]
  }
}

extension AuditFinding {
  /// One finding with its consequences.
  var json: JSON {
    [
      "rule": .string(rule), "severity": .string(severity.rawValue),
      "confidence": .string(confidence.rawValue),
      "message": .string(redacted(message)), "place": place?.json ?? .null,
      "evidence": .array(evidence.map(\.json)), "counterpart": .array(counterpart.map(\.json)),
      "fix": .string(redacted(fix)), "about": .array(about.sorted().map(JSON.string)),
      "consequences": .array(consequences.map(\.json)),
    ]
  }
}

extension Exhibit {
  var json: JSON {
    ["place": place.json, "quote": .text(quote.map(redacted)), "note": .string(redacted(note))]
  }
}

extension Place {
  /// Lines and columns from 1, the offset in bytes; null where it has none.
  var json: JSON {
    ["file": .string(file), "line": .count(line), "column": .count(column), "offset": .count(offset)]
  }
}

extension InputFact {
  var json: JSON {
    let (word, detail): (String, String?) =
      switch state {
      case .read: ("read", nil)
      case .partly(let missing): ("partly", missing)
      case .unreadable(let why): ("unreadable", why)
      case .leftOut(let rule): ("left_out", rule)
      }
    return [
      "kind": .string(kind.rawValue), "place": place.json, "state": .string(word), "detail": .text(detail),
      "summary": .string(redacted(summary)), "given": .bool(isGiven),
    ]
  }
}
