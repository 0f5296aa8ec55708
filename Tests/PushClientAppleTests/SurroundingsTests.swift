import BackgroundTasks
import Foundation
import PushClient
import Testing
import UserNotifications

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct SurroundingsTests {
    let device = Device()

    /// By the initialiser that apps use: the real surroundings, as far as Linux has them.
    @Test func anAppLaunches() throws {
      setenv("XDG_DATA_HOME", device.folder.path, 1)
      defer { unsetenv("XDG_DATA_HOME") }
      let push = Pushwire(
        policy: Device.policy, server: try #require(URL(string: "https://push.example.com")),
        ticket: { _ in "ticket" }, authorize: { _ in .allowed })
      push.onTask("com.example.refresh") { _ in }
      push.launch()
      #expect(device.center.delegate === push.centerDelegate)
      #expect(device.application.fakeRegistrations == 1)
      #expect(BGTaskScheduler.shared.fakeRegistrations == [])
      let folder = device.folder.appendingPathComponent("Pushwire")
      #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("state.json").path))
      #expect(push.installation.count == 36)
    }
  }
}
