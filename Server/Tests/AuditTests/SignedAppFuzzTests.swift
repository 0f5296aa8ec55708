import AppFacts
import Foundation
import Inspect
import TestSupport
import Testing

@testable import Audit

/// Apps with random faults, and with bytes that are no app's any more, through readers and all rules.
struct SignedAppFuzzTests {
  private let lines = [
    "build adhoc", "build development", "build enterprise", "build simulator", "platform macos", "unsigned",
    "ad-hoc",
    "no-der", "no-xml", "encrypted", "digests sha1", "digests both", "arch arm64", "arch x86_64",
    "profile none",
    "profile store", "edited Info.plist", "edited CodeResources", "edited entitlements",
    "signed aps-environment = none", "signed aps-environment = development",
    "signed-xml aps-environment = [a, b]",
    "signed-der application-identifier = 7",
    "signed com.apple.developer.usernotifications.time-sensitive = {a: b}",
    "profile application-identifier = *", "profile aps-environment = true",
    "profile-der aps-environment = none",
    "profile-info TeamIdentifier = none", "profile-info ExpirationDate = 0001-01-01",
    "profile-info ExpirationDate = 9999-12-31", "profile-info Entitlements = none",
    "info CFBundleIdentifier = none", "info CFBundleIdentifier = [a]",
    "info UIBackgroundModes = remote-notification",
    "info UIBackgroundModes = {a: 1}", "info MinimumOSVersion = 16", "info MinimumOSVersion = 99.99.99.99.99",
    "extension Service.appex\n  unsigned\n  info NSExtension = none", "extension Widget.appex\n  no-der",
    "watch Watch.app\n  edited Info.plist", "clip Clip.app", "contains registerForRemoteNotifications",
  ]

  @Test func fuzzAppsWithRandomFaults() throws {
    let folder = try ScratchFolder()
    try Fuzz.run("apps with random faults") { round, random in
      var recipe: [String] = []
      for _ in 0..<random.below(8) { recipe.append(random.pick(lines)) }
      let type = random.pick(["ipa", "app", "xcarchive", "macho", "mobileprovision"])
      let url = folder.url.appending(path: "Parcel\(round).\(type)")
      // A profile of none is no file.
      guard (try? AppleRecipe.build(recipe.joined(separator: "\n"), at: url)) != nil else { return }
      if type != "app", type != "xcarchive", random.chance(2) { try damage(url, &random) }
      judge(url, recipe)
      try FileManager.default.removeItem(at: url)
    }
  }

  private func damage(_ url: URL, _ random: inout SeededRandom) throws {
    var bytes = [UInt8](try Data(contentsOf: url))
    for _ in 0...random.below(20) where !bytes.isEmpty {
      bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
    }
    if random.chance(3) { bytes.removeLast(random.below(bytes.count)) }
    try Data(bytes).write(to: url)
  }

  private func judge(_ url: URL, _ recipe: [String]) {
    let result = Audit.run(Inspector().read([url.path]), now: ExampleRun.now)
    for finding in result.all {
      let isWhole = !finding.message.isEmpty && !finding.evidence.isEmpty && !finding.about.isEmpty
      #expect(isWhole, "\(finding.rule) of \(recipe)")
    }
    let roots = result.findings.map(\.rule)
    #expect(result.all.count >= roots.count)
  }
}
