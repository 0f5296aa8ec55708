import Foundation
import PushClient
import PushClientApple
import SwiftUI
import UserNotifications

// What not every app needs.

extension PushwireOptions {
  static var parcel: PushwireOptions {
    var options = PushwireOptions()
    options.appGroup = "group.com.example.parcel"
    options.badgeInFront = .clear
    options.log = { line in print("push: \(line.code) \(line.subject)") }
    options.metric = { metric in Counts.add(metric.name, metric.label) }
    return options
  }
}

extension Pushwire {
  /// Before `launch()`.
  func setUpExtras() {
    onAction { action in
      guard action.action == ParcelNames.Actions.mute else { return }
      await Reminders.mute(action.notification)
    }
    onForeground { arrival in
      Router.shared.isBusy && arrival.notificationClass == ParcelNames.Classes.promo ? [] : nil
    }
  }

  func remind(of order: String, at date: Date) {
    scheduleLocal(
      "order-\(order)-shipped", ParcelNames.Classes.orderShipped,
      to: ParcelDestination.order(order: order).destination, at: date,
      PushwireLocalText(title: "On its way", body: "Your parcel should arrive today."))
  }
}

struct InboxView: View {
  @ObservedObject private var inbox: PushwireInbox

  init(push: Pushwire) { _inbox = ObservedObject(wrappedValue: push.inbox) }

  var body: some View {
    List {
      ForEach(inbox.items) { item in
        Button(item.title) { Task { try await inbox.markRead([item.id]) } }
      }
    }
    .task { try? await inbox.refresh() }
  }
}

/// Where another part of the app is the notification centre's delegate: `options.isCenterDelegate = false`.
final class OwnCenterDelegate: NSObject, UNUserNotificationCenterDelegate {
  private let push: Pushwire
  init(_ push: Pushwire) { self.push = push }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    if push.willPresent(notification, othersTakeForeign: true, completionHandler: completionHandler) {
      return
    }
    // Not Pushwire's: the other's, and so is the handler.
    completionHandler([.banner])
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    if push.didReceive(response, othersTakeForeign: true, completionHandler: completionHandler) { return }
    completionHandler()
  }
}

// The app's own.

enum Reminders {
  @MainActor static func mute(_ notification: String?) async {}
}

enum Counts {
  static func add(_ name: String, _ label: String?) {}
}

extension Router {
  var isBusy: Bool { false }
}
