#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The few calls to files that SQLite does not make for us.
enum DurableFile {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Makes an empty file for its owner alone, where there is none.
  static func makePrivate(_ path: String) throws(StoreError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw fault("open", path) }
    close(descriptor)
  }

  static func remove(_ path: String) { unlink(path) }

  static func sync(_ path: String) throws(StoreError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault("open", path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw fault("sync", path) }
  }

  /// Durable with its folder.
  static func rename(_ from: String, to path: String) throws(StoreError) {
    #if canImport(Glibc)
      let done = Glibc.rename(from, path)
    #elseif canImport(Musl)
      let done = Musl.rename(from, path)
    #else
      let done = Darwin.rename(from, path)
    #endif
    guard done == 0 else { throw fault("rename", from) }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    try sync(folder)
  }

  private static func fault(_ what: String, _ path: String) -> StoreError {
    let code = errno
    return StoreError(
      code == ENOSPC || code == EROFS || code == EIO ? .unavailable : .open,
      "\(what) \(path): \(String(cString: strerror(code)))")
  }
}
