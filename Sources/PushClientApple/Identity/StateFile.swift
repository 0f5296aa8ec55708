internal import Foundation
internal import PushClient

/// The client's state as a file of its own, replaced as a whole, outside backups, and readable after the first
/// unlock. With an app group it lies in the group's container, where extensions read it.
final class StateFile: StateStore {
  enum Presence: Equatable {
    case absent, readable
    /// It is there and cannot be read: the device was not unlocked since it started.
    case locked
  }

  let folder: URL
  private let exclude: (URL) throws -> Void
  private var isPrepared = false

  /// - Parameter exclude: keeps a file or folder, with all that is in it, out of backups.
  init(folder: URL, exclude: @escaping (URL) throws -> Void = StateFile.excludeFromBackup) {
    self.folder = folder
    self.exclude = exclude
  }

  var file: URL { folder.appendingPathComponent("state.json") }

  var presence: Presence {
    guard FileManager.default.fileExists(atPath: file.path) else { return .absent }
    return (try? Data(contentsOf: file)) == nil ? .locked : .readable
  }

  func load() throws -> String? {
    guard presence != .absent else { return nil }
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  func save(_ text: String) throws {
    try prepare()
    try Data(text.utf8).write(to: file, options: StateFile.writing)
    // The new file has not what was set on the old one.
    try exclude(file)
  }

  /// What could not be used stays beside, for whoever looks into it; one, not a heap of them.
  func setAside() {
    let aside = folder.appendingPathComponent("state.unusable")
    try? FileManager.default.removeItem(at: aside)
    try? FileManager.default.moveItem(at: file, to: aside)
  }

  /// An earlier version of the app had no app group: what it left goes over.
  func takeOver(from old: URL) {
    let left = old.appendingPathComponent(file.lastPathComponent)
    guard presence == .absent, FileManager.default.fileExists(atPath: left.path) else { return }
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? FileManager.default.moveItem(at: left, to: file)
  }

  private func prepare() throws {
    guard !isPrepared else { return }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try exclude(folder)
    isPrepared = true
  }

  static var writing: Data.WritingOptions {
    #if os(macOS)
      .atomic
    #else
      [.atomic, .completeFileProtectionUntilFirstUserAuthentication]
    #endif
  }

  static func excludeFromBackup(_ url: URL) throws {
    var url = url
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try url.setResourceValues(values)
  }
}
