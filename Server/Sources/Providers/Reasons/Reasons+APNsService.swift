extension ReasonCatalogue {
  /// APNs on the request and on itself.
  static let apnsService: [Reason] = [
    Reason(
      .apns, "BadPath", [404], .laneFault, .lane,
      meaning: "The request's path is wrong.",
      causes: ["Another server than APNs answers under the given host.", "A proxy rewrites the path."],
      check: "Look at the host that the profile or --endpoint names.",
      fix: "Send to api.push.apple.com or api.sandbox.push.apple.com without rewriting.",
      source: .appleAnswers),
    Reason(
      .apns, "MethodNotAllowed", [405], .laneFault, .lane,
      meaning: "The request's method is not POST.",
      causes: ["A proxy on the way changes the method."],
      check: "Send without the proxy.",
      fix: "Use a proxy that tunnels (CONNECT).", source: .appleAnswers),
    Reason(
      .apns, "IdleTimeout", [400], .unavailable, .connection,
      meaning: "The connection was idle too long and is being closed.",
      causes: ["Nothing was sent for a long while."],
      check: "Nothing to check.",
      fix: "Nothing: the push goes out on a new connection.", source: .appleAnswers),
    Reason(
      .apns, "TooManyRequests", [429], .throttled, .token,
      meaning: "Too many pushes went to this one device in a short time.",
      causes: ["A loop sends to the same device.", "Several systems push to it at once."],
      check: "Count what went to this installation in the last minutes.",
      fix: "Send less, or use a collapse key. The push is tried again later.", source: .appleAnswers),
    Reason(
      .apns, "InternalServerError", [500], .unavailable, .connection,
      meaning: "APNs had an internal error.",
      causes: ["A fault at Apple."],
      check: "Apple's system status page.",
      fix: "Nothing: it is tried again with growing pauses.", source: .appleAnswers),
    Reason(
      .apns, "ServiceUnavailable", [503], .unavailable, .connection,
      meaning: "APNs is not available right now.",
      causes: ["A fault or overload at Apple."],
      check: "Apple's system status page.",
      fix: "Nothing: it is tried again with growing pauses.", source: .appleAnswers),
    Reason(
      .apns, "Shutdown", [503], .unavailable, .connection,
      meaning: "This APNs server is shutting down.",
      causes: ["Maintenance at Apple."],
      check: "Nothing to check.",
      fix: "Nothing: the push goes out on a new connection.", source: .appleAnswers),
  ]
}
