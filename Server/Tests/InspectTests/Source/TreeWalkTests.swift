import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct TreeWalkTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func read(
    _ limits: InspectLimits = InspectLimits(), swiftReader: String? = nil, seconds: Double = 120
  ) -> AuditFacts {
    var facts = AuditFacts()
    var walk = TreeWalk(
      limits: limits, swiftReader: swiftReader, progress: nil, end: .now + .seconds(seconds))
    walk.read(scratch.path, Place("app"), into: &facts)
    return facts
  }

  private func names(_ facts: AuditFacts) -> [String] { facts.sources.map(\.file) }

  private static let filler = "struct Row { let title = \"none\" }\n"

  @Test func onlyWhatBearsOnPushIsParsed() throws {
    for index in 0..<20 { try scratch.file("Views/Row\(index).swift", Self.filler) }
    try scratch.file("AppDelegate.swift", "class AppDelegate: NSObject, UIApplicationDelegate {}")
    try scratch.file(
      "Old/Push.m", "@implementation Push\n- (void)a { [x registerForRemoteNotifications]; }\n@end")
    try scratch.file("android/Main.kt", "class Main { fun a() { NotificationChannel(\"a\", \"b\", 3) } }")
    try scratch.file("android/Main.java", "class M { void a() { FirebaseMessaging.getInstance(); } }")
    let facts = read()
    #expect(
      names(facts) == [
        "app/AppDelegate.swift", "app/Old/Push.m", "app/android/Main.java", "app/android/Main.kt",
      ])
    #expect(facts.sourcesLeftOut == 20)
    #expect(facts.sources.map(\.language) == [.swift, .objectiveC, .java, .kotlin])
    #expect(facts.unreadable.isEmpty)
    #expect(facts.inputs.last?.summary == "24 source files, 4 of them parsed")
  }

  @Test func aHelperInAnotherFileIsFound() throws {
    try scratch.file(
      "AppDelegate.swift",
      """
      class AppDelegate: BaseDelegate, UIApplicationDelegate {
        func application(_ a: UIApplication, didFinishLaunchingWithOptions o: [String: Any]?) -> Bool {
          Bootstrap.run()
          BGTaskScheduler.shared.register(forTaskWithIdentifier: Ids.refresh, using: nil) { task in handle(task) }
          BGTaskScheduler.shared.register(forTaskWithIdentifier: syncTaskID, using: nil) { task in handle(task) }
          return true
        }
        func application(_ a: UIApplication, didReceiveRemoteNotification u: [AnyHashable: Any],
                         fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void) {
          importParcels(u, done)
        }
      }
      """)
    try scratch.file("Ids.swift", "enum Ids { static let refresh = \"dev.pushwire.parcel.refresh\" }")
    try scratch.file("Globals.swift", "let syncTaskID = \"dev.pushwire.parcel.sync\"")
    try scratch.file("Import.swift", "func importParcels(_ u: Any, _ end: (Int) -> Void) { end(1) }")
    try scratch.file("Bootstrap.swift", "struct Bootstrap { static func run() { Second.run() } }")
    try scratch.file("Second.swift", "struct Second { static func run() {} }")
    try scratch.file("Base.swift", "class BaseDelegate {}")
    try scratch.file("More.swift", "extension AppDelegate { func handle(_ t: Any) {} }")
    try scratch.file("Settings.swift", "final class Settings { func tap() { PushCenter.start() } }")
    try scratch.file(
      "PushCenter.swift", "enum PushCenter { static func start() { x.registerForRemoteNotifications() } }")
    for index in 0..<20 { try scratch.file("Views/Row\(index).swift", Self.filler) }
    try scratch.file("Unused.swift", "// Ids Bootstrap importParcels\nlet text = \"syncTaskID\"")
    let facts = read()
    #expect(
      names(facts)
        == [
          "AppDelegate", "Base", "Bootstrap", "Globals", "Ids", "Import", "More", "PushCenter", "Second",
          "Settings",
        ].map { "app/\($0).swift" })
    #expect(facts.sourcesLeftOut == 21)
  }

  @Test func constantsAndMethodsOfObjectiveCAreFound() throws {
    try scratch.file(
      "A.m",
      """
      @implementation A
      - (void)start { [[BGTaskScheduler sharedScheduler] registerForTaskWithIdentifier:kRefreshTask
        usingQueue:nil launchHandler:^(BGTask *task) { [self finishTask:task]; }]; }
      @end
      """)
    try scratch.file("Ids.m", "NSString *const kRefreshTask = @\"dev.pushwire.parcel.refresh\";")
    try scratch.file("A+Finish.m", "@implementation A (Finish)\n- (void)finishTask:(id)task { }\n@end")
    try scratch.file("Other.java", "class Other { int other; }")
    #expect(
      names(read()) == ["A+Finish.m", "A.m", "Ids.m"].map { "app/" + $0 })
  }

  @Test func dependenciesAndProductsAreLeftOut() throws {
    let push = "class A: NSObject, UIApplicationDelegate {}"
    for folder in [
      "Pods/Firebase", "Carthage/Checkouts", "node_modules/push", ".build/checkouts", ".git/hooks",
      "DerivedData/x",
      "App/build/generated", "SourcePackages/x", "X.xcassets/y.imageset", "Z.framework/Headers",
    ] { try scratch.file("\(folder)/A.swift", push) }
    try scratch.file("App/build.gradle", "plugins {}")
    try scratch.file("Sources/build/A.swift", push)
    let facts = read()
    #expect(names(facts) == ["app/Sources/build/A.swift"])
    let leftOut = facts.inputs.compactMap { input in
      if case .leftOut(let why) = input.state { "\(input.place.file): \(why)" } else { nil }
    }
    #expect(
      leftOut.sorted() == [
        "app/App/build: build products", "app/Carthage: dependencies", "app/DerivedData: build products",
        "app/Pods: dependencies", "app/SourcePackages: dependencies", "app/node_modules: dependencies",
      ])
  }

  @Test func descriptionsOfProjectsAreNoted() throws {
    for name in ["Package.swift", "project.yml", "Project.swift", "Sub/Project.swift", "Sub/Tuist.swift"] {
      try scratch.file(name, "// UNUserNotificationCenter")
    }
    let facts = read()
    #expect(names(facts) == ["app/Project.swift", "app/Sub/Tuist.swift"])
    #expect(
      facts.inputs.filter { $0.kind == .xcodeProject }.map { "\($0.place.file) \($0.state)" } == [
        "app/Package.swift leftOut(\"it is written for the package manager, and not evaluated\")",
        "app/project.yml leftOut(\"it is written for XcodeGen, and not evaluated\")",
        "app/Sub/Project.swift leftOut(\"it is written for Tuist, and not evaluated\")",
      ])
  }

  @Test func filesThatGoOrGrowAreSaid() throws {
    let collector = SourceCollector(limits: InspectLimits(), swiftReader: nil, end: .now + .seconds(120))
    func source(_ name: String) -> TreeListing.Source {
      .init(path: scratch.path + "/" + name, name: name, language: .swift, isTest: false, size: 1)
    }
    // As if they had changed after the listing.
    #expect(mkfifo(scratch.path + "/Pipe.swift", 0o600) == 0)
    try scratch.file("Folder.swift/a", "")
    let large = scratch.url.appending(path: "Large.swift")
    #expect(FileManager.default.createFile(atPath: large.path, contents: nil))
    let handle = try FileHandle(forWritingTo: large)
    try handle.truncate(atOffset: 40 << 20)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("UNUserNotificationCenter".utf8))
    try handle.close()
    let all = ["Gone.swift", "Pipe.swift", "Folder.swift", "Large.swift"].map(source)
    #expect(collector.search(all, for: NamesOfInterest.search).files == [0, 1, 2, 3])
    let why = collector.parse(all).map { parsed in
      if case .unreadable(let why) = parsed { why } else { "read" }
    }
    #expect(why[0] == "there is no such file" && why[3] == "it has more than 4194304 bytes")
    #expect(!why.contains("read"))
  }

  @Test func testsAreMarked() throws {
    let push = "class A: NSObject, UIApplicationDelegate {}"
    try scratch.file("App/A.swift", push)
    try scratch.file("App/LatestNews/A.swift", push)
    try scratch.file("AppTests/A.swift", push)
    try scratch.file("app/src/androidTest/java/A.kt", "class A { val x = NotificationCompat() }")
    try scratch.file("App/Helper.swift", "import XCTest\n" + push)
    let facts = read()
    #expect(
      facts.sources.filter(\.isTest).map(\.file) == [
        "app/App/Helper.swift", "app/AppTests/A.swift", "app/app/src/androidTest/java/A.kt",
      ])
  }

  @Test func oddTreesEnd() throws {
    let push = "class A: NSObject, UIApplicationDelegate {}"
    try scratch.file("a b/Zustellung-Ü.swift", push)
    try scratch.file("line\nbreak/A.swift", push)
    try scratch.file("empty.swift", "")
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: scratch.path + "/loop", withDestinationPath: ".")
    try manager.createSymbolicLink(
      atPath: scratch.path + "/Link.swift", withDestinationPath: "a b/Zustellung-Ü.swift")
    try manager.createSymbolicLink(atPath: scratch.path + "/Gone.swift", withDestinationPath: "nowhere")
    #expect(mkfifo(scratch.path + "/Pipe.swift", 0o600) == 0)
    var deep = "deep"
    for _ in 0..<60 { deep += "/d" }
    try scratch.file(deep + "/A.swift", push)
    let facts = read()
    #expect(names(facts) == ["app/a b/Zustellung-Ü.swift", "app/\(deep)/A.swift", "app/line\nbreak/A.swift"])
    #expect(facts.unreadable.isEmpty)
  }

  @Test func whatIsTooLargeOrTooManyIsSaid() throws {
    var limits = InspectLimits()
    limits.source = 1000
    let filler = String(repeating: Self.filler, count: 5_000)
    try scratch.file("Large.swift", filler + "UNUserNotificationCenter")
    try scratch.file("LargeView.swift", filler)
    var facts = read(limits)
    #expect(
      facts.unreadable.map { "\($0.place.file) \($0.state)" } == [
        "app/Large.swift unreadable(\"it has more than 1000 bytes\")"
      ])
    #expect(facts.sourcesLeftOut == 1)
    limits.files = 1
    facts = read(limits)
    #expect(facts.unreadable.contains { $0.place.file == "app" })
    facts = read(seconds: 0)
    #expect(facts.unreadable.contains { $0.state == .unreadable("the time for reading was over (120 s)") })
  }

  @Test func secretsInSourcesAreSeen() throws {
    try scratch.file("README", "none")
    try KeyRecipe.build("p256", at: scratch.url.appending(path: "AuthKey_ABCDE12345.p8"))
    let key = try String(contentsOf: scratch.url.appending(path: "AuthKey_ABCDE12345.p8"), encoding: .utf8)
    try scratch.file("Row.swift", "let key = \"\"\"\n\(key)\n\"\"\"")
    let facts = read()
    #expect(Set(facts.secrets.map(\.place.file)) == ["app/AuthKey_ABCDE12345.p8", "app/Row.swift"])
    #expect(facts.sourcesLeftOut == 1)
  }

  @Test(.enabled(if: SwiftHelper.path != nil, SwiftHelper.reason))
  func theHelperReadsSwiftWhereItIsThere() throws {
    for index in 0..<8 {
      try scratch.file("A\(index).swift", "class A\(index): NSObject, UIApplicationDelegate {}")
    }
    let hostile = "import UserNotifications\nlet a: UNNotification = " + String(repeating: "[", count: 20_000)
    try scratch.file("Hostile.swift", hostile)
    try scratch.file("B.m", "// UNUserNotificationCenter")
    let facts = read(swiftReader: SwiftHelper.path)
    #expect(facts.sources.map(\.reader) == Array(repeating: "swift-syntax", count: 8) + ["tokenizer"])
    #expect(facts.unreadable.map(\.place.file) == ["app/Hostile.swift"])
    // No helper that works: the tokenizer reads them.
    let without = read(swiftReader: "/nowhere/pushwire-swift-reader")
    #expect(without.sources.count >= 9 && without.sources.allSatisfy { $0.reader == "tokenizer" })
  }
}

