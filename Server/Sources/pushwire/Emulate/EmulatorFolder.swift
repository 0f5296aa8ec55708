import Foundation

/// The folder that tells a client all it needs.
struct EmulatorFolder {
  private let root: String

  /// Makes the folder where it is not there yet.
  init(path: String) throws {
    root = path
    do {
      try FileManager.default.createDirectory(
        atPath: path + "/tokens", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandError(
        .configuration, "The folder cannot be made.", place: path,
        advice: "Name another with --folder, or look at the rights of this one.")
    }
  }

  func path(_ name: String) -> String { root + "/" + name }

  /// Writes a file that only this user can read.
  func write(_ text: String, to name: String) throws {
    let file = path(name)
    let isWritten = FileManager.default.createFile(
      atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    guard isWritten else {
      throw CommandError(
        .configuration, "The file cannot be written.", place: file,
        advice: "Name another folder with --folder, or look at the rights of this one.")
    }
  }
}
