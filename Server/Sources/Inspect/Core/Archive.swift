internal import CArchive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Why an archive cannot be read on.
struct ArchiveFailure: Error, Sendable, Equatable {
  var why: String
}

/// A zip archive, read member by member in the order of its directory, within limits (libarchive).
///
/// What is not asked for is skipped and not unpacked.
final class Archive {
  /// One member.
  struct Member {
    /// Nil where its name is no text: it can be skipped only.
    var name: String?
    /// Bytes when unpacked, as the archive claims; nil where it does not.
    var size: Int?
    var isFile: Bool
  }

  private let handle: OpaquePointer
  private let limits: InspectLimits
  private var seen = 0
  /// Bytes unpacked so far, of all members.
  private(set) var unpacked = 0

  init(path: String, limits: InspectLimits) throws(ArchiveFailure) {
    // Without a locale that knows UTF-8, libarchive gives no name that is not ASCII.
    setlocale(LC_CTYPE, "C.UTF-8")
    guard let handle = archive_read_new() else { throw ArchiveFailure(why: "no memory") }
    self.handle = handle
    self.limits = limits
    archive_read_support_format_zip_seekable(handle)
    archive_read_support_filter_none(handle)
    guard archive_read_open_filename(handle, path, 64 << 10) == ARCHIVE_OK else {
      throw ArchiveFailure(why: Self.reason(handle))
    }
  }

  deinit { archive_read_free(handle) }

  /// The next member; nil at the end.
  func next() throws(ArchiveFailure) -> Member? {
    seen += 1
    guard seen <= limits.members else {
      throw ArchiveFailure(why: "it has more than \(limits.members) members")
    }
    var entry: OpaquePointer?
    let code = archive_read_next_header(handle, &entry)
    if code == ARCHIVE_EOF { return nil }
    guard code == ARCHIVE_OK || code == ARCHIVE_WARN, let entry else {
      throw ArchiveFailure(why: Self.reason(handle))
    }
    let name = archive_entry_pathname_utf8(entry).map { String(cString: $0) }
    let size = archive_entry_size_is_set(entry) != 0 ? Int(clamping: archive_entry_size(entry)) : nil
    return Member(name: name, size: size, isFile: archive_entry_filetype(entry) == 0o100000)
  }

  /// The bytes of the current member, as they are unpacked; `body` ends it by false.
  func unpack(_ body: (UnsafeRawBufferPointer) -> Bool) throws(ArchiveFailure) {
    var block: UnsafeRawPointer?
    var count = 0
    var offset: Int64 = 0
    while true {
      let code = archive_read_data_block(handle, &block, &count, &offset)
      if code == ARCHIVE_EOF { return }
      guard code == ARCHIVE_OK || code == ARCHIVE_WARN else { throw ArchiveFailure(why: Self.reason(handle)) }
      unpacked += count
      guard unpacked <= limits.unpacked else {
        throw ArchiveFailure(why: "it unpacks to more than \(limits.unpacked) bytes")
      }
      guard body(UnsafeRawBufferPointer(start: block, count: count)) else { return }
    }
  }

  /// The whole of the current member; fails where it is larger than `limit`.
  func contents(limit: Int) throws(ArchiveFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var tooLarge = false
    try unpack { block in
      guard bytes.count + block.count <= limit else {
        tooLarge = true
        return false
      }
      bytes.append(contentsOf: block)
      return true
    }
    guard !tooLarge else { throw ArchiveFailure(why: "a member has more than \(limit) bytes") }
    return bytes
  }

  private static func reason(_ handle: OpaquePointer) -> String {
    archive_error_string(handle).map { String(cString: $0) } ?? "it is no zip archive, or damaged"
  }
}
