import AppFacts

/// A token of APNs, sent to FCM.
enum FCM009: AuditRule {
  static let page = RulePage(
    "FCM009", .fcm, .error, summary: "An APNs device token is sent to FCM as its own",
    why: """
      FCM's registration tokens and APNs' device tokens are different things. FCM answers INVALID_ARGUMENT to 64 \
      hexadecimal digits.
      """,
    check: "Print Messaging.messaging().fcmToken beside the device token.",
    fix: "Send the token of Messaging, not that of didRegisterForRemoteNotificationsWithDeviceToken.",
    references: [.fcmSend, .fcmErrors], silentOn: ["tokens shown masked, and names that stand for one"],
    bad: RuleExample(
      FCMExample.message(
        #"{"message": {"token": "\#(String(repeating: "3f2a91bc", count: 8))", "notification": {"title": "Hi"}}}"#
      )),
    good: RuleExample(
      FCMExample.message(
        #"{"message": {"token": "c9Xk2mPq:APA91bExampleOfNoDevice0", "notification": {"title": "Hi"}}}"#)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for body in scope.facts.fcmBodies {
      guard let token = body.token, token.isHex, token.length == 64 else { continue }
      report.add(
        page, .likely, "the token is 64 hexadecimal digits, as APNs' are",
        at: Exhibit(token.place, quote: token.masked, "the token, masked"), about: body.about(scope))
    }
  }
}
