import AppFacts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Why the system did not give a file.
struct SystemFailure: Error, Sendable, Equatable {
  var code: Int32

  /// For a person, without the file's name.
  var sentence: String {
    switch code {
    case ENOENT, ENOTDIR: "there is no such file"
    case EACCES, EPERM: "this user may not read it"
    case ELOOP: "the link leads in a circle"
    default: "it cannot be read: " + String(cString: strerror(code))
    }
  }
}

/// Which file it is, whatever it is called.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var number: UInt64
}

struct FileStatus: Sendable {
  enum Kind: Sendable {
    case file, folder
    /// A pipe, a socket, a device; unfollowed: a link.
    case other
  }

  var kind: Kind
  var identity: FileIdentity
  /// In bytes.
  var size: Int

  /// Of what a name leads to, links followed.
  init(named path: String) throws(SystemFailure) {
    var found = stat()
    guard stat(path, &found) == 0 else { throw SystemFailure(code: errno) }
    self.init(found)
  }

  init?(_ path: String) {
    var found = stat()
    guard stat(path, &found) == 0 else { return nil }
    self.init(found)
  }

  /// Of the name itself: a link is `other`.
  init?(unfollowed path: String) {
    var found = stat()
    guard lstat(path, &found) == 0 else { return nil }
    self.init(found)
  }

  /// Where a path leads in the end; itself where that cannot be told.
  static func target(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  init(_ found: stat) {
    switch UInt32(found.st_mode) & UInt32(S_IFMT) {
    case UInt32(S_IFREG): kind = .file
    case UInt32(S_IFDIR): kind = .folder
    default: kind = .other
    }
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: found.st_dev), number: UInt64(truncatingIfNeeded: found.st_ino))
    size = Int(clamping: found.st_size)
  }
}

enum FolderListing {
  /// What stands in a folder, sorted by bytes, without `.` and `..`; names that are no text are left out.
  static func names(_ path: String) throws(SystemFailure) -> [String] {
    guard let folder = opendir(path) else { throw SystemFailure(code: errno) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
          String(validatingCString: $0)
        }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension InputFile {
  /// Opens a file and reads its head, or all of it where it is small enough to be held.
  init(path: String, isGiven: Bool, _ limits: InspectLimits) throws(SystemFailure) {
    // A pipe would block the open.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemFailure(code: errno) }
    defer { close(descriptor) }
    var found = stat()
    guard fstat(descriptor, &found) == 0 else { throw SystemFailure(code: errno) }
    let status = FileStatus(found)
    guard status.kind == .file else { throw SystemFailure(code: EISDIR) }
    let wanted = status.size <= limits.document ? status.size : 64 << 10
    var failure: Int32?
    let head = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      filled = 0
      while filled < wanted, let base = buffer.baseAddress {
        let count = read(descriptor, base + filled, wanted - filled)
        if count > 0 {
          filled += count
        } else if count == 0 {
          break
        } else if errno != EINTR {
          failure = errno
          break
        }
      }
    }
    if let failure { throw SystemFailure(code: failure) }
    // A file that shrank meanwhile is whole as it is now.
    let size = head.count < wanted ? head.count : status.size
    self.init(Place(path), path: path, head: head, size: size, isGiven: isGiven)
  }
}
