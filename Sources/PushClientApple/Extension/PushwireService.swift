public import Foundation
public import PushClient
internal import PushContract
public import UserNotifications

/// The rules inside a notification service extension, which is a process of its own: it reads what the app has
/// saved and changes nothing of it, and notes what it met for the app to take.
///
/// ```swift
/// final class NotificationService: UNNotificationServiceExtension {
///   private let service = PushwireService(policy: .parcel, appGroup: "group.com.example.parcel")
///   override func didReceive(
///     _ request: UNNotificationRequest,
///     withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
///   ) { service.didReceive(request, withContentHandler: contentHandler) }
///   override func serviceExtensionTimeWillExpire() { service.timeWillExpire() }
/// }
/// ```
public final class PushwireService: @unchecked Sendable {
  /// What is shown in place of a notification that is meant for another account.
  public enum Withheld: Sendable, Equatable {
    /// Nothing. Needs the entitlement `com.apple.developer.usernotifications.filtering`.
    case nothing
    /// A text that tells nothing.
    case text(title: String, body: String)
  }

  /// Sends receipts at once, where the extension shares the app's keychain group.
  struct Reporting {
    let server: ServerClient
    let vault: any Vault
    let provenance: String
  }

  private let reducer: ClientReducer
  private let withheld: Withheld
  private let folder: URL?
  private let reporting: Reporting?
  private let now: () -> Int
  private let center: () -> UNUserNotificationCenter
  private let lock = NSLock()
  /// By request: whom the system waits for, and with what.
  private var open: [String: (handler: (UNNotificationContent) -> Void, content: UNNotificationContent)] = [:]

  /// - Parameters:
  ///   - appGroup: the one of `PushwireOptions`.
  ///   - server: with `keychainGroup`: receipts are sent at once. Else the app sends them when it runs next.
  ///   - keychainGroup: the one of `PushwireOptions`.
  public convenience init(
    policy: ClientPolicy, appGroup: String, withheld: Withheld = .text(title: "", body: "…"),
    server: URL? = nil, keychainGroup: String? = nil
  ) {
    var reporting: Reporting?
    if let server, let keychainGroup {
      // The extension's bundle lies in the app's, and is called after it.
      let app = Bundle.main.bundleIdentifier?.split(separator: ".").dropLast().joined(separator: ".")
      reporting = Reporting(
        server: ServerClient(base: server, transport: URLSessionTransport(timeout: 2)) { _ in
          throw CancellationError()
        },
        vault: KeychainVault(service: (app ?? "app") + ".pushwire", group: keychainGroup),
        provenance: APNsEnvironment.read(.ios).provenance)
    }
    self.init(
      policy: policy, withheld: withheld, folder: Surroundings.folder(appGroup: appGroup),
      reporting: reporting)
  }

  init(
    policy: ClientPolicy, withheld: Withheld, folder: URL?, reporting: Reporting? = nil,
    now: @escaping () -> Int = { Int((Date().timeIntervalSince1970 * 1000).rounded(.down)) },
    center: @escaping () -> UNUserNotificationCenter = { UNUserNotificationCenter.current() }
  ) {
    reducer = ClientReducer(policy: policy)
    self.withheld = withheld
    self.folder = folder
    self.reporting = reporting
    self.now = now
    self.center = center
  }

