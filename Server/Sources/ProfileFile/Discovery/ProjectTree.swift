internal import Foundation

/// The files of a project that discovery reads, found by a bounded walk.
struct ProjectTree {
  static let maximumEntries = 20_000
  static let maximumDepth = 10
  static let maximumFileBytes = 16 << 20

  let root: String
  /// Relative to the root, in alphabetical order, shallow ones first.
  private(set) var files: [String] = []
  private(set) var isCut = false
  /// In place of a disk: for tests.
  private var contents: [String: [UInt8]]?

  private static let wanted: Set<String> = [
    "project.pbxproj", "Info.plist", "GoogleService-Info.plist", "google-services.json", "build.gradle",
    "build.gradle.kts", "AndroidManifest.xml", "gradle.properties",
  ]
  private static let skipped: Set<String> = [
    "Pods", "Carthage", "node_modules", "build", "DerivedData", "vendor", "SourcePackages", "Index.noindex",
    "intermediates",
  ]

  init(_ path: String) throws(ProfileFileError) {
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    guard manager.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ProfileFileError(
        .notFound, "there is no such file or folder", hint: "name the folder of an Xcode or Android project",
        file: path)
    }
    guard isFolder.boolValue else {
      let parts = path.split(separator: "/", omittingEmptySubsequences: true)
      root = (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
      files = parts.last.map { [String($0)] } ?? []
      return
    }
    root = path
    guard manager.isReadableFile(atPath: path) else {
      throw ProfileFileError(.unreadable, "the folder cannot be read", file: path)
    }
    walk(manager)
  }

  /// A tree that is on no disk.
  init(contents: [String: [UInt8]]) {
    root = ""
    files = contents.keys.sorted()
    self.contents = contents
  }

  /// Breadth first, so that a project's own files come before those of its parts.
  private mutating func walk(_ manager: FileManager) {
    var folders = [(path: "", depth: 0)]
    var entries = 0
    var next = 0
    while next < folders.count {
      let folder = folders[next]
      next += 1
      let full = folder.path.isEmpty ? root : root + "/" + folder.path
      guard let names = try? manager.contentsOfDirectory(atPath: full) else { continue }
      for name in names.sorted() {
        entries += 1
        if entries > Self.maximumEntries {
          isCut = true
          return
        }
        let path = folder.path.isEmpty ? name : folder.path + "/" + name
        if Self.wanted.contains(name) || name.hasSuffix(".xcconfig") || name.hasSuffix("-Info.plist") {
          files.append(path)
        } else if folder.depth < Self.maximumDepth, !name.hasPrefix("."), !Self.skipped.contains(name) {
          if Self.isFolder(root + "/" + path, manager) { folders.append((path, folder.depth + 1)) }
        }
      }
    }
  }

  /// A folder itself; a link to one is not followed.
  private static func isFolder(_ path: String, _ manager: FileManager) -> Bool {
    let attributes = try? manager.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeDirectory
  }

  func named(_ isRight: (String) -> Bool) -> [String] {
    files.filter { isRight($0.split(separator: "/").last.map(String.init) ?? $0) }
  }

  func bytes(_ file: String) -> [UInt8]? {
    if let contents { return contents[file] }
    let path = root.isEmpty ? file : root + "/" + file
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let size = attributes[.size] as? NSNumber, size.intValue <= Self.maximumFileBytes
    else { return nil }
    return FileManager.default.contents(atPath: path).map(Array.init)
  }

  func text(_ file: String) -> String? { bytes(file).map { String(decoding: $0, as: UTF8.self) } }

  /// `a/b/../c` → `a/c`; nil where it leads out of the tree.
  static func normalized(_ path: String) -> String? {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part != ".." { parts.append(part) } else if parts.popLast() == nil { return nil }
    }
    return parts.joined(separator: "/")
  }

  static func folder(of file: String) -> String {
    file.split(separator: "/").dropLast().joined(separator: "/")
  }

  static func join(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : folder + "/" + name }
}
