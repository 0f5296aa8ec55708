// A and B: the environment, the host, the entitlement and the profile.
extension Causes {
  static let apple: [Cause] = [
    Cause(
      "environment.host", .environment, .accepted, "The token belongs to the other APNs environment",
      rules: ["HOST001", "HOST002", "HOST006", "SIG012"],
      words: [
        "BadDeviceToken", "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken", "environment_unknown",
      ],
      platforms: apnsPlatforms,
      fix:
        "Send to the host of the environment that the app is signed for, as the device reports it at run time.",
      test:
        "Send the same push to the other host: api.sandbox.push.apple.com for a build from Xcode, api.push.apple.com for TestFlight and the App Store.",
      isCommon: true
    ).mostly(for: ["BadDeviceToken"]),
    Cause(
      "environment.key", .environment, .configured, "The key is limited to the other environment",
      rules: ["HOST003"],
      words: ["BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken", "BadCertificateEnvironment"],
      platforms: apnsPlatforms,
      fix: "Use a key for this environment, or one for both.",
      test:
        "Look at the key in the developer account: Keys, its Apple Push Notifications service, Environment."),
    Cause(
      "entitlement.missing", .entitlement, .registered, "The signed app has no aps-environment",
      rules: ["SIG001", "SIG004", "SIG005", "SIG011", "SIG014"], platforms: apnsPlatforms,
      fix: "Add the Push Notifications capability, renew the profile and sign again.",
      test:
        "Run `codesign -d --entitlements - Parcel.app` on the build that is installed, and look for aps-environment."
    ),
    Cause(
      "entitlement.profile", .entitlement, .registered, "The signature and the profile contradict each other",
      rules: [
        "SIG002", "SIG003", "SIG006", "SIG007", "SIG008", "SIG009", "SIG010", "SIG013", "SIG015", "SIG016",
        "SIG017",
        "SIG018", "SIG019", "SIG020",
      ],
      platforms: apnsPlatforms,
      fix: "Download the profile again and sign with it.",
      test:
        "Run `security cms -D -i embedded.mobileprovision` and compare its entitlements with the signed ones."
    ),
  ]
}
