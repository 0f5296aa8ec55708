import PushClientApple
import SwiftUI

/// The first screen.
struct HomeView: View {
  @ObservedObject private var router = Router.shared
  let push: Pushwire

  init(push: Pushwire) { self.push = push }

  var body: some View {
    VStack {
      Text("Parcel")
      switch router.place {
      case .home: placeOrder
      case .orders, .offers, .signIn: Text("…")
      case .order(let order): Text("Order \(order)")
      }
      SettingsRow(push: push)
    }
  }

  private var placeOrder: some View {
    Button("Place an order") {
      // The order first. Then the person knows what a notification would be good for.
      push.reached(ParcelNames.Moments.orderPlaced)
    }
  }
}

/// There only where the system will show no dialog any more, or shows nothing of ours.
struct SettingsRow: View {
  @ObservedObject private var explainer: PushwireExplainer
  let push: Pushwire

  init(push: Pushwire) {
    self.push = push
    _explainer = ObservedObject(wrappedValue: push.explainer)
  }

  var body: some View {
    if explainer.settingsRow != nil {
      Button("Notifications are off. Open Settings") { push.openSettings() }
    }
  }
}

extension PushwireExplainerWords {
  /// The explainer's own text stands in the profile.
  static let parcel = PushwireExplainerWords(
    title: "Know where your parcel is", accept: "Yes, tell me", decline: "Not now")
}