struct WordSearchTests {
  private func found(_ words: [String], _ text: String) -> [String] {
    let search = WordSearch(words)
    var found: [String] = []
    var state = WordSearch.State()
    // In pieces: words stand across their ends.
    for byte in Array(text.utf8) {
      [byte].withUnsafeBufferPointer { piece in
        _ = search.scan(piece, from: &state) { word, _ in
          found.append(search.words[word])
          return true
        }
      }
    }
    return found
  }

  @Test func wordsInWordsAreFound() {
    #expect(found(["he", "she", "hers", "his"], "ushers") == ["she", "he", "hers"])
    #expect(found(["a", "aa", "aaa"], "aaa") == ["a", "aa", "a", "aaa", "aa", "a"])
    #expect(found(["é"], "caf\u{e9}") == ["é"])
    #expect(found([], "text").isEmpty && found(["x", "", "x"], "x") == ["x"])
  }

  @Test func itAgreesWithAPlainSearch() {
    var random = Fuzz.random("word search")
    for _ in 0..<300 {
      let letters = Array("abc")
      func text(_ most: Int) -> String {
        String((0..<1 + random.below(most)).map { _ in random.pick(letters) })
      }
      let words = Array(Set((0..<6).map { _ in text(4) }))
      let long = text(40)
      var plain: [String: Int] = [:]
      for word in words {
        var at = long.startIndex
        while let range = long.range(of: word, range: at..<long.endIndex) {
          plain[word, default: 0] += 1
          at = long.index(after: range.lowerBound)
        }
      }
      #expect(
        Dictionary(found(words, long).map { ($0, 1) }, uniquingKeysWith: +) == plain, "\(words) in \(long)")
      #expect(WordSearch(words).holdsAny(Array(long.utf8)) == !plain.isEmpty)
    }
  }
}
