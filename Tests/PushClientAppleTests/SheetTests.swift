import Foundation
import PushClient
import SwiftUI
import Testing

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct SheetTests {
    let device = Device()
    let words = PushwireExplainerWords(title: "Stay posted", accept: "Yes", decline: "Not now")

    /// Everything of a kind in a tree of views.
    private func all<Part>(_ type: Part.Type, in view: Any) -> [Part] {
      if let part = view as? Part { return [part] }
      return Mirror(reflecting: view).children.flatMap { all(type, in: $0.value) }
    }

    @Test func theSheetIsThereWhileAnExplainerIsDue() throws {
      device.launch()
      let host = PushwireExplainerHost(device.push.explainer, words) { Text("The app") }
      let presented = try #require(all(Binding<Bool>.self, in: host.body).first)
      #expect(presented.wrappedValue == false)
      let before = device.push.explainer.objectWillChange.fakeChanges
      device.push.reached("order_placed")
      #expect(presented.wrappedValue)
      #expect(device.push.explainer.objectWillChange.fakeChanges > before)
      // It goes by a yes or a no alone.
      presented.wrappedValue = false
      #expect(presented.wrappedValue)
      #expect(device.state.session.explainer == "order_placed")
      #expect(all(Text.self, in: host.body).map(\.fakeText) == ["The app"])
    }

    @Test func itsButtonsAreTheYesAndTheNo() throws {
      device.launch()
      device.push.reached("order_placed")
      let sheet = PushwireExplainerSheet(device.push.explainer, words)
      let texts = all(Text.self, in: sheet.body).map(\.fakeText)
      #expect(texts == ["Stay posted", "We tell you when your parcel moves.", "Yes", "Not now"])
      let buttons = all(Button<Text>.self, in: sheet.body)
      #expect(buttons.count == 2)
      buttons[1].fakeAction()
      #expect(device.state.priming.declines == 1)
      device.timers.now += 61_000
      device.push.reached("order_placed")
      device.push.reached("order_placed")
      all(Button<Text>.self, in: sheet.body)[0].fakeAction()
      #expect(device.center.fakeRequests.count == 1)
    }
  }
}
