import Foundation
import PushClientApple
import UIKit

/// Of an app with UIKit's scenes, in place of `onOpenURL` and `sceneConnecting`.
final class SceneDelegate: NSObject, UIWindowSceneDelegate {
  private var push: Pushwire? { (UIApplication.shared.delegate as? ParcelDelegate)?.push }

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) { push?.sceneConnected(connectionOptions) }

  func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
    for context in contexts { push?.openLink(context.url) }
  }

  func scene(_ scene: UIScene, continue activity: NSUserActivity) { push?.continueActivity(activity) }
}
