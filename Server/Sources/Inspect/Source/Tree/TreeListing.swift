import AppFacts

/// What stands in a folder and below it, sorted into sources and everything else.
struct TreeListing {
  struct Source: Sendable {
    var path: String
    /// As it is shown.
    var name: String
    var language: SourceUnit.Language
    var isTest: Bool
    var size: Int
  }

  var sources: [Source] = []
  /// Files that a reader may know, with the names under which they are shown.
  var files: [(path: String, name: String)] = []
  /// Folders that are one artifact.
  var bundles: [(path: String, name: String)] = []
  /// Folders that were left out, and which kind each is.
  var leftOut: [(name: String, why: String)] = []
  /// Descriptions of projects that only a program could evaluate, and which.
  var descriptions: [(name: String, reader: String)] = []
  /// What could not be listed, and why.
  var unreadable: [(name: String, why: String)] = []

  private static let dependencies: Set<String> = [
    "Pods", "Carthage", "node_modules", "SourcePackages", "bower_components",
  ]
  private static let products: Set<String> = ["DerivedData", "xcuserdata", "__MACOSX"]
  /// Folders of files that no reader knows.
  private static let opaque: Set<String> = [
    "xcassets", "framework", "xcframework", "bundle", "docc", "dsym", "xcresult", "xcdatamodeld", "lproj",
  ]
  /// What stands beside a folder `build` that a build system made.
  private static let buildFiles: Set<String> = [
    "build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts", "gradlew", "Package.swift",
    "package.json", "pubspec.yaml", "CMakeLists.txt", "project.yml", "Podfile",
  ]

  /// - Parameters:
  ///   - taken: files that were read already, or are given by name; what is found is added.
  ///   - isOver: whether the time is over.
  init(
    _ root: String, shown: String, _ limits: InspectLimits, taken: inout Set<FileIdentity>,
    given: Set<FileIdentity>, isOver: () -> Bool
  ) {
    var folders = [(path: root, name: shown, isTest: false)]
    var seen = 0
    while let folder = folders.popLast() {
      let names: [String]
      do throws(SystemFailure) { names = try FolderListing.names(folder.path) } catch {
        unreadable.append((folder.name, "this folder cannot be listed: \(error.sentence)"))
        continue
      }
      let isBuilt = names.contains { Self.buildFiles.contains($0) || $0.hasSuffix(".xcodeproj") }
      var below: [(path: String, name: String, isTest: Bool)] = []
      for name in names where !name.hasPrefix(".") {
        guard !isOver() else {
          unreadable.append((shown, "the time for reading was over (\(Int(limits.total)) s)"))
          return
        }
        let path = folder.path + "/" + name
        let full = folder.name + "/" + name
        guard let status = FileStatus(unfollowed: path), !given.contains(status.identity) else { continue }
        switch status.kind {
        case .folder:
          let ending = name.split(separator: ".", omittingEmptySubsequences: false).last.map {
            $0.lowercased()
          }
          if AppleBundles.claims(folder: name) {
            bundles.append((path, full))
          } else if Self.dependencies.contains(name) {
            leftOut.append((full, "dependencies"))
          } else if Self.products.contains(name) || (isBuilt && name == "build") {
            leftOut.append((full, "build products"))
          } else if !name.contains(".") || !Self.opaque.contains(ending ?? "") {
            below.append((path, full, folder.isTest || Self.isTestFolder(name)))
          }
        case .file:
          seen += 1
          guard seen <= limits.files else {
            unreadable.append((shown, "it has more than \(limits.files) files"))
            return
          }
          guard taken.insert(status.identity).inserted else { continue }
          if let reader = Self.description(name, among: names) {
            descriptions.append((full, reader))
            continue
          }
          if let language = Self.language(name) {
            sources.append(
              Source(path: path, name: full, language: language, isTest: folder.isTest, size: status.size))
          } else if Self.mayBeRead(name) {
            files.append((path, full))
          }
        case .other: break
        }
      }
      folders += below.reversed()
    }
  }

  /// For which program a file describes a project, among what stands beside it.
  private static func description(_ name: String, among names: [String]) -> String? {
    switch name {
    case "Package.swift": "the package manager"
    case "project.yml": "XcodeGen"
    case "Project.swift", "Workspace.swift": names.contains { $0.hasPrefix("Tuist") } ? "Tuist" : nil
    default: nil
    }
  }

  /// Gradle scripts in Kotlin are Gradle's.
  private static func language(_ name: String) -> SourceUnit.Language? {
    name.hasSuffix(".kts") ? nil : SourceParser.language(forFileName: name)
  }

  /// By their names alone: what is surely no artifact is not opened.
  private static func mayBeRead(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name.utf8.count < 64 }
    return !media.contains(name[name.index(after: dot)...].lowercased())
  }

  private static let media: Set<String> = [
    "png", "jpg", "jpeg", "gif", "webp", "heic", "pdf", "svg", "ico", "icns", "ttf", "otf", "woff", "woff2",
    "mp3",
    "m4a", "wav", "caf", "aiff", "mp4", "mov", "car", "nib", "storyboard", "xib", "strings", "stringsdict",
    "xcstrings", "c", "cc", "cpp", "cxx", "o", "a", "so", "dylib", "tbd", "dll", "class", "dex", "jar", "aar",
    "zip",
    "gz", "tgz", "bz2", "xz", "tar", "7z", "rar", "db", "sqlite", "realm", "mlmodel", "tflite", "onnx", "js",
    "ts",
    "jsx", "tsx", "css", "scss", "html", "htm", "dart", "lock", "resolved", "metal", "glsl", "obj", "usdz",
    "csv",
  ]

  /// The names that Xcode, Gradle and people give.
  static func isTestFolder(_ name: String) -> Bool {
    let names: Set<String> = [
      "test", "tests", "Test", "androidTest", "testFixtures", "testDebug", "testRelease", "sharedTest",
      "androidInstrumentedTest", "__tests__", "Specs", "UITests", "Mocks",
    ]
    return names.contains(name) || name.hasSuffix("Tests")
  }
}
