/// Which of Apple's two servers is played. A token belongs to exactly one of them.
public enum APNsEnvironment: String, Hashable, Sendable, CaseIterable {
  /// `api.sandbox.push.apple.com`, for development builds.
  case sandbox
  /// `api.push.apple.com`, which includes TestFlight and ad hoc builds.
  case production
}
