import Combine
import PushClientApple

/// Where the app is. Taps, links and the app's own buttons all end here.
@MainActor final class Router: ObservableObject {
  static let shared = Router()
  @Published private(set) var place = ParcelDestination.home
  @Published private(set) var refreshes = 0

  func open(_ navigation: PushwireNavigation<ParcelDestination>) {
    place = navigation.place
    // It is on the screen already: its content may have changed.
    if navigation.mode == .refresh { refreshes += 1 }
  }
}
