#if !os(watchOS)
  public import Foundation
  public import PushClient
  internal import UserNotifications

  /// The text of a local notification.
  public struct PushwireLocalText: Sendable, Equatable {
    public var title: String
    public var body: String
    public var thread: String?
    public var hasSound: Bool
    public init(title: String, body: String, thread: String? = nil, hasSound: Bool = true) {
      self.title = title
      self.body = body
      self.thread = thread
      self.hasSound = hasSound
    }
  }

  extension Pushwire {
    /// Plans a notification that the device shows by itself, under the same rules as remote ones: under one id
    /// the two show once, its tap leads where its remote twin's does, and it goes with the account.
    /// - Parameters:
    ///   - id: the notification id, the same as a remote one's where they mean the same.
    ///   - notificationClass: a class of the profile.
    public func scheduleLocal(
      _ id: String, _ notificationClass: String, to destination: Destination?, at date: Date,
      _ text: PushwireLocalText
    ) {
      localContents[id] = text
      var local = LocalNotification()
      local.notification = id
      local.notificationClass = notificationClass
      local.destination = destination
      local.at = Int((date.timeIntervalSince1970 * 1000).rounded())
      post(.localAsked(local))
      // Neither planned nor waiting: refused.
      if !queue.contains(where: { $0.event == .localAsked(local) }) { localContents[id] = nil }
    }

    public func withdrawLocal(_ id: String) { post(.localWithdrawn(notification: id)) }

    func add(_ local: LocalNotification) {
      guard let text = localContents.removeValue(forKey: local.notification) else { return }
      let content = UNMutableNotificationContent()
      content.title = text.title
      content.body = text.body
      if let thread = text.thread { content.threadIdentifier = thread }
      if text.hasSound { content.sound = .default }
      if let category = policy.classes[local.notificationClass]?.category {
        content.categoryIdentifier = category
      }
      content.userInfo = local.payload.userInfo
      let seconds = max(1, Double(local.at - surroundings.timers.now) / 1000)
      let request = UNNotificationRequest(
        identifier: local.notification, content: content,
        trigger: UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false))
      let id = local.notification
      surroundings.center.add(request) { @Sendable [weak self] error in
        guard let error else { return }
        let code = String((error as NSError).code)
        onMain { [weak self] in
          self?.log("local_refused", code)
          self?.post(.localRefused(notification: id, reason: code))
        }
      }
    }

    func cancelLocals(_ ids: [String]) {
      surroundings.center.removePendingNotificationRequests(withIdentifiers: ids)
    }
  }
#endif
