import Foundation

/// A file as a command's input, read whole and within a limit.
enum InputFile {
  /// - Parameter what: what the file should be, for the error: `key`, `payload`.
  static func read(_ path: String, _ what: String, limit: Int = 1 << 20) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, what, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path, what, errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw failure(path, what, EISDIR) }
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      var count = 0
      bytes.append(
        contentsOf: [UInt8](unsafeUninitializedCapacity: 1 << 16) { chunk, filled in
          count = Foundation.read(descriptor, chunk.baseAddress, chunk.count)
          filled = max(0, count)
        })
      if count == 0 { return bytes }
      if count < 0, errno != EINTR { throw failure(path, what, errno) }
    }
    throw CommandError.unreadable(
      "The file is larger than \(grouped(limit)) bytes: that is no \(what).", place: path,
      advice: "Look whether this is the right file.")
  }

  private static func failure(_ path: String, _ what: String, _ code: Int32) -> CommandError {
    let message: String
    let advice: String
    switch code {
    case ENOENT, ENOTDIR:
      message = "There is no such file."
      advice = "Give the path of the \(what), absolute or from the folder you are in."
    case EACCES, EPERM:
      message = "This user may not read the file."
      advice = "Give the user that runs pushwire the right to read it."
    case EISDIR:
      message = "This is a folder, not a file."
      advice = "Name the file in it."
    default:
      message = "The file cannot be read: \(String(cString: strerror(code)))."
      advice = "Look at the file and its disk."
    }
    return CommandError.unreadable(message, place: path, advice: advice)
  }
}
