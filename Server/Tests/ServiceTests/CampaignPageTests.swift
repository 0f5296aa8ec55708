import Store
import Testing

@testable import Service

@Suite struct CampaignPageTests {
  private func view(_ id: String, _ state: CampaignState) -> CampaignView {
    var view = CampaignView()
    view.id = id
    view.tenant = "acme"
    view.state = state
    view.total = 10
    view.looked = 4
    view.waiting = 1
    view.counts = [
      CampaignCount(kind: CampaignCount.accepted, count: 2),
      CampaignCount(kind: CampaignCount.rejected, reason: "Unregistered", count: 1),
      CampaignCount(kind: CampaignCount.rejected, reason: "BadDeviceToken", count: 1),
    ]
    return view
  }

  private func page(_ views: [CampaignView]) -> String {
    var text = MetricsText()
    CampaignPage(views: views).write(&text)
    return String(decoding: text.finish(), as: UTF8.self)
  }

  @Test func liveOnesAreShownAndEndedOnesAreNot() {
    let text = page([view("a", .running), view("b", .paused), view("old", .done), view("off", .cancelled)])
    #expect(text.contains("pushwire_campaigns{state=\"running\"} 1\n"))
    #expect(text.contains("pushwire_campaigns{state=\"scheduled\"} 0\n"))
    #expect(!text.contains("\"old\"") && !text.contains("\"off\""))
    let series = "tenant=\"acme\",campaign=\"a\""
    #expect(text.contains("pushwire_campaign_devices{\(series),state=\"looked_at\"} 4\n"))
    #expect(text.contains("pushwire_campaign_messages_total{\(series),kind=\"rejected\"} 2\n"))
    #expect(!text.contains("Unregistered"))
  }

  @Test func manyOnesMakeNoMoreSeries() {
    let text = page((0..<50).map { view("c\($0)", .running) })
    #expect(text.contains("pushwire_campaigns{state=\"running\"} 50\n"))
    #expect(text.contains("\"c19\"") && !text.contains("\"c20\""))
    #expect(!page([]).contains("pushwire_campaign_devices"))
  }
}
