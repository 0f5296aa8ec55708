#if !os(watchOS)
  internal import Foundation
  internal import PushClient
  public import UserNotifications

  /// A `willPresent` that waits for what to show, with what the app is asked about it.
  struct PendingPresentation {
    let completion: Completion<[Presentation]>
    let arrival: PushwireArrival
    let isOurs: Bool
  }

  extension Pushwire {
    /// From `userNotificationCenter(_:willPresent:withCompletionHandler:)`, where the app's own delegate
    /// forwards.
    /// - Parameter othersTakeForeign: somebody else in the app takes what Pushwire did not send.
    /// - Returns: false: it is the other's, and so is the handler.
    @discardableResult
    public nonisolated func willPresent(
      _ notification: UNNotification, othersTakeForeign: Bool = false,
      completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) -> Bool {
      let request = notification.request
      let userInfo = JSONValue(userInfo: request.content.userInfo)
      let payload = PushPayload(userInfo)
      guard payload.isOurs || !othersTakeForeign else { return false }
      let thread = request.content.threadIdentifier
      let arrival = PushwireArrival(
        notification: payload.notification, notificationClass: payload.notificationClass,
        destination: payload.destination, thread: thread.isEmpty ? nil : thread)
      let isRemote = request.trigger is UNPushNotificationTrigger
      let handler = Handed(completionHandler)
      onMain {
        self.arrived(arrival, userInfo, isRemote: isRemote, isOurs: payload.isOurs) { shown in
          handler.value(UNNotificationPresentationOptions(shown))
        }
      }
      return true
    }

    /// From `userNotificationCenter(_:didReceive:withCompletionHandler:)`, where the app's own delegate
    /// forwards. The parameters are those of ``willPresent(_:othersTakeForeign:completionHandler:)``.
    @discardableResult
    public nonisolated func didReceive(
      _ response: UNNotificationResponse, othersTakeForeign: Bool = false,
      completionHandler: @escaping () -> Void
    ) -> Bool {
      let made = Response(response)
      guard PushPayload(made.payload).isOurs || !othersTakeForeign else { return false }
      let handler = Handed(completionHandler)
      onMain { self.responded(made) { handler.value() } }
      return true
    }

    private func responded(_ made: Response, _ completion: @escaping () -> Void) {
      let handle = newHandle()
      responses[handle] = Completion(
        limit: Limits.response, fallback: (), timers: surroundings.timers,
        expired: { [weak self] in
          self?.responses[handle] = nil
          self?.log("response_late")
        }, completion)
      var response = made
      response.handle = handle
      post(.responded(response))
    }

    private func arrived(
      _ arrival: PushwireArrival, _ payload: JSONValue, isRemote: Bool, isOurs: Bool,
      _ completion: @escaping ([Presentation]) -> Void
    ) {
      let handle = newHandle()
      presentations[handle] = PendingPresentation(
        completion: Completion(
          limit: Limits.presentation, fallback: [], timers: surroundings.timers,
          expired: { [weak self] in
            self?.presentations[handle] = nil
            self?.log("presentation_late")
          }, completion),
        arrival: arrival, isOurs: isOurs)
      var push = PushArrival()
      push.handle = handle
      push.way = isRemote ? .presenting : .local
      push.payload = payload
      push.hasNotification = true
      push.thread = arrival.thread
      post(.pushArrived(push))
    }

    /// Shows what the core says, or what the app makes of it in time.
    func present(_ handle: Int, _ shown: [Presentation]) {
      guard let pending = presentations.removeValue(forKey: handle) else { return }
      guard let foregroundDecision, pending.isOurs, !shown.isEmpty else {
        pending.completion.claim(shown)
        return
      }
      let limit = surroundings.timers.after(options.foregroundDecision) { [weak self] in
        if pending.completion.claim(shown) { self?.log("foreground_decision_late") }
      }
      Task { @MainActor in
        let decided = await foregroundDecision(pending.arrival)
        limit.cancel()
        pending.completion.claim(decided ?? shown)
      }
    }

    /// A notification that is handed over to work with.
    func fetched(_ userInfo: [AnyHashable: Any], _ completion: @escaping (WorkResult) -> Void) {
      let handle = newHandle()
      fetches[handle] = Completion(
        limit: Limits.fetch, fallback: .failed, timers: surroundings.timers,
        expired: { [weak self] in
          self?.fetches[handle] = nil
          self?.log("fetch_late")
        }, completion)
      var push = PushArrival()
      push.handle = handle
      push.way = .background
      push.payload = JSONValue(userInfo: userInfo)
      post(.pushArrived(push))
    }
  }

  extension Response {
    init(_ response: UNNotificationResponse) {
      self.init()
      payload = JSONValue(userInfo: response.notification.request.content.userInfo)
      action =
        switch response.actionIdentifier {
        case UNNotificationDefaultActionIdentifier: Response.tap
        case UNNotificationDismissActionIdentifier: Response.dismiss
        default: response.actionIdentifier
        }
      text = (response as? UNTextInputNotificationResponse)?.userText
    }
  }

  /// The notification centre's delegate, where the app has none of its own.
  final class CenterDelegate: NSObject, UNUserNotificationCenterDelegate {
    private weak var push: Pushwire?
    init(_ push: Pushwire) { self.push = push }

    func userNotificationCenter(
      _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
      withCompletionHandler completionHandler:
        @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
      guard let push else { return completionHandler([]) }
      push.willPresent(notification, completionHandler: completionHandler)
    }

    func userNotificationCenter(
      _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
      withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
      guard let push else { return completionHandler() }
      push.didReceive(response, completionHandler: completionHandler)
    }
  }
#endif
