import Foundation

/// The lines of a file or pipe, one after another, whatever its size.
struct LineReader: ~Copyable {
  enum Fault: Error, Equatable {
    case tooLong
    case notUTF8
    /// An errno.
    case system(Int32)
  }

  private let descriptor: Int32
  private let longest: Int
  private var bytes: [UInt8] = []
  private var at = 0
  private var hasEnded = false
  private var isFirst = true

  /// - Parameter longest: bytes of a line, without its end.
  init(_ descriptor: Int32, longest: Int) {
    self.descriptor = descriptor
    self.longest = longest
  }

  /// Without the line feed, and a carriage return before it; nil: there are no more.
  mutating func next() throws(Fault) -> String? {
    while true {
      if let end = bytes[at...].firstIndex(of: 0x0A) {
        defer { at = end + 1 }
        return try text(bytes[at..<end])
      }
      guard bytes.count - at <= longest else { throw .tooLong }
      if hasEnded {
        guard at < bytes.count else { return nil }
        defer { at = bytes.count }
        return try text(bytes[at...])
      }
      try fill()
    }
  }

  private mutating func text(_ line: ArraySlice<UInt8>) throws(Fault) -> String {
    var line = line.last == 0x0D ? line.dropLast() : line
    if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    isFirst = false
    guard line.count <= longest else { throw .tooLong }
    guard let text = String(validating: line, as: UTF8.self) else { throw .notUTF8 }
    return text
  }

  private mutating func fill() throws(Fault) {
    bytes.removeFirst(at)
    at = 0
    var count = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { chunk, filled in
      repeat {
        count = Foundation.read(descriptor, chunk.baseAddress, chunk.count)
      } while count < 0 && errno == EINTR
      filled = max(0, count)
    }
    guard count >= 0 else { throw .system(errno) }
    if count == 0 { hasEnded = true } else { bytes += chunk }
  }
}
