import AppFacts
import TestSupport
import Testing

@testable import Inspect

struct BuildSettingsTests {
  private func settings(_ text: String) -> [BuildSetting] {
    BuildConfigFile.parse(Array(text.utf8), shown: "c", InspectLimits())
  }

  private func resolved(
    _ layers: [String], configuration: String = "Release",
    builtIn: [String: String] = ["TARGET_NAME": "My App"]
  ) -> [String: String] {
    SettingsResolver(layers: layers.map(settings), builtIn: builtIn, configuration: configuration).all()
      .mapValues(\.value)
  }

  @Test func anXcconfig() {
    let found = settings(
      "// c\nA = 1 // one\n  B=a  b ;\nC[sdk=iphoneos*][arch=arm64] = x\nEMPTY =\nURL = https:/$()/a\nno key\n K Y = 1\n"
    )
    #expect(found.map { "\($0.key)=\($0.value)" } == ["A=1", "B=a  b", "C=x", "EMPTY=", "URL=https:/$()/a"])
    #expect(found[1].place == Place("c", line: 3, column: 3))
    #expect(found[2].conditions.map { "\($0.name)=\($0.pattern)" } == ["sdk=iphoneos*", "arch=arm64"])
  }

  @Test func includesInCirclesEnd() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a.xcconfig", "A = 1\n#include \"sub/b.xcconfig\"\n#include \"a.xcconfig\"\nD = 4")
    try scratch.file(
      "sub/b.xcconfig", "B = 2\n#include? \"../a.xcconfig\"\n#include \"none.xcconfig\"\nA = 3")
    let found = try #require(
      BuildConfigFile.read(scratch.path + "/a.xcconfig", shown: "x/a.xcconfig", InspectLimits()))
    #expect(
      found.map { "\($0.place.file):\($0.key)=\($0.value)" } == [
        "x/a.xcconfig:A=1", "x/sub/b.xcconfig:B=2", "x/sub/b.xcconfig:A=3", "x/a.xcconfig:D=4",
      ])
    #expect(BuildConfigFile.read(scratch.path + "/none", shown: "none", InspectLimits()) == nil)
  }

  @Test func layersAndInheritance() {
    #expect(
      resolved(["A = 1\nB = b", "A = $(inherited) 2", "A = ${inherited} 3\nC = $(A)-$(B)", ""]) == [
        "A": "1 2 3", "B": "b", "C": "1 2 3-b",
      ])
    #expect(resolved(["A = x", "A = $(A) y"]) == ["A": "x y"])
    #expect(resolved(["A = $(inherited)z"]) == ["A": "z"])
  }

  @Test func modifiersAndNestedNames() {
    let found = resolved([
      "N = $(TARGET_NAME:rfc1034identifier:lower)\nM = $(TARGET_NAME:c99extidentifier)\nP_Release = p\n"
        + "Q = $(P_$(CONFIG))\nCONFIG = Release\nR = $(NONE:default=d)\nS = $(NONE)\nF = $(G:file) $(G:dir) $(G:base)\n"
        + "G = a/b.c\nU = $(TARGET_NAME:strange)"
    ])
    #expect(found["N"] == "my-app" && found["M"] == "My_App" && found["Q"] == "p" && found["R"] == "d")
    #expect(found["S"] == "$(NONE)" && found["F"] == "b.c a b" && found["U"] == "$(TARGET_NAME:strange)")
  }

  @Test func conditionsAreThoseOfADevice() {
    let text =
      "A = any\nA[sdk=iphoneos*] = device\nA[sdk=iphonesimulator*] = simulator\nB[config=Debug] = d\nB = r"
    #expect(resolved([text]) == ["A": "device", "B": "r"])
    #expect(resolved([text], configuration: "Debug")["B"] == "d")
    #expect(resolved(["SDKROOT = macosx\nA[sdk=macosx*] = mac\nA[sdk=iphoneos*] = phone"])["A"] == "mac")
    #expect(resolved(["A[sdk=iphoneos17.2] = x\nB[sdk=iphonesimulator*] = y"]) == ["A": "x"])
  }

  @Test func circlesAndExplosionsEnd() {
    let circle = resolved(["A = $(B)\nB = $(A)\nC = $(C)$(C)"])
    #expect(circle["A"]?.isEmpty == false && circle["C"] == "")
    var lines = ["X0 = x"]
    for index in 1...60 { lines.append("X\(index) = " + String(repeating: "$(X\(index - 1))", count: 10)) }
    let found = resolved([lines.joined(separator: "\n")])
    #expect(found.count == 61 && found.values.allSatisfy { $0.utf8.count < 256 << 10 })
    #expect(resolved(["A = " + String(repeating: "$(", count: 10_000)]).count == 1)
    #expect(
      resolved(["A = " + String(repeating: "$(A:", count: 2_000) + String(repeating: ")", count: 2_000)])
        .count == 1)
  }

  @Test func pathsHaveOneNameEach() {
    #expect(FilePaths.join("a/b", "../c/./d") == "a/c/d")
    #expect(FilePaths.join("", "./x") == "x" && FilePaths.join("/a", "/b") == "/b")
    #expect(FilePaths.clean("/../a//b/..") == "/a" && FilePaths.clean("../../a") == "../../a")
    #expect(FilePaths.folder("a") == "" && FilePaths.folder("/a") == "/" && FilePaths.folder("a/b") == "a")
  }

  @Test func fuzzBuildSettings() throws {
    try CorpusFuzzer(
      "xcconfig", words: ["$(", "${", "[sdk=", "$(inherited)", ":default=", "//"].map { Array($0.utf8) }
    ).run {
      bytes in
      let found = BuildConfigFile.parse(bytes, shown: "c", InspectLimits())
      let resolver = SettingsResolver(
        layers: [found, found], builtIn: ["TARGET_NAME": "Parcel"], configuration: "Debug")
      let all = resolver.all()
      if Set(all.keys) != Set(found.map(\.key)), !found.contains(where: { !$0.conditions.isEmpty }) {
        Issue.record("a setting is lost: \(CorpusFuzzer.shown(bytes))")
      }
      return !all.isEmpty
    }
  }
}
