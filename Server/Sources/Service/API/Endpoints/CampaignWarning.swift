internal import PushContract
internal import Store

/// Something that a campaign does not do, or may not manage; it stops nothing.
struct CampaignWarning: Sendable, Equatable {
  var code: String
  var detail: String

  static func of(_ request: CampaignRequest, _ compiled: CompiledClass) -> [CampaignWarning] {
    var warnings: [CampaignWarning] = []
    if compiled.source.inbox {
      warnings.append(
        CampaignWarning(
          code: "not_in_inbox",
          detail: "The class \(compiled.source.name) is for the inbox; a campaign writes nothing there."))
    }
    if request.way == .topic, request.ratePerSecond > 0 {
      warnings.append(
        CampaignWarning(
          code: "rate_unused",
          detail: "It is one message, and FCM fans it out at its own pace: the rate has no effect."))
    }
    return warnings
  }

  static func tooSlow(_ seconds: Int, life: Int) -> CampaignWarning? {
    guard life > 0, seconds > life else { return nil }
    return CampaignWarning(
      code: "expires_before_its_end",
      detail: "At this rate it takes \(seconds) seconds, and its messages live \(life): the last ones expire."
    )
  }

  static func tooLarge(_ devices: Int, most: Int) -> CampaignWarning? {
    guard devices > most else { return nil }
    return CampaignWarning(
      code: "audience_too_large",
      detail: "It is for \(devices) devices, and `fanout.direct_max` is \(most): it would be refused.")
  }

  static func write(_ warnings: [CampaignWarning], _ out: inout JSONWriter) {
    guard !warnings.isEmpty else { return }
    out.array("warnings") { out in
      for warning in warnings {
        out.object { out in
          out.member("code", warning.code)
          out.member("detail", warning.detail)
        }
      }
    }
  }
}
