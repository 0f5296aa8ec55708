import Bytes
import Compose
import Providers
import PushContract
import Testing

@testable import Delivery

@Suite struct NotificationFrameTests {
  private let schema = [Parameter(name: "order", type: .id), Parameter(name: "shop", type: .string)]

  private func frame(_ values: [(name: String, value: String)] = []) throws -> NotificationFrame {
    try NotificationFrame(
      kind: .token, notification: "n-7", schema: schema, values: values, createdAt: 1_700_000_000)
  }

  private func text(_ bytes: UnsafeBufferPointer<UInt8>?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func everyDraftGetsWhatAllHaveInCommon() throws {
    let source = TargetListSource(["aa", "bb"], frame: try frame([("shop", "Kiosk"), ("order", "8123")]))
    var draft = PushDraft(row: ParameterRow(schema: schema))
    for (index, target) in ["aa", "bb"].enumerated() {
      draft.removeAll()
      #expect(!source.isExhausted)
      let found = source.next(&draft)
      #expect(found)
      let (reference, createdAt) = (draft.reference, draft.createdAt)
      #expect(reference == index && createdAt == 1_700_000_000)
      let texts = [
        text(draft.target.bytes), text(draft.notification.bytes), text(draft.row.value(0)),
        text(draft.row.value(1)),
      ]
      #expect(texts == [target, "n-7", "8123", "Kiosk"])
      let isComplete = draft.row.isComplete
      #expect(isComplete)
    }
    #expect(source.isExhausted)
    draft.removeAll()
    var found = source.next(&draft)
    #expect(!found)
    // A retry gets the same again, in any order.
    found = source.again(0, &draft)
    #expect(found)
    let texts = [text(draft.target.bytes), text(draft.row.value(0))]
    #expect(texts == ["aa", "8123"])
    draft.removeAll()
    for reference in [2, -1] {
      found = source.again(reference, &draft)
      #expect(!found)
    }
  }

  @Test func aMistakeIsOneErrorBeforeAnythingIsSent() {
    #expect(throws: ComposeError.self) { _ = try self.frame([("oder", "8123")]) }
    #expect(throws: ComposeError.self) { _ = try self.frame([("order", "two words")]) }
  }

  @Test func aValueGivenTwiceIsTheLast() throws {
    let source = TargetListSource(["aa"], frame: try frame([("order", "1"), ("order", "2"), ("shop", "s")]))
    var draft = PushDraft(row: ParameterRow(schema: schema))
    let found = source.next(&draft)
    let order = text(draft.row.value(0))
    #expect(found && order == "2")
  }
}
