import Testing

@testable import PushContract

/// The reading without YAML: any tree with places will do.
struct ProfileReadingTests {
  private static func scalar(_ text: String, _ line: Int) -> ProfileNode {
    ProfileNode(.scalar(ProfileNode.Scalar(text)), at: ProfilePosition(line: line, column: 9))
  }
  private static func entry(_ key: String, _ value: ProfileNode, _ line: Int) -> ProfileNode.Entry {
    ProfileNode.Entry(key: key, position: ProfilePosition(line: line, column: 1), value: value)
  }
  private static func mapping(_ entries: [ProfileNode.Entry], _ line: Int) -> ProfileNode {
    ProfileNode(.mapping(entries), at: ProfilePosition(line: line, column: 3))
  }

  @Test func aScalarIsNoProfile() {
    let reading = ProfileReading(Self.scalar("hello", 1))
    #expect(reading.errors.map(\.code) == ["wrong-type"])
    #expect(
      reading.errors.first?.message == "the profile must be a mapping of keys and values, found `hello`")
  }

  @Test func everythingThatIsMissingIsSaidAtOnce() {
    let reading = ProfileReading(Self.mapping([], 1), file: "p.yaml")
    #expect(
      reading.errors.map(\.message) == [
        "the profile has no `version`", "the profile has no `app`", "the profile has no `classes`",
      ])
    #expect(reading.errors.allSatisfy { $0.file == "p.yaml" && $0.line == 1 })
  }

  @Test func findingsStandInTheOrderOfTheFile() {
    let apple = Self.mapping([Self.entry("bundle_id", Self.scalar("x", 5), 5)], 5)
    let app = Self.mapping([Self.entry("ios", apple, 4)], 4)
    let root = Self.mapping(
      [
        Self.entry("classes", Self.mapping([], 9), 9), Self.entry("app", app, 3),
        Self.entry("version", Self.scalar("x", 2), 2),
      ], 1)
    let found = ProfileReading(root).diagnostics
    #expect(found.map(\.code) == ["wrong-type", "missing-key", "bad-bundle-id"])
    #expect(found.map(\.line) == [2, 3, 5])
    #expect(found.map(\.path) == ["version", "app.name", "app.ios.bundle_id"])
  }

  @Test func textFromAFileCannotSteerATerminal() {
    let root = Self.mapping([Self.entry("\u{1B}[31mred\u{7}", Self.scalar("1", 1), 1)], 1)
    let first = ProfileReading(root).diagnostics.first { $0.code == "unknown-key" }
    #expect(first?.message == "unknown key `\u{FFFD}[31mred\u{FFFD}` in the profile")
    #expect(first?.path == "\u{FFFD}[31mred\u{FFFD}")
  }

  @Test func placesOfPartsThatAreNotThereAreThoseAround() {
    var positions = ProfilePositions()
    positions.places = [
      "": ProfilePosition(line: 1, column: 1), "classes.a": ProfilePosition(line: 7, column: 3),
      "classes.a.x[1]": ProfilePosition(line: 9, column: 5),
    ]
    #expect(positions.position(of: "classes.a.ttl").line == 7)
    #expect(positions.position(of: "classes.a.x[1].y").line == 9)
    #expect(positions.position(of: "classes.a.x[2].y").line == 7)
    #expect(positions.position(of: "tasks.z").line == 1)
  }
}
