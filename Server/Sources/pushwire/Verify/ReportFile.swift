import Foundation

/// Where the report goes. Opened at the start: after an hour of steps it would be too late to find that it cannot be
/// written. What stands there stays until there is a new report, and a run that never began leaves no file.
final class ReportFile {
  let path: String
  private let descriptor: Int32
  private let wasThere: Bool
  private var isWritten = false

  init(_ path: String) throws {
    self.path = path
    wasThere = FileManager.default.fileExists(atPath: path)
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw Self.fault(path) }
  }

  func write(_ text: String) throws {
    // A pipe has no length to be cut.
    _ = ftruncate(descriptor, 0)
    isWritten = true
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    do { try handle.write(contentsOf: Data(text.utf8)) } catch { throw Self.fault(path) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if descriptor >= 0, !wasThere, !isWritten { unlink(path) }
  }

  private static func fault(_ path: String) -> CommandError {
    CommandError(
      .configuration, "The report cannot be written.", place: path,
      advice: "Name another file with --report, or look at the rights of its folder.")
  }
}
