import PushClient
import PushClientApple

/// Who is signed in: the app has this anyway.
@MainActor final class Session {
  static let shared = Session()
  private(set) var account: String?
  /// What the app's backend knows the account by.
  private(set) var token: String?
  private var changed: (String?) -> Void = { _ in }

  /// Tells who is signed in, now and after each change.
  func onChange(_ changed: @escaping (String?) -> Void) {
    self.changed = changed
    changed(account)
  }

  func signIn(_ account: String, token: String) {
    (self.account, self.token) = (account, token)
    changed(account)
  }

  func signOut() {
    (account, token) = (nil, nil)
    changed(nil)
  }

  /// Whether a place may open now, for who is signed in now. What is not known yet is fetched here.
  static func access(_ destination: Destination) async -> Access {
    switch ParcelDestination(destination) {
    case .order(let order): await Orders.access(to: order)
    case .orders: shared.account == nil ? .forbidden : .allowed
    case .home, .offers, .signIn: .allowed
    case nil: .unknown
    }
  }
}
