import Foundation
import Testing

/// Apple's fakes are the process's own, so all suites run one after the other.
@MainActor @Suite(.serialized) struct AppleTests {}

/// Waits for what other tasks bring about. Who waits for half a minute waits in vain.
@MainActor func until(
  _ file: String = #fileID, line: Int = #line, _ condition: @MainActor () -> Bool
) async {
  let deadline = Date().addingTimeInterval(30)
  while !condition() {
    guard Date() < deadline else {
      Issue.record("waited in vain at \(file):\(line)")
      return
    }
    await Task.yield()
  }
}

/// Lets whatever is ready run, so that what must not happen had its chance.
@MainActor func calm() async { for _ in 0..<200 { await Task.yield() } }
