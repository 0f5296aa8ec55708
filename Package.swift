// swift-tools-version: 6.2
// What apps import. No system library may ever enter this manifest: it would make
// every app build print "you may be able to install …".
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

// Apple's frameworks are not on Linux. There, declarations of the same names stand in for them, so that the
// adapters are compiled and run in tests.
#if os(Linux)
  let appleFrameworks = [
    "UserNotifications", "UIKit", "AppKit", "BackgroundTasks", "Security", "Combine", "SwiftUI",
  ]
#else
  let appleFrameworks: [String] = []
#endif
// UIKit's scene options hold a response of UserNotifications; SwiftUI observes Combine's objects, and its apps
// have delegates.
let among: [String: [Target.Dependency]] = [
  "UIKit": ["UserNotifications"], "SwiftUI": ["Combine", "UIKit", "AppKit"],
]
let stubs: [Target] = appleFrameworks.map {
  .target(
    name: $0, dependencies: among[$0] ?? [], path: "Tests/AppleStubs/\($0)", swiftSettings: settings)
}
let frameworks: [Target.Dependency] = appleFrameworks.map { .target(name: $0) }
// They drive the declarations, which a Mac has not.
let adapterTests: [Target] =
  appleFrameworks.isEmpty
  ? []
  : [
    tests(
      "PushClientAppleTests",
      ["PushClientApple", "PushClient", "PushContract", "ParcelExample"] + frameworks)
  ]

// The example apps: both of them with the stubs; elsewhere each builds in a project of its own.
#if os(Linux)
  let appSources = ["ios/Generated", "ios/App", "ios/NotificationService", "macos/App"]
#else
  let appSources = ["ios/Generated"]
#endif

let package = Package(
  name: "Pushwire",
  platforms: [.iOS(.v15), .macOS(.v12), .watchOS(.v8)],
  products: [
    .library(name: "PushContract", targets: ["PushContract"]),
    .library(name: "PushClient", targets: ["PushClient"]),
    .library(name: "PushClientApple", targets: ["PushClientApple"]),
    .library(name: "PushClientTesting", targets: ["PushClientTesting"]),
  ],
  targets: stubs + adapterTests + [
    module("PushContract", []),
    module("PushClient", ["PushContract"]),
    module("PushClientApple", ["PushClient", "PushContract"] + frameworks),
    module("PushClientTesting", ["PushClient", "PushContract"]),

    // The example app's sources: compiled and run in tests, part of no product.
    .target(
      name: "ParcelExample", dependencies: ["PushClient", "PushClientApple"] + frameworks, path: "Examples",
      exclude: [
        "android", "backend", "ios/Generated/Info.plist", "ios/Generated/Parcel.entitlements",
        "macos/Generated",
      ], sources: appSources, swiftSettings: settings + [.define("WITHOUT_MAIN")]),

    tests("ParcelExampleTests", ["ParcelExample", "PushClient"]),
    tests("PushContractTests", ["PushContract"]),
    tests("PushClientTests", ["PushClient", "PushContract"]),
    tests("PushClientTestingTests", ["PushClientTesting", "PushClient", "PushContract"]),
  ]
)

// PUSHWIRE_TESTS=PushClientTests,… builds these test targets alone.
if let only = Context.environment["PUSHWIRE_TESTS"], !only.isEmpty {
  let names = only.split(separator: ",").map(String.init)
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
