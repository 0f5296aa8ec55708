import Store

extension StatsReport {
  var json: JSON {
    [
      "days": .integer(days), "funnel": funnel, "permission": permission, "tokens": .array(fleet.map(\.json)),
      "pushes": pushes, "classes": .array(classes.map(json)),
      "by": grouping.map { .string($0.rawValue) } ?? .null,
      "groups": .array(groups.filter(shows).map(json)),
      "groups_held_back": .integer(groups.count { !shows($0) }),
      "minimum_cohort": .integer(analytics.minimumCohort), "segments": .bool(analytics.segments),
    ]
  }

  private var funnel: JSON {
    [
      "explainer_shown": .integer(total.event(.explainerShown)),
      "explainer_accepted": .integer(total.event(.explainerAccepted)),
      "explainer_declined": .integer(total.event(.explainerDeclined)),
      "prompt_shown": .integer(total.event(.promptShown)),
      "granted": .integer(total.event(.permissionGranted)),
    ]
  }

  private var permission: JSON {
    [
      "granted": .integer(total.event(.permissionGranted)),
      "denied": .integer(total.event(.permissionDenied)),
      "provisional": .integer(total.event(.permissionProvisional)),
      "settings_opened": .integer(total.event(.settingsOpened)),
      "opt_in_last_7_days": number(Self.optIn(thisWeek)),
      "opt_in_7_days_before": number(Self.optIn(lastWeek)),
    ]
  }

  private var pushes: JSON {
    let taps = total.receipt(.routed) + total.receipt(.fellBack)
    return [
      "messages": .integer(total.count(RollupMetric.messages)), "accepted": .integer(total.accepted),
      "rejected": .integer(total.rejected), "failed": .integer(total.count(RollupMetric.failed)),
      "expired": .integer(total.count(RollupMetric.expired)),
      "unconfirmed": .integer(total.count(RollupMetric.unconfirmed)),
      "dead": .integer(total.count(RollupMetric.dead)), "suppressed": .integer(total.suppressed),
      "suppressed_by": Self.object(total.parts(RollupMetric.suppressedPrefix)),
      "rejected_by": Self.object(total.parts(RollupMetric.rejectedPrefix)),
      "acceptance": number(share(total.accepted, of: total.answered)),
      "invalid_tokens": .integer(total.invalidTokens),
      "deep_link_success": number(share(total.receipt(.routed), of: taps)),
    ]
  }

  private static func object(_ parts: [(name: String, count: Int)]) -> JSON {
    .object(parts.map { ($0.name, .integer($0.count)) })
  }

  private func json(_ group: Group) -> JSON {
    let counts = group.counts
    var members: [(String, JSON)] = [("name", .string(group.name))]
    members += [("accepted", .integer(counts.accepted)), ("rejected", .integer(counts.rejected))]
    // Null: held back, because it would tell of single people.
    members += Receipt.Kind.allCases.map { kind in
      (kind.rawValue, shows(group) ? .integer(counts.receipt(kind)) : .null)
    }
    members.append(("granted", shows(group) ? .integer(counts.event(.permissionGranted)) : .null))
    for name in ["accepted", "received"] where name == "accepted" || shows(group) {
      for (word, share) in [("p50", 0.5), ("p95", 0.95)] {
        // Null: none, or longer than the longest bucket.
        let bound = counts.latency(name, share: share).flatMap { $0 == Int.max ? nil : $0 }
        members.append(("to_\(name)_ms_\(word)", .count(bound)))
      }
    }
    return .object(members)
  }

  private func number(_ value: Double?) -> JSON { value.map(JSON.number) ?? .null }
}

extension FleetCount {
  var json: JSON {
    [
      "platform": .string(platform.name), "environment": .string(environment.name),
      "with_token": .integer(withToken), "confirmed_1_day": .integer(confirmedWithinDay),
      "confirmed_7_days": .integer(confirmedWithinWeek), "stale": .integer(stale), "held": .integer(held),
      "ambiguous": .integer(ambiguous), "permitted": .integer(permitted),
    ]
  }
}
