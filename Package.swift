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

let package = Package(
  name: "Pushwire",
  platforms: [.iOS(.v15), .macOS(.v12)],
  products: [
    .library(name: "PushContract", targets: ["PushContract"])
  ],
  targets: [
    .target(name: "PushContract", swiftSettings: settings),
    .testTarget(name: "PushContractTests", dependencies: ["PushContract"], swiftSettings: settings),
  ]
)
