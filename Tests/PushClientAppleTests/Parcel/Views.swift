#if os(Linux)
  import Foundation
  import SwiftUI

  /// What a person finds on the screen.
  @MainActor enum Views {
    struct Missing: Error { let what: String }

    static func all<Part>(_ type: Part.Type, in view: Any) -> [Part] {
      if let part = view as? Part { return [part] }
      if let view = view as? any View, !(view is any FakeLeaf) { return all(type, in: view.body) }
      return Mirror(reflecting: view).children.flatMap { all(type, in: $0.value) }
    }

    static func press(_ title: String, in view: Any) throws {
      let button = all(Button<Text>.self, in: view).first { button in
        Mirror(reflecting: button).descendant("label", "fakeText") as? String == title
      }
      guard let button else { throw Missing(what: title) }
      button.fakeAction()
    }

    static func texts(in view: Any) -> [String] { all(Text.self, in: view).map(\.fakeText) }

    /// What runs while the screen is there.
    static func actions(in view: Any) -> [@Sendable () async -> Void] {
      all((any FakeRunning).self, in: view).map(\.fakeAction)
    }

    static func open(_ url: URL, in view: Any) throws {
      guard let view = all((any FakeOpening).self, in: view).first else { throw Missing(what: "links") }
      view.fakeOpen(url)
    }

    /// The sheet that is over the screen; nil: none.
    static func sheet(in view: Any) -> Any? {
      all((any FakePresenting).self, in: view).compactMap(\.fakePresented).first
    }
  }
#endif
