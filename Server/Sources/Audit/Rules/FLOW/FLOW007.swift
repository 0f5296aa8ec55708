import AppFacts

enum FLOW007: AuditRule {
  static let page = RulePage(
    "FLOW007", .flow, .error,
    summary: "On Android the token is sent at sign-up only",
    why: """
      FCM replaces tokens: after a restore, a reinstall, or when data is cleared. An app that asks for the token once, at \
      sign-up, and does not implement onNewToken goes on with a token that is dead.
      """,
    check: "Clear the app's data or restore a backup, and look whether the server gets a new token.",
    fix: "Override onNewToken and send what it brings; ask for the token at every launch too.",
    references: [.fcmTokens],
    silentOn: ["apps that also ask at launch", "apps that override onNewToken", "other transports than FCM"],
    bad: RuleExample(
      RuleExample.File(
        "app/src/main/java/dev/pushwire/parcel/SignUp.kt",
        """
        package dev.pushwire.parcel

        import com.google.firebase.messaging.FirebaseMessaging

        class SignUp(private val server: ParcelServer) {
            fun signUp(name: String) {
                FirebaseMessaging.getInstance().token.addOnSuccessListener { token -> // <- FLOW007
                    server.register(name, token)
                }
            }
        }
        """)),
    good: RuleExample(
      RuleExample.File(
        "app/src/main/java/dev/pushwire/parcel/ParcelApplication.kt",
        """
        package dev.pushwire.parcel

        import android.app.Application
        import com.google.firebase.messaging.FirebaseMessaging

        class ParcelApplication : Application() {
            override fun onCreate() {
                super.onCreate()
                FirebaseMessaging.getInstance().token.addOnSuccessListener { token ->
                    ParcelServer.register(token)
                }
            }
        }
        """)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppCode.android(scope) {
      let index = code.index
      guard index.functionNumbers(named: "onNewToken", in: code.files).isEmpty else { continue }
      let sites = tokenSites(code)
      guard let first = sites.first, sites.allSatisfy({ isAccountCode($0.function, code) }) else { continue }
      report.addOnce(
        AuditFinding(
          "FLOW007", .error, .likely,
          "The token is asked for at sign-up or sign-in only, and onNewToken is missing",
          evidence: sites.map { Exhibit($0.place, $0.place == first.place ? "asked for here" : "and here") },
          fix: "Override onNewToken, and ask for the token at every launch",
          about: [code.about, "registration"]))
    }
  }

  /// `FirebaseMessaging.getInstance().token`, `.getToken()`, `Firebase.messaging.token`
  private static func tokenSites(_ code: AppCode) -> [(place: Place, function: Int)] {
    var found: [(place: Place, function: Int)] = []
    for number in code.index.functions.indices where code.files.contains(code.index.functions[number].unit) {
      for statement in code.index.functions[number].declaration.body ?? [] {
        statement.walk { part in
          let path = part.path ?? ""
          guard path.contains("FirebaseMessaging") || path.contains("Firebase.messaging") else { return }
          guard path.hasSuffix(".token") || path.hasSuffix(".getToken") else { return }
          if !found.contains(where: { $0.place == part.place }) { found.append((part.place, number)) }
        }
      }
    }
    return found
  }

  private static func isAccountCode(_ number: Int, _ code: AppCode) -> Bool {
    let name = code.index.functions[number].declaration.name.lowercased()
    return ["signup", "register", "login", "signin", "createaccount", "onboard"].contains(
      where: name.contains)
  }
}
