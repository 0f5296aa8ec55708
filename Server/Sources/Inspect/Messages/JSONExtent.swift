import Bytes

/// How far a JSON value reaches in a longer text.
enum JSONExtent {
  /// The offset behind the value that starts here. Where it is broken: the next empty line, or the line
  /// before what looks like another request.
  static func end(_ text: [UInt8], _ start: Int) -> Int {
    text.withUnsafeBufferPointer { buffer in
      var scanner = JSONScanner(UnsafeBufferPointer(rebasing: buffer[start...]))
      do throws(JSONScanner.Failure) {
        repeat {
          guard try scanner.next() != nil else { break }
        } while scanner.depth > 0
        return min(start + scanner.offset, text.count)
      } catch {
        return broken(buffer, start)
      }
    }
  }

  private static func broken(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var line = start
    while line < text.count {
      let end = text[line...].firstIndex(of: 0x0A) ?? text.count
      let next = end + 1
      guard next < text.count else { return text.count }
      let head = text[next...].prefix(8)
      let isBlank = head.first == 0x0A || head.first == 0x0D
      let starts = ["POST ", "HTTP/", "curl ", "###", "> ", "< ", "* ", "```", "$ "]
      if isBlank || starts.contains(where: { head.starts(with: $0.utf8) }) { return end }
      line = next
    }
    return text.count
  }
}
