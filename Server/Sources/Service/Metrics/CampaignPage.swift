internal import Store

/// What `/metrics` shows of campaigns that have not ended. A campaign's id is the backend's own word, as a class is.
struct CampaignPage {
  /// Series of so many campaigns at most; the newest ones.
  static let most = 20

  var views: [CampaignView]

  func write(_ text: inout MetricsText) {
    let live = views.filter { !$0.state.hasEnded }
    text.begin("pushwire_campaigns", .gauge, "Campaigns that have not ended.")
    for state in CampaignState.allCases where !state.hasEnded {
      text.value("pushwire_campaigns", ["state": state.name], live.count { $0.state == state })
    }
    guard !live.isEmpty else { return }
    text.begin("pushwire_campaign_devices", .gauge, "Registrations of a campaign, and how far it is.")
    for view in live.prefix(Self.most) {
      let values: KeyValuePairs<String, Int> = [
        "total": view.total, "looked_at": view.looked, "waiting": view.waiting,
      ]
      for (state, value) in values {
        text.value(
          "pushwire_campaign_devices", ["tenant": view.tenant, "campaign": view.id, "state": state], value)
      }
    }
    text.begin("pushwire_campaign_messages_total", .counter, "What became of a campaign's messages.")
    for view in live.prefix(Self.most) {
      for kind in CampaignCount.ends + [CampaignCount.repeated] {
        text.value(
          "pushwire_campaign_messages_total", ["tenant": view.tenant, "campaign": view.id, "kind": kind],
          view.count(kind))
      }
    }
  }
}