  /// From `didReceive(_:withContentHandler:)`. What Pushwire did not send is delivered as it is.
  /// - Parameter change: the app's own changes, as in an image, of what is not withheld.
  public func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void,
    change: ((UNMutableNotificationContent) -> Void)? = nil
  ) {
    let json = JSONValue(userInfo: request.content.userInfo)
    let payload = PushPayload(json)
    guard payload.isOurs else { return contentHandler(request.content) }
    // Without what the app knows nobody is signed in.
    var state = savedState ?? ClientState()
    let waiting = state.receipts.waiting.receipts.count
    var push = PushArrival()
    push.handle = 1
    push.way = .extension
    push.payload = json
    push.hasNotification = true
    let effects = reducer.reduce(&state, .pushArrived(push), now: now())
    let isWithheld = !effects.commands.contains(.deliver(handle: 1, suppressed: false))

    note(json)
    let content = isWithheld ? hidden(payload) : changed(request.content, change)
    keep(request.identifier, contentHandler, content)
    for case .cancelLocals(let ids) in effects.commands {
      center().removePendingNotificationRequests(withIdentifiers: ids)
    }
    let receipts = Array(state.receipts.waiting.receipts.dropFirst(waiting))
    let (id, installation) = (request.identifier, state.installation)
    // The process may end with its word, so that comes last.
    replaceOlder(payload, than: id) { self.report(receipts, installation) { self.deliver(id) } }
  }

  /// From `serviceExtensionTimeWillExpire()`: delivers what was decided.
  public func timeWillExpire() {
    lock.lock()
    let waiting = open.keys
    lock.unlock()
    for id in waiting { deliver(id) }
  }

  private var savedState: ClientState? {
    guard let folder, let data = try? Data(contentsOf: StateFile(folder: folder).file) else { return nil }
    return try? ClientState(saved: String(decoding: data, as: UTF8.self))
  }

  private func note(_ payload: JSONValue) {
    guard let folder else { return }
    _ = try? ExtensionQueue(folder: folder).add(payload, at: now(), id: UUID().uuidString)
  }

  private func changed(
    _ content: UNNotificationContent, _ change: ((UNMutableNotificationContent) -> Void)?
  ) -> UNNotificationContent {
    guard let change, let copy = content.mutableCopy() as? UNMutableNotificationContent else {
      return content
    }
    change(copy)
    return copy
  }

  /// Of the payload only what names it stays: a tap on it leads to the safe place.
  private func hidden(_ payload: PushPayload) -> UNNotificationContent {
    let content = UNMutableNotificationContent()
    guard case .text(let title, let body) = withheld else { return content }
    content.title = title
    content.body = body
    content.interruptionLevel = .passive
    var own: [String: String] = [:]
    own[WireKey.notification] = payload.notification
    own[WireKey.notificationClass] = payload.notificationClass
    content.userInfo = [WireKey.root: own]
    return content
  }

  /// One notification shows once: what is shown under another name of the system's is taken away.
  private func replaceOlder(
    _ payload: PushPayload, than identifier: String, _ then: @escaping @Sendable () -> Void
  ) {
    guard let id = payload.notification else { return then() }
    let center = Handed(center())
    center.value.getDeliveredNotifications { @Sendable delivered in
      let old = delivered.map(\.request).filter { request in
        request.identifier != identifier
          && PushPayload(JSONValue(userInfo: request.content.userInfo)).notification == id
      }
      if !old.isEmpty {
        center.value.removeDeliveredNotifications(withIdentifiers: old.map(\.identifier))
      }
      then()
    }
  }

  /// The app sends the same again when it takes what was noted; it counts once.
  private func report(_ receipts: [Receipt], _ installation: String, _ then: @escaping @Sendable () -> Void) {
    guard let reporting, !receipts.isEmpty, let keys = try? reporting.vault.read(),
      keys.installation == installation
    else { return then() }
    var batch = ReceiptBatch()
    batch.receipts = receipts
    let call = ServerCall.receipts(
      installation: installation, batch, provenance: reporting.provenance)
    Task {
      _ = await reporting.server.answer(call, keys)
      then()
    }
  }

  private func keep(
    _ id: String, _ handler: @escaping (UNNotificationContent) -> Void, _ content: UNNotificationContent
  ) {
    lock.lock()
    open[id] = (handler, content)
    lock.unlock()
  }

  /// Once for each.
  private func deliver(_ id: String) {
    lock.lock()
    let entry = open.removeValue(forKey: id)
    lock.unlock()
    entry?.handler(entry?.content ?? UNNotificationContent())
  }
}
