import BackgroundTasks
import Foundation
import PushClient
import Testing
import UserNotifications

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct SampleAppTests {
    let device = Device()

    @Test func theAppsOwnCodeIsAtMost40Lines() throws {
      let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      let text = try String(
        contentsOf: here.appendingPathComponent("Support/SampleApp.swift"), encoding: .utf8)
      let start = try #require(text.range(of: "final class SampleDelegate"))
      let end = try #require(text.range(of: "// The app's own"))
      let lines = text[start.lowerBound..<end.lowerBound].split(separator: "\n")
      #expect(lines.count > 20)
      #expect(lines.count <= 40)
    }

    /// The real surroundings, as far as Linux has them.
    @Test func itLaunches() throws {
      setenv("XDG_DATA_HOME", device.folder.path, 1)
      defer { unsetenv("XDG_DATA_HOME") }
      let delegate = SampleDelegate()
      #expect(delegate.finishLaunching())
      #expect(device.center.delegate === delegate.push.centerDelegate)
      #expect(device.application.fakeRegistrations == 1)
      #expect(BGTaskScheduler.shared.fakeRegistrations == [])
      let folder = device.folder.appendingPathComponent("Pushwire")
      #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("state.json").path))
      #expect(delegate.push.installation.count == 36)
    }
  }
}
