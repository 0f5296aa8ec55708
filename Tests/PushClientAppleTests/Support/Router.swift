import Foundation
import PushClient
import UIKit
import UserNotifications

@testable import PushClientApple

/// An app's router: takes what comes, in order.
@MainActor final class Router {
  private(set) var taken: [PushwireNavigation<Destination>] = []
  private var task: Task<Void, Never>?
  var places: [String] { taken.map(\.place.name) }

  init(_ push: Pushwire) {
    let stream = push.navigations { $0 }
    task = Task { @MainActor [weak self] in
      for await navigation in stream { self?.taken.append(navigation) }
    }
  }

  func end() { task?.cancel() }
  deinit { task?.cancel() }
}

/// Something that a test lets happen.
final class Latch: @unchecked Sendable {
  private let lock = NSLock()
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    await withCheckedContinuation { continuation in
      let goesOn = lock.withLock {
        if !isOpen { waiting.append(continuation) }
        return isOpen
      }
      if goesOn { continuation.resume() }
    }
  }

  func open() {
    let waiting = lock.withLock {
      isOpen = true
      defer { self.waiting = [] }
      return self.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

extension Device {
  /// The scene that the system makes for a launch: with the tap, links and activities that caused it.
  func connectScene(
    tap: [AnyHashable: Any]? = nil, urls: [String] = [], webpages: [String] = [], others: [String] = []
  ) {
    let activities = webpages.map { address in
      let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
      activity.webpageURL = URL(string: address)
      return activity
    }
    push.sceneConnected(
      .fake(
        response: tap.map {
          .fake(Device.notification($0), UNNotificationDefaultActionIdentifier)
        }, urls: urls.compactMap { URL(string: $0) },
        activities: activities + others.map { NSUserActivity(activityType: $0) }))
  }
}
