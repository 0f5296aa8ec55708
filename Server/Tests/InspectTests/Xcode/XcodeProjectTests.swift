import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

struct XcodeProjectTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func corpus(_ name: String) throws -> String {
    var server = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { server.deleteLastPathComponent() }
    return try String(
      contentsOf: server.appendingPathComponent("Fuzz/corpus/pbxproj/\(name)"), encoding: .utf8)
  }

  private func read(_ text: String, _ name: String = "Parcel.xcodeproj/project.pbxproj") throws -> AuditFacts
  {
    try scratch.file(name, text)
    var file = try InputFile(path: scratch.path + "/" + name, isGiven: true, InspectLimits())
    file.place = Place("app/" + name)
    var facts = AuditFacts()
    XcodeProjectReader.read(file, InspectLimits(), into: &facts)
    return facts
  }

  private func line(_ wanted: String, in text: String) -> Int? {
    text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(wanted) }.map {
      $0 + 1
    }
  }

  @Test func aProjectOfXcode15() throws {
    let text = try corpus("xcode15.pbxproj")
    try scratch.file("Config/Parcel.xcconfig", "BASE_ID = dev.pushwire.parcel\nOTHER_SWIFT_FLAGS = -DBASE")
    try scratch.file("Config/Target.xcconfig", "#include \"Suffix.xcconfig\"")
    try scratch.file("Config/Suffix.xcconfig", "SUFFIX = .debug\n#include \"Target.xcconfig\"")
    try scratch.file(
      "My App/Info.plist",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
      <key>UIBackgroundModes</key><array><string>remote-notification</string></array>
      </dict></plist>
      """)
    try scratch.file(
      "My App/Parcel-Debug.entitlements",
      "<plist><dict><key>aps-environment</key><string>development</string></dict></plist>")
    let facts = try read(text)
    #expect(facts.unreadable.isEmpty)
    let project = try #require(facts.projects.first)
    #expect(project.targets.map(\.name) == ["Parcel", "Service", "ParcelTests"])
    let parcel = project.targets[0]
    #expect(parcel.isApp && project.targets[1].isExtension)
    #expect(parcel.dependencies == ["Service"] && project.targets[2].dependencies == ["Parcel"])
    #expect(parcel.sources == ["app/My App/AppDelegate.swift", "app/My App/Rückruf Öffnen.swift"])
    #expect(project.targets[1].sources == ["app/Notification Service/Service.swift"])
    #expect(project.targets[2].sources == ["app/ParcelTests/ParcelTests.swift"])
    #expect(parcel.place.line == line("220000000000000000000001 /* Parcel */ = {", in: text))

    let debug = parcel.configurations[0]
    #expect(debug.name == "Debug" && debug.bundleID?.value == "dev.pushwire.parcel.debug")
    #expect(debug.bundleID?.place.line == line("$(BASE_ID)$(SUFFIX)", in: text))
    #expect(debug.settings["OTHER_SWIFT_FLAGS"]?.value == "-DPROJECT -DTARGET")
    #expect(debug.settings["CODE_SIGN_IDENTITY"]?.value == "Apple Development")
    #expect(debug.settings["PRODUCT_NAME"]?.value == "Parcel")
    #expect(debug.settings["SUFFIX"]?.place == Place("app/Config/Suffix.xcconfig", line: 1, column: 1))
    #expect(debug.infoPlist?.place.file == "app/My App/Info.plist")
    #expect(debug.infoPlist?.bundleID?.value == "dev.pushwire.parcel.debug")
    #expect(debug.infoPlist?.bundleID?.place.line == 3)
    #expect(debug.infoPlist?.backgroundModes.map(\.value) == ["remote-notification"])
    #expect(debug.infoPlist?.minimumOS?.value == "16.0")
    #expect(debug.entitlements?.place.file == "app/My App/Parcel-Debug.entitlements")
    #expect(debug.entitlements?.apsEnvironment?.string == "development")

    let release = parcel.configurations[1]
    #expect(release.bundleID?.value == "dev.pushwire.parcel" && release.entitlements == nil)
    #expect(
      release.settings["UNKNOWN_VALUE"]?.value == "$(NOT_SET)/x" && release.resolved("UNKNOWN_VALUE") == nil)
    // Said once, and no fault of reading.
    #expect(
      facts.inputs.filter { $0.kind == .entitlements }.map(\.state) == [
        .leftOut("My App/Parcel-Release.entitlements is named here, and not there")
      ])

    let service = project.targets[1].configurations[0]
    #expect(service.bundleID?.value == "dev.pushwire.parcel.service")
    #expect(service.infoPlist?.backgroundModes.map(\.value) == ["remote-notification", "fetch"])
    #expect(
      service.infoPlist?.backgroundModes.first?.place.line
        == line("INFOPLIST_KEY_UIBackgroundModes", in: text))
    #expect(service.infoPlist?.bundleID?.value == "dev.pushwire.parcel.service")
    #expect(project.targets[2].configurations.isEmpty)
  }

  @Test func aProjectOfXcode16() throws {
    try scratch.file("Parcel App/AppDelegate.swift", "")
    try scratch.file("Parcel App/Vorschau/Öffnen.swift", "")
    try scratch.file("Parcel App/Vorschau/Liste.m", "")
    try scratch.file("Parcel App/Shared.swift", "")
    try scratch.file("Parcel App/picture.png", "")
    try scratch.file("Parcel App/Config/Parcel.xcconfig", "PRODUCT_BUNDLE_IDENTIFIER = dev.pushwire.parcel")
    try scratch.file(
      "Parcel App/Info.plist",
      "<plist><dict><key>UIBackgroundModes</key><array><string>processing</string></array></dict></plist>")
    try scratch.file("Service/Service.swift", "")
    let facts = try read(try corpus("xcode16.pbxproj"))
    let project = try #require(facts.projects.first)
    #expect(
      project.targets[0].sources == [
        "app/Parcel App/AppDelegate.swift", "app/Parcel App/Shared.swift", "app/Parcel App/Vorschau/Liste.m",
      ])
    #expect(project.targets[1].sources == ["app/Service/Service.swift", "app/Parcel App/Shared.swift"])
    #expect(project.targets[0].dependencies == ["Service"])
    let debug = try #require(project.targets[0].configurations.first)
    #expect(debug.bundleID?.value == "dev.pushwire.parcel")
    // The file's value stands where both give one.
    #expect(debug.infoPlist?.backgroundModes.map(\.value) == ["processing"])
    #expect(debug.infoPlist?.tree["FirebaseAppDelegateProxyEnabled"]?.bool == false)
    #expect(debug.infoPlist?.bundleID?.value == "dev.pushwire.parcel")
    #expect(debug.infoPlist?.minimumOS?.value == "18.0")
  }

  @Test func folderThatIsNotThereLeavesMembershipUnknown() throws {
    let project = try #require(try read(try corpus("xcode16.pbxproj")).projects.first)
    #expect(project.targets.allSatisfy { $0.sources == nil })
  }

  @Test func theXMLFormIsReadToo() throws {
    let facts = try read(
      """
      <?xml version="1.0"?><plist version="1.0"><dict><key>objects</key><dict>
      <key>P</key><dict><key>isa</key><string>PBXProject</string><key>targets</key><array><string>T</string></array></dict>
      <key>T</key><dict><key>name</key><string>Parcel</string></dict>
      </dict><key>rootObject</key><string>P</string></dict></plist>
      """)
    #expect(facts.projects.first?.targets.map(\.name) == ["Parcel"])
  }

  @Test func whatIsNoProjectIsUnreadable() throws {
    for text in [
      "", "{", "{ objects = { }; }", "{ a = (1, 2; }", "// nothing", "<plist/>", "{ a = 1; } more",
    ] {
      let facts = try read(text)
      #expect(facts.projects.isEmpty && facts.unreadable.count == 1, "\(text)")
    }
    let deep = try read(String(repeating: "{a=", count: 5_000))
    #expect(deep.unreadable.first?.state == .unreadable("it is nested more than 64 deep"))
  }

  @Test func oddOnesEnd() throws {
    let facts = try read(try corpus("odd.pbxproj"))
    let target = try #require(facts.projects.first?.targets.first)
    #expect(target.name == "a\nb\"éA'" && target.sources == [])
    let settings = target.configurations.first?.settings
    #expect(settings?["A"]?.value.contains("$(A)") == true)
    #expect(settings?["X"] == nil || settings?["X"]?.value == "1 2")
  }

  @Test func placesAreLinesAndColumns() throws {
    let tree = try OpenStepPropertyList.read(
      Array("// !$*UTF8*$!\n{\n\té = \"x\"; /* b */ list = (a/b.c, <0aFF>);\n}".utf8), file: "p",
      limits: InspectLimits())
    #expect(tree.member("é")?.place == Place("p", line: 3, column: 2))
    #expect(tree["é"]?.place == Place("p", line: 3, column: 6))
    #expect(tree["list"]?.items.first?.string == "a/b.c")
    #expect(tree["list"]?.items.last?.kind == .data([10, 255]))
  }

  @Test func fuzzProjects() throws {
    try CorpusFuzzer(
      "pbxproj", words: ["{", "(", ";", "\"", "/*", "$(", "= {", "isa = PBXGroup;"].map { Array($0.utf8) }
    )
    .run { bytes in
      var facts = AuditFacts()
      let file = InputFile(
        Place("P.xcodeproj/project.pbxproj"), path: nil, head: bytes, size: bytes.count, isGiven: true)
      XcodeProjectReader.read(file, InspectLimits(), into: &facts)
      if facts.projects.isEmpty == facts.unreadable.isEmpty {
        Issue.record("neither read nor unreadable: \(CorpusFuzzer.shown(bytes))")
      }
      return !facts.projects.isEmpty
    }
  }
}
