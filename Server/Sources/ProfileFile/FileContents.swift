#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

enum FileContents {
  /// The bytes of a file, or why they cannot be had. Stops at the largest profile.
  static func read(_ path: String) throws(ProfileFileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw openError(errno, path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= ProfileFile.maximumBytes {
      let count = chunk.withUnsafeMutableBytes { readSome(descriptor, $0) }
      if count == 0 { return bytes }
      guard count > 0 else {
        let code = errno
        if code == EINTR { continue }
        throw openError(code, path)
      }
      bytes += chunk[..<count]
    }
    throw ProfileFileError(
      .tooLarge, "the file is too large for a profile",
      hint: "a profile has at most \(ProfileFile.maximumBytes) bytes",
      file: path)
  }

  private static func openError(_ code: Int32, _ path: String) -> ProfileFileError {
    if code == ENOENT {
      return ProfileFileError(
        .notFound, "there is no such file", hint: "`pushwire init` writes a profile to start from", file: path
      )
    }
    if code == EISDIR {
      return ProfileFileError(.unreadable, "this is a folder", hint: "name the file in it", file: path)
    }
    return ProfileFileError(.unreadable, String(cString: strerror(code)), file: path)
  }
}

/// The system's `read`, under a name of its own.
private func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
