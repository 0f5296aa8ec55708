/// The shape of one field in FCM's request, as its protocol buffer declares it.
indirect enum FCMField: Sendable {
  case string, bool, integer, number, duration, timestamp
  /// `map<string, string>`.
  case stringMap
  /// `google.protobuf.Struct`: any JSON object.
  case structure
  /// An enumeration: its type name and its values.
  case enumeration(String, [String])
  /// Another message, by its name in `FCMSchema.messages`.
  case message(String)
  case list(FCMField)
}

/// FCM's request message. Firebase, REST Resource: projects.messages.
enum FCMSchema {
  /// The message that the body of `messages:send` is.
  static let root = "SendMessageRequest"

  private static let priority = FCMField.enumeration(
    "AndroidMessagePriority", ["NORMAL", "HIGH"])

  /// Fields by their proto name, by message.
  static let messages: [String: [String: FCMField]] = [
    "SendMessageRequest": ["validate_only": .bool, "message": .message("Message")],
    "Message": [
      "name": .string, "data": .stringMap, "notification": .message("Notification"),
      "android": .message("AndroidConfig"), "webpush": .message("WebpushConfig"),
      "apns": .message("ApnsConfig"), "fcm_options": .message("FcmOptions"), "token": .string,
      "topic": .string, "condition": .string, "fid": .string,
    ],
    "Notification": ["title": .string, "body": .string, "image": .string],
    "AndroidConfig": [
      "collapse_key": .string, "priority": priority, "ttl": .duration, "restricted_package_name": .string,
      "data": .stringMap, "notification": .message("AndroidNotification"),
      "fcm_options": .message("AndroidFcmOptions"), "direct_boot_ok": .bool,
      "bandwidth_constrained_ok": .bool, "restricted_satellite_ok": .bool,
    ],
    "AndroidNotification": androidNotification,
    "LightSettings": [
      "color": .message("Color"), "light_on_duration": .duration, "light_off_duration": .duration,
    ],
    "Color": ["red": .number, "green": .number, "blue": .number, "alpha": .number],
    "AndroidFcmOptions": ["analytics_label": .string],
    "FcmOptions": ["analytics_label": .string],
    "WebpushConfig": [
      "headers": .stringMap, "data": .stringMap, "notification": .structure,
      "fcm_options": .message("WebpushFcmOptions"),
    ],
    "WebpushFcmOptions": ["link": .string, "analytics_label": .string],
    "ApnsConfig": [
      "headers": .stringMap, "payload": .structure, "fcm_options": .message("ApnsFcmOptions"),
      "live_activity_token": .string,
    ],
    "ApnsFcmOptions": ["analytics_label": .string, "image": .string],
  ]

  private static let androidNotification: [String: FCMField] = [
    "title": .string, "body": .string, "icon": .string, "color": .string, "sound": .string, "tag": .string,
    "click_action": .string, "body_loc_key": .string, "body_loc_args": .list(.string),
    "title_loc_key": .string, "title_loc_args": .list(.string), "channel_id": .string, "ticker": .string,
    "sticky": .bool, "event_time": .timestamp, "local_only": .bool,
    "notification_priority": .enumeration(
      "NotificationPriority",
      [
        "PRIORITY_UNSPECIFIED", "PRIORITY_MIN", "PRIORITY_LOW", "PRIORITY_DEFAULT", "PRIORITY_HIGH",
        "PRIORITY_MAX",
      ]),
    "default_sound": .bool, "default_vibrate_timings": .bool, "default_light_settings": .bool,
    "vibrate_timings": .list(.duration),
    "visibility": .enumeration("Visibility", ["VISIBILITY_UNSPECIFIED", "PRIVATE", "PUBLIC", "SECRET"]),
    "notification_count": .integer, "light_settings": .message("LightSettings"), "image": .string,
    "bypass_proxy_notification": .bool,
    "proxy": .enumeration("Proxy", ["PROXY_UNSPECIFIED", "ALLOW", "DENY", "IF_PRIORITY_LOWERED"]),
  ]

  /// `collapseKey` → `collapse_key`: proto JSON takes either name.
  static func protoName(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      if scalar.value >= 0x41 && scalar.value <= 0x5a {
        result += "_"
        result.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value + 32)))
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
