// swift-tools-version: 6.2
// The sender, the emulators and the command line. System libraries live here, never in the
// package above that apps import. `make deps` installs them.
import Foundation
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

let contract: Target.Dependency = .product(name: "PushContract", package: "Pushwire")
let testing: Target.Dependency = .product(name: "PushClientTesting", package: "Pushwire")
let client: Target.Dependency = .product(name: "PushClient", package: "Pushwire")

/// A C library: one module map and shim, imported by exactly one module.
func library(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
  .systemLibrary(
    name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

let package = Package(
  name: "PushwireServer",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "pushwire", targets: ["pushwire"])
  ],
  dependencies: [
    .package(name: "Pushwire", path: "..")
  ],
  targets: [
    library("CNghttp2", pkgConfig: "libnghttp2", apt: "libnghttp2-dev", brew: "libnghttp2"),
    library("CSSL", pkgConfig: "libssl", apt: "libssl-dev", brew: "openssl@3"),
    library("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
    library("CUV", pkgConfig: "libuv", apt: "libuv1-dev", brew: "libuv"),
    library("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev", brew: "libyaml"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
    library("CPostgres", pkgConfig: "libpq", apt: "libpq-dev", brew: "libpq"),
    library("CMicrohttpd", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev", brew: "libmicrohttpd"),
    library("CArchive", pkgConfig: "libarchive", apt: "libarchive-dev", brew: "libarchive"),
    library("CNats", pkgConfig: "libnats", apt: "libnats-dev", brew: "cnats"),
    library("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev", brew: "curl"),

    module("Bytes", []),
    module("Transport", ["CNghttp2", "CSSL", "CUV", "Bytes"]),
    module("PushCrypto", ["CCrypto", "Bytes"]),
    module("ProfileFile", ["CYAML", contract]),
    module("Compose", ["Bytes", contract]),
    module("Generate", [client, contract]),
    module("Providers", ["Bytes", "Transport", "PushCrypto", "Compose", contract]),
    module("Store", ["CSQLite", "CPostgres", "Bytes", contract]),
    module("Delivery", ["Bytes", "Transport", "Compose", "Providers", "Store", contract]),
    module("Feed", ["CNats", "Delivery", "Store"]),
    module("HTTPFront", ["CMicrohttpd", "Bytes"]),
    module("Webhooks", ["CCurl", "Bytes", "PushCrypto"]),
    module(
      "Service",
      [
        "Bytes", "Transport", "PushCrypto", "ProfileFile", "Compose", "Providers", "Store", "Delivery",
        "Feed",
        "HTTPFront", "Webhooks", contract,
      ]),
    module("Emulators", ["Transport", "PushCrypto"]),
    module("AppFacts", [contract]),
    module("Inspect", ["CArchive", "AppFacts", "Bytes", "PushCrypto", "ProfileFile", contract]),
    module("Audit", ["AppFacts", contract]),
    module("Diagnosis", ["AppFacts", "Audit", contract]),
    .executableTarget(
      name: "pushwire",
      dependencies: [
        "Bytes", "Transport", "PushCrypto", "ProfileFile", "Compose", "Providers", "Delivery",
        "Emulators", "Store", "HTTPFront", "Webhooks", "Service", "Generate", "AppFacts", "Inspect", "Audit",
        "Diagnosis", client,
        testing, contract,
      ],
      swiftSettings: settings),

    .executableTarget(
      name: "pushwire-bench",
      dependencies: [
        "Bytes", "Transport", "PushCrypto", "Compose", "Providers", "Delivery", "Store", "TestSupport",
        contract,
      ],
      path: "Benchmarks/pushwire-bench", swiftSettings: settings),

    // Seeds, scratch folders, example apps and oracles of tests and benchmarks; nothing that is shipped depends
    // on it.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    tests("BytesTests", ["Bytes", "TestSupport"]),
    tests("TransportTests", ["Transport", "Bytes", "PushCrypto", "TestSupport"]),
    tests("PushCryptoTests", ["PushCrypto", "TestSupport"]),
    tests("ProfileFileTests", ["ProfileFile", "TestSupport", contract]),
    tests(
      "VirtualTests",
      [
        "Service", "Store", "Emulators", "ProfileFile", "Generate", "Transport", "TestSupport", testing,
        client,
        contract,
      ]),
    tests("GenerateTests", ["Generate", "ProfileFile", "TestSupport", client, contract]),
    tests("ComposeTests", ["Compose", "Bytes", "ProfileFile", "TestSupport", contract]),
    tests(
      "ProvidersTests", ["Providers", "Transport", "Bytes", "PushCrypto", "TestSupport", contract]),
    tests(
      "DeliveryTests",
      [
        "Delivery", "Providers", "Compose", "Transport", "PushCrypto", "Emulators", "Store", "Bytes",
        "TestSupport", contract,
      ]),
    // A disk that fails, and one that is slow: for tests and benchmarks alone.
    .target(name: "CFaultVFS", dependencies: ["CSQLite"], path: "Tests/CFaultVFS"),
    tests("StoreTests", ["Store", "CFaultVFS", "Bytes", "TestSupport", contract]),
    tests(
      "FeedTests",
      [
        "Feed", "Delivery", "Store", "Emulators", "Providers", "Compose", "Transport", "PushCrypto", "Bytes",
        "TestSupport", contract,
      ]),
    tests("HTTPFrontTests", ["HTTPFront", "Bytes", "TestSupport"]),
    tests("WebhooksTests", ["Webhooks", "PushCrypto", "Bytes", "TestSupport"]),
    tests(
      "ServiceTests",
      [
        "Service", "Store", "Delivery", "Feed", "HTTPFront", "Webhooks", "Emulators", "Providers", "Compose",
        "Transport", "ProfileFile", "PushCrypto", "Bytes", "TestSupport", contract,
      ]),
    tests(
      "EmulatorsTests",
      [
        "Emulators", "Transport", "PushCrypto", "ProfileFile", "Compose", "Bytes", "TestSupport", contract,
      ]),
    tests(
      "InspectTests", ["Inspect", "AppFacts", "Bytes", "PushCrypto", "TestSupport", contract],
      exclude: ["Trees"]),
    tests(
      "AuditTests", ["Audit", "Inspect", "AppFacts", "PushCrypto", "TestSupport", contract],
      exclude: ["Fixtures"]),
    tests("DiagnosisTests", ["Diagnosis", "Audit", "Inspect", "AppFacts", "TestSupport", contract]),
    tests(
      "CommandTests",
      [
        "pushwire", "PushCrypto", "Providers", "Emulators", "Store", "AppFacts", "Inspect", "Audit",
        "Diagnosis", "Generate", "TestSupport",
        client, testing, contract,
      ], exclude: ["Snapshots"]),
  ]
)

/// The folder of the toolchain's own SwiftSyntax: beside the first `swift` on the PATH. Nil where that has
/// none.
func swiftSyntaxFolder() -> String? {
  let folders = (Context.environment["PATH"] ?? "").split(separator: ":").map(String.init)
  for folder in folders {
    let swift = URL(fileURLWithPath: folder).appendingPathComponent("swift")
    guard FileManager.default.isExecutableFile(atPath: swift.path) else { continue }
    let host = swift.resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent("../lib/swift/host").standardizedFileURL.path
    let needed = ["SwiftSyntax.swiftmodule", "SwiftParser.swiftmodule"]
    return needed.allSatisfy { FileManager.default.fileExists(atPath: "\(host)/\($0)") } ? host : nil
  }
  return nil
}

// The helper of `pushwire audit` that parses Swift. Without it Swift is read like the other languages.
if let host = swiftSyntaxFolder() {
  package.products.append(
    .executable(name: "pushwire-swift-reader", targets: ["pushwire-swift-reader"]))
  package.targets.append(
    .executableTarget(
      name: "pushwire-swift-reader", dependencies: ["AppFacts"],
      swiftSettings: settings + [.unsafeFlags(["-I", host])],
      linkerSettings: [
        .unsafeFlags([
          "-L", host, "-lSwiftSyntax", "-lSwiftParser",
          "-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../lib/pushwire", "-Xlinker", "-rpath", "-Xlinker", host,
        ])
      ]))
}

// PUSHWIRE_TESTS=StoreTests,… builds these test targets alone, with what they need.
if let only = Context.environment["PUSHWIRE_TESTS"], !only.isEmpty {
  var needed = Set(only.split(separator: ",").map(String.init))
  var open = Array(needed)
  while let name = open.popLast() {
    for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _):
        if needed.insert(name).inserted { open.append(name) }
      default: break
      }
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { !needed.contains($0.name) }
}
