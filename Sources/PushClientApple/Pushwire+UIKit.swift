#if canImport(UIKit) && !os(watchOS)
  internal import PushClient
  public import UIKit

  #if canImport(Darwin)
    public import Foundation
  #else
    internal import Foundation
  #endif

  extension Pushwire {
    /// From `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`. The handler is called once,
    /// within the system's 30 s.
    /// - Parameter othersTakeForeign: somebody else in the app takes what Pushwire did not send.
    /// - Returns: false: it is the other's, and so is the handler.
    @discardableResult
    public func didReceive(
      _ userInfo: [AnyHashable: Any], othersTakeForeign: Bool = false,
      fetchCompletionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) -> Bool {
      guard !othersTakeForeign || PushPayload(JSONValue(userInfo: userInfo)).isOurs else { return false }
      fetched(userInfo) { result in
        let word: UIBackgroundFetchResult =
          switch result {
          case .newData: .newData
          case .noData: .noData
          case .failed: .failed
          }
        fetchCompletionHandler(word)
      }
      return true
    }

    /// From `scene(_:willConnectTo:options:)`: the tap or the link that started the app. The same tap may come
    /// through the notification centre too; it leads somewhere once.
    public func sceneConnected(_ options: UIScene.ConnectionOptions) {
      if let response = options.notificationResponse { post(.responded(Response(response))) }
      for context in options.urlContexts { openLink(context.url) }
      for activity in options.userActivities { continueActivity(activity) }
    }

    /// From `application(_:configurationForConnecting:options:)` of an app whose scenes are SwiftUI's: the tap
    /// that started the app. Its links come through `onOpenURL`.
    /// - Returns: the scene as the Info.plist has it.
    public func sceneConnecting(
      _ session: UISceneSession, _ options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
      if let response = options.notificationResponse { post(.responded(Response(response))) }
      return UISceneConfiguration(name: nil, sessionRole: session.role)
    }

    /// From `scene(_:continue:)` or `application(_:continue:restorationHandler:)`: a universal link. Other
    /// activities are left alone.
    /// - Returns: whether it was a link.
    @discardableResult public func continueActivity(_ activity: NSUserActivity) -> Bool {
      guard activity.activityType == NSUserActivityTypeBrowsingWeb, let url = activity.webpageURL else {
        return false
      }
      openLink(url)
      return true
    }
  }
#endif
