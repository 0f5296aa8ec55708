@testable import Audit

/// Signing in and out, and where a tap leads.
extension QuietCases {
  static let accounts: [SourceCase] = [
    SourceCase(
      "a session that tells others", plist, SRCExample.app(),
      .swift(
        "Session",
        """
        import Foundation

        final class Session {
          var account: String?
          func login(_ name: String) {
            account = name
            NotificationCenter.default.post(name: .sessionChanged, object: self)
          }
          func logout() {
            account = nil
            NotificationCenter.default.post(name: .sessionChanged, object: self)
          }
        }
        """)),
    SourceCase(
      "a session that a service ends, of which the code is not there", plist, SRCExample.app(),
      .swift(
        "LoginModel",
        """
        import Foundation

        final class LoginModel {
          let auth: Auth
          init(auth: Auth) { self.auth = auth }
          func login(name: String) async throws {
            let session = try await auth.open(name)
            UserDefaults.standard.set(session.id, forKey: "session")
          }
          func logout() async {
            await auth.close()
            UserDefaults.standard.removeObject(forKey: "session")
          }
        }
        """)),
    SourceCase(
      "a session whose caller deletes the registration", plist, SRCExample.app(),
      .swift(
        "Session",
        """
        import Foundation

        final class Session {
          var account: String?
          func logout() {
            account = nil
          }
        }

        final class SettingsModel {
          let session = Session()
          let server = ParcelServer()
          func leave() {
            server.unregisterDevice()
            session.logout()
          }
        }
        """)),
    SourceCase(
      "a URL whose host is looked at", plist,
      SRCExample.app(
        response: SRCExample.responding(
          """
              let userInfo = response.notification.request.content.userInfo
              if let text = userInfo["url"] as? String, let url = URL(string: text), url.host == "parcel.example" {
                UIApplication.shared.open(url)
              }
              completionHandler()
          """))),
    SourceCase(
      "a tap that goes through the router of links", plist,
      SRCExample.app(
        response: SRCExample.responding(
          """
              LinkRouter.shared.route(response.notification.request.content.userInfo)
              completionHandler()
          """),
        more: """

            func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
              LinkRouter.shared.route(["url": url])
            }

          """),
      .swift(
        "LinkRouter",
        """
        final class LinkRouter {
          static let shared = LinkRouter()
          func route(_ values: [AnyHashable: Any]) -> Bool { values.isEmpty }
        }
        """)),
  ]
}
