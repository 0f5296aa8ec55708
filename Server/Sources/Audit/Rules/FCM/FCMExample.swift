import AppFacts

/// Messages for examples.
enum FCMExample {
  static func message(_ text: String) -> RuleExample.File { .init("message.json", text + "\n") }

  static let services = RuleExample.File(
    "google-services.json",
    """
    {
      "project_info": {"project_number": "123456789012", "project_id": "parcel-push"},
      "client": [
        {
          "client_info": {
            "mobilesdk_app_id": "1:123456789012:android:0a1b2c3d4e5f",
            "android_client_info": {"package_name": "dev.pushwire.parcel"}
          }
        }
      ]
    }

    """)

  /// An account whose key was cut out before the file was passed on.
  static let goodAccount = RuleExample(
    .init(
      "firebase.json",
      """
      {
        "type": "service_account",
        "project_id": "parcel-push",
        "private_key_id": "0a1b2c3d",
        "private_key": "-----BEGIN PRIVATE KEY-----\\ncut out\\n-----END PRIVATE KEY-----\\n",
        "client_email": "push@parcel-push.iam.gserviceaccount.com",
        "token_uri": "https://oauth2.googleapis.com/token"
      }

      """))

  static func request(project: String) -> RuleExample.File {
    .init(
      "push.http",
      """
      POST https://fcm.googleapis.com/v1/projects/\(project)/messages:send
      authorization: Bearer {{access}}
      content-type: application/json

      {"message": {"topic": "news", "notification": {"title": "On its way"}}}

      """)
  }
}

extension FCMBody {
  /// For ``AuditFinding/about``, with the answers that a fault of the message leads to.
  func about(_ scope: AuditScope) -> Set<String> {
    var about: Set = ["message:" + place.text]
    if let capture, scope.facts.captures.indices.contains(capture) {
      about.insert("INVALID_ARGUMENT@" + scope.facts.captures[capture].place.text)
    }
    return about
  }

  /// A message of HTTP v1, as far as it can be told.
  var isV1: Bool { message?.isObject == true }
  /// `notification`, of the message or of a platform's part.
  var showsNotification: Bool {
    guard let message else { return false }
    return message["notification"] != nil || message[path: ["android", "notification"]] != nil
  }
}
