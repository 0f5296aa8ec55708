internal import Foundation
internal import PushClient
internal import PushContract

/// What a service extension met and the app has not taken: a small file each, so that two processes never
/// write the same one. Ids alone are kept, and no text.
struct ExtensionQueue {
  /// So many wait at the most; the oldest go first.
  static let capacity = 200

  let folder: URL
  init(folder: URL) { self.folder = folder.appendingPathComponent("extension", isDirectory: true) }

  struct Entry {
    let name: String
    /// Milliseconds since 1970.
    let at: Int
    /// Pushwire's own keys.
    let payload: JSONValue
  }

  /// - Parameter payload: of it only Pushwire's own keys are kept, without the destination.
  /// - Returns: the file's name.
  @discardableResult func add(_ payload: JSONValue, at: Int, id: String) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let names = [WireKey.notification, WireKey.notificationClass, WireKey.revision, WireKey.binding]
    let own = (payload[WireKey.root].object ?? [:]).filter { names.contains($0.key) }
    let kept: JSONValue = ["at": .integer(at), "payload": [WireKey.root: .object(own)]]
    // Times of one length sort as text.
    let digits = String(at)
    let name = String(repeating: "0", count: max(0, 16 - digits.count)) + digits + "-\(id).json"
    try Data(kept.text.utf8).write(to: folder.appendingPathComponent(name), options: StateFile.writing)
    for old in self.names.dropLast(Self.capacity) { remove(old) }
    return name
  }

  /// Oldest first. What makes no sense is dropped; what cannot be read now stays.
  func read() -> [Entry] {
    names.compactMap { name in
      let file = folder.appendingPathComponent(name)
      guard let data = try? Data(contentsOf: file) else { return nil }
      guard let json = try? JSONValue(parsing: Array(data)), let at = json["at"].integer else {
        remove(name)
        return nil
      }
      return Entry(name: name, at: at, payload: json["payload"])
    }
  }

  func remove(_ entry: Entry) { remove(entry.name) }

  func remove(_ name: String) {
    try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
  }

  private var names: [String] {
    let found = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return found.filter { $0.hasSuffix(".json") }.sorted()
  }
}
