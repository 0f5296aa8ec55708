public import Foundation

/// A folder that is gone when nobody holds it any more.
public final class ScratchFolder: Sendable {
  public let url: URL
  public var path: String { url.path }

  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("pushwire-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, with the folders on its way, and says where it is.
  @discardableResult
  public func file(_ name: String, _ content: Data) throws -> URL {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try content.write(to: file)
    return file
  }

  @discardableResult
  public func file(_ name: String, _ text: String) throws -> URL { try file(name, Data(text.utf8)) }
}
