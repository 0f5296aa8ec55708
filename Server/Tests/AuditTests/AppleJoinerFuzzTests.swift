import AppFacts
import TestSupport
import Testing

@testable import Audit

/// Random apps, projects and files: nothing is lost, nothing is joined twice, and every index leads somewhere.
struct AppleJoinerFuzzTests {
  private let ids = [
    "dev.a", "dev.b", "dev.a.beta", "dev.a.service", "dev.b.widget", "$(X)", "dev.a.beta.service",
  ]

  @Test func randomFactsAreJoinedWhole() throws {
    try Fuzz.run("joins") { _, random in
      let facts = try facts(&random)
      let joined = Joiner.join(facts)
      check(joined, facts)
    }
  }

  private func facts(_ random: inout SeededRandom) throws -> AuditFacts {
    var facts = AuditFacts()
    func id(_ random: inout SeededRandom) -> String { random.pick(ids) }
    for number in 0..<random.below(4) {
      let child = try AppBundle("c\(number).appex", id: id(&random), role: .notificationService)
      facts.apps.append(
        try AppBundle(
          "a\(number).app", id: random.chance(5) ? nil : id(&random),
          role: random.chance(4) ? .otherExtension : .app, children: random.chance(2) ? [child] : []))
    }
    for project in 0..<random.below(3) {
      var targets: [XcodeProject.Target] = []
      for number in 0..<random.below(5) {
        let types = ["application", "app-extension", "framework", "bundle.unit-test"]
        var sources: [String] = []
        for file in 0..<random.below(6) { sources.append("p\(random.below(3))/\(file).swift") }
        targets.append(
          XcodeProject.Target(
            "t\(number)", ["Debug": id(&random), "Release": id(&random)], type: random.pick(types),
            sources: random.chance(4) ? nil : sources,
            dependencies: random.chance(2) ? ["t\(random.below(5))"] : [], line: number))
      }
      facts.projects.append(XcodeProject(Place("p\(project)/P.xcodeproj/project.pbxproj"), targets))
    }
    for project in 0..<3 {
      for file in 0..<random.below(6) {
        facts.sources.append(SourceUnit("p\(project)/\(file).swift", isTest: random.chance(6)))
      }
    }
    for number in 0..<random.below(4) {
      facts.profiles.append(
        try ProvisioningProfile("f\(number)", for: "ABCDE12345." + (random.chance(3) ? "dev.*" : id(&random)))
      )
      facts.infoPlists.append(
        InfoPlistFile(
          Place("i\(number)"), try Located("{CFBundleIdentifier: \(id(&random))}"), isSource: random.chance(2)
        ))
      facts.entitlements.append(
        EntitlementsFile(Place("e\(number)"), try Located("{aps-environment: production}")))
    }
    return facts
  }

  private func check(_ joined: Joiner.Result, _ facts: AuditFacts) {
    let unjoined = joined.unjoined.map(\.place)
    for bundle in facts.apps {
      let count = joined.apple.count { app in
        (app.bundles + app.looseExtensions).contains { $0.place == bundle.place }
      }
      #expect(count == (unjoined.contains(bundle.place) ? 0 : 1), "\(bundle.place.file)")
    }
    for (project, value) in facts.projects.enumerated() {
      for (index, target) in value.targets.enumerated() where target.isApp {
        let key = AppleTarget(project: project, target: index, isExtension: false)
        #expect(joined.apple.contains { $0.targets.contains(key) }, "the target \(target.name)")
      }
    }
    for profile in facts.profiles {
      #expect(joined.apple.contains { $0.profiles.contains(profile) } || unjoined.contains(profile.place))
    }
    for file in facts.entitlements {
      #expect(joined.apple.contains { $0.entitlements.contains(file) } || unjoined.contains(file.place))
    }
    for app in joined.apple {
      #expect(Set(app.targets).count == app.targets.count && Set(app.sources).count == app.sources.count)
      for index in app.sources + app.serviceExtensionSources {
        #expect(facts.sources.indices.contains(index) && !facts.sources[index].isTest)
      }
    }
    #expect(Set(joined.joins).count == joined.joins.count)
    #expect(joined.joins.allSatisfy { $0.left != $0.right && !$0.by.isEmpty })
  }
}
