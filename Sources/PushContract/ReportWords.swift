/// What a device confirms of a notification. The one list of these words: the client says no other, and the server
/// takes no other.
public enum ReceiptKind: String, Sendable, CaseIterable {
  case received, displayed, opened, routed, suppressed, duplicate, completed
  /// The tap ended at the safe place instead of its destination.
  case fellBack = "fell_back"
}

/// What a device reports of itself: of asking for permission, and of its registration.
public enum DeviceEventKind: String, Sendable, CaseIterable {
  case explainerShown = "explainer_shown"
  case explainerAccepted = "explainer_accepted"
  case explainerDeclined = "explainer_declined"
  case promptShown = "prompt_shown"
  case permissionGranted = "permission_granted"
  case permissionDenied = "permission_denied"
  case permissionProvisional = "permission_provisional"
  case settingsOpened = "settings_opened"
  case registered
  case registrationFailed = "registration_failed"
  case registrationUnavailable = "registration_unavailable"
}
