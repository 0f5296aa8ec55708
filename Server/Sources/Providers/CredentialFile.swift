internal import Foundation

/// Reads small credential files; the only place of the providers that touches a file.
enum CredentialFile {
  /// No key or service account is larger, in bytes.
  static let limit = 64 * 1024

  static func read(_ path: String) throws -> [UInt8] {
    let handle: FileHandle
    do {
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
        throw CredentialError(.unreadable, "This is a folder; the file itself is needed.", place: path)
      }
      handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    } catch let error as CredentialError {
      throw error
    } catch {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw CredentialError(
        .unreadable,
        isThere ? "The file may not be read by this user." : "There is no such file; check the path.",
        place: path)
    }
    defer { try? handle.close() }
    guard let data = try? handle.read(upToCount: limit + 1) else {
      throw CredentialError(.unreadable, "The file cannot be read.", place: path)
    }
    guard data.count <= limit else {
      throw CredentialError(
        .unreadable, "The file is larger than 64 KB, which no credential is.", place: path)
    }
    return [UInt8](data)
  }

  /// A file's name without its folders.
  static func name(_ path: String) -> Substring {
    path.split(separator: "/").last ?? path[...]
  }
}
