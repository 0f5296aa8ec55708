import AppFacts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Answers until the input ends, or says something impossible.
func serve(_ deadline: Deadline) {
  while let source = readFrame() {
    deadline.start()
    let answer = SourceEncoder.encode(UnitReader.read(source))
    deadline.stop()
    guard write(frame: answer) else { return }
  }
}

/// Larger than any file that the parent sends.
private let longestSource = 64 << 20

private func readFrame() -> [UInt8]? {
  guard let head = read(4) else { return nil }
  let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
  guard length <= longestSource else { return nil }
  return read(length)
}

private func read(_ count: Int) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: count)
  var done = 0
  while done < count {
    let got = bytes.withUnsafeMutableBytes { buffer in
      #if canImport(Darwin)
        Darwin.read(0, buffer.baseAddress?.advanced(by: done), count - done)
      #elseif canImport(Musl)
        Musl.read(0, buffer.baseAddress?.advanced(by: done), count - done)
      #else
        Glibc.read(0, buffer.baseAddress?.advanced(by: done), count - done)
      #endif
    }
    if got < 0, errno == EINTR { continue }
    guard got > 0 else { return nil }
    done += got
  }
  return bytes
}

private func write(frame: [UInt8]) -> Bool {
  let length = UInt32(clamping: frame.count)
  let bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * UInt32($0))) } + frame
  var done = 0
  while done < bytes.count {
    let put = bytes.withUnsafeBytes { buffer in
      #if canImport(Darwin)
        Darwin.write(1, buffer.baseAddress?.advanced(by: done), bytes.count - done)
      #elseif canImport(Musl)
        Musl.write(1, buffer.baseAddress?.advanced(by: done), bytes.count - done)
      #else
        Glibc.write(1, buffer.baseAddress?.advanced(by: done), bytes.count - done)
      #endif
    }
    if put < 0, errno == EINTR { continue }
    guard put > 0 else { return false }
    done += put
  }
  return true
}
