internal import Bytes
internal import Foundation

/// A file of targets, a line each, read once from front to back and again at single lines.
///
/// A line is a token, or a token and, behind tabs, `name=value` for parameters of the class. Empty lines
/// and lines that begin with `#` are passed over. Memory does not grow with the file: every 64th line's
/// place is remembered.
public final class TokenFile {
  /// Why a file cannot be read.
  public struct Unreadable: Error, CustomStringConvertible {
    public let description: String
  }

  private static let chunk = 256 * 1024
  private static let stride = 64
  /// No token and its parameters are longer than this.
  public static let maximumLine = 16 * 1024

  private let descriptor: Int32
  private var buffer: UnsafeMutablePointer<UInt8>
  private var start = 0
  private var end = 0
  private var atEnd = false
  /// Where the next line begins in the file.
  private var offset: Int = 0
  /// The number of the last line read, from 1.
  public private(set) var line = 0
  private var places: [Int] = []
  private var scratch = ByteBuffer(capacity: 1024)
  /// Bytes of the file, for a progress bar.
  public let size: Int
  /// Bytes read so far.
  public var position: Int { offset }
  /// Lines longer than allowed, or cut by an error: their numbers, the first few.
  public private(set) var badLines: [Int] = []
  public private(set) var badLineCount = 0

  /// `path`: a file, or `-` for standard input, which is copied to an unnamed file first.
  public init(path: String) throws(Unreadable) {
    descriptor = path == "-" ? try Self.copyOfInput() : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Unreadable(description: "\(path) cannot be opened: \(String(cString: strerror(errno)))")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw Unreadable(description: "\(path) is not a file")
    }
    size = Int(status.st_size)
    buffer = .allocate(capacity: Self.chunk)
  }

  deinit {
    buffer.deallocate()
    close(descriptor)
  }

  private static func copyOfInput() throws(Unreadable) -> Int32 {
    let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var name = Array("\(folder)/pushwire-tokens-XXXXXX".utf8CString)
    let target = mkstemp(&name)
    guard target >= 0 else { throw Unreadable(description: "no temporary file can be made in \(folder)") }
    unlink(name)
    var piece = [UInt8](repeating: 0, count: chunk)
    while true {
      let length = read(0, &piece, piece.count)
      if length == 0 { break }
      guard length > 0, write(target, piece, length) == length else {
        close(target)
        throw Unreadable(description: "standard input cannot be read")
      }
    }
    return target
  }

  /// Why the file could not be read to its end.
  public private(set) var failure: String?

  /// Whether every line has been given out.
  public var isAtEnd: Bool { atEnd && start == end }

  /// The next line that holds something: its number from 1, and its bytes until the next call.
  public func next() -> (line: Int, bytes: UnsafeBufferPointer<UInt8>)? {
    while let bytes = nextLine() {
      if bytes.isEmpty || bytes[0] == UInt8(ascii: "#") { continue }
      return (line, bytes)
    }
    return nil
  }

  private func nextLine() -> UnsafeBufferPointer<UInt8>? {
    while true {
      if let found = memchr(buffer + start, 10, end - start) {
        let length = found - UnsafeMutableRawPointer(buffer + start)
        return take(length, skipping: length + 1)
      }
      if end - start > Self.maximumLine {
        skipLongLine()
        continue
      }
      if !atEnd {
        fill()
        continue
      }
      return end > start ? take(end - start, skipping: end - start) : nil
    }
  }

  private func take(_ length: Int, skipping: Int) -> UnsafeBufferPointer<UInt8> {
    if line % Self.stride == 0 { places.append(offset) }
    line += 1
    let bytes = UnsafeBufferPointer(start: UnsafePointer(buffer + start), count: length)
    start += skipping
    offset += skipping
    if length > Self.maximumLine {
      noteBad()
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return trimmed(bytes)
  }

  private func noteBad() {
    badLineCount += 1
    if badLines.count < 10 { badLines.append(line) }
  }

  private func skipLongLine() {
    if line % Self.stride == 0 { places.append(offset) }
    line += 1
    noteBad()
    while true {
      if let found = memchr(buffer + start, 10, end - start) {
        let length = found - UnsafeMutableRawPointer(buffer + start) + 1
        start += length
        offset += length
        return
      }
      offset += end - start
      start = end
      if atEnd { return }
      fill()
    }
  }

  private func fill() {
    if start > 0 {
      memmove(buffer, buffer + start, end - start)
      end -= start
      start = 0
    }
    var length = -1
    repeat {
      length = pread(descriptor, buffer + end, Self.chunk - end, off_t(offset + end))
    } while length < 0 && errno == EINTR
    if length < 0 { failure = String(cString: strerror(errno)) }
    if length <= 0 { atEnd = true } else { end += length }
  }

  /// A line given out before; its bytes until the next call. `nil` if there is no such line any more.
  public func line(_ number: Int) -> UnsafeBufferPointer<UInt8>? {
    guard number >= 1, (number - 1) / Self.stride < places.count else { return nil }
    var at = places[(number - 1) / Self.stride]
    var toSkip = (number - 1) % Self.stride
    scratch.removeAll()
    while true {
      if let newline = memchr(scratch.base, 10, scratch.count) {
        let length = newline - UnsafeMutableRawPointer(scratch.base)
        if toSkip == 0 { return trimmed(scratch.slice(0, length)) }
        toSkip -= 1
        scratch.removeFirst(length + 1)
        continue
      }
      // A line that is too long was never given out, but may stand between.
      if toSkip > 0 { scratch.removeAll() } else if scratch.count > Self.maximumLine { return nil }
      var got = 0
      scratch.append(upTo: Self.maximumLine) {
        got = pread(descriptor, $0, Self.maximumLine, off_t(at)); return got
      }
      if got <= 0 { return toSkip == 0 && scratch.count > 0 ? trimmed(scratch.bytes) : nil }
      at += got
    }
  }

  private func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var bytes = bytes
    while let last = bytes.last, last == 13 || last == 32 || last == 9 {
      bytes = UnsafeBufferPointer(rebasing: bytes.dropLast())
    }
    while let first = bytes.first, first == 32 { bytes = UnsafeBufferPointer(rebasing: bytes.dropFirst()) }
    return bytes
  }
}
