import TestSupport
import Testing

@testable import Store

struct StoreNewsTests {
  @Test func whatIsToldIsRead() {
    let waiting = [
      ClaimBatch.Waiting(lane: .iosProduction, band: .urgent, dueAt: 1_900_000_000_000),
      ClaimBatch.Waiting(lane: .android, band: .bulk, dueAt: 5),
    ]
    let read = StoreNews.read(StoreNews.text(7, waiting, campaigns: true))
    #expect(read.node == 7)
    #expect(read.news == waiting.map(StoreNews.waiting) + [.campaigns])
  }

  @Test(arguments: ["", ":", "7", "x:1 1 1", "7:", "7:1 1", "7:99 0 1;z;1 9 1;1 1 x"])
  func whatCannotBeReadIsLeftOut(text: String) {
    #expect(StoreNews.read(text).news.isEmpty)
  }
}
