import Foundation
import PushClient
import PushClientApple
import SwiftUI

// What not every app needs.

extension PushwireOptions {
  /// With a service extension, a log and counts.
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
      // Nil: as the class says.
      arrival.notificationClass == ParcelNames.Classes.promo && Router.shared.isBusy ? [] : nil
    }
  }

  /// The same id as the remote one: whichever comes first shows, and the other does not.
  func remind(of order: String, at date: Date) {
    scheduleLocal(
      "order-\(order)-shipped", ParcelNames.Classes.orderShipped,
      to: ParcelDestination.order(order: order).destination, at: date,
      PushwireLocalText(title: "On its way", body: "Your parcel should arrive today."))
  }
}

/// What was sent to the account, shown or not.
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
