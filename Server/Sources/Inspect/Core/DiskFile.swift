#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is open for reading at any place, so that a large one is never held.
final class DiskFile {
  private let descriptor: Int32
  /// Bytes, when it was opened.
  let size: Int

  /// Nil where it cannot be opened, is no plain file, or, unless links are followed, is one.
  init?(_ path: String, followsLinks: Bool = true) {
    // A pipe would block the open.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
    let opened = open(path, flags)
    guard opened >= 0 else { return nil }
    var found = stat()
    guard fstat(opened, &found) == 0, UInt32(found.st_mode) & UInt32(S_IFMT) == UInt32(S_IFREG) else {
      close(opened)
      return nil
    }
    descriptor = opened
    size = Int(clamping: found.st_size)
  }

  deinit { close(descriptor) }

  /// Up to `count` bytes from `offset`: fewer at the file's end, none behind it. Nil where the system fails.
  func read(_ offset: Int, _ count: Int) -> [UInt8]? {
    let wanted = min(count, max(size - offset, 0))
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: max(wanted, 0)) { buffer, filled in
      filled = 0
      while filled < wanted, let base = buffer.baseAddress {
        let count = pread(descriptor, base + filled, wanted - filled, off_t(offset + filled))
        if count > 0 {
          filled += count
        } else if count == 0 {
          break
        } else if errno != EINTR {
          failed = true
          break
        }
      }
    }
    return failed ? nil : bytes
  }
}
