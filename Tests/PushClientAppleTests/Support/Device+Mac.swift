import AppKit
import Foundation

extension Device {
  var macRegistrations: Int { NSApplication.shared.fakeRegistrations }
  var macBadge: String? { NSApplication.shared.dockTile.badgeLabel }
  var macOpened: [String] { NSWorkspace.shared.fakeOpened.map(\.absoluteString) }

  func macActive(_ isActive: Bool) {
    NSApplication.shared.fakeIsActive = isActive
    NotificationCenter.default.post(
      name: isActive ? NSApplication.didBecomeActiveNotification : NSApplication.didResignActiveNotification,
      object: nil)
  }
}
