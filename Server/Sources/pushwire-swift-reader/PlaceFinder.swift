import AppFacts

/// Lines and columns of a source's bytes.
struct PlaceFinder {
  private let source: [UInt8]
  /// Where each line begins.
  private let starts: [Int]

  init(_ source: [UInt8]) {
    self.source = source
    var starts = [0]
    for (index, byte) in source.enumerated() where byte == 0x0a { starts.append(index + 1) }
    self.starts = starts
  }

  /// From 1.
  func line(_ offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  func place(_ offset: Int) -> Place {
    let offset = min(max(offset, 0), source.count)
    let line = line(offset)
    let before = source[starts[line - 1]..<offset]
    let column =
      before.allSatisfy { $0 < 0x80 } ? before.count : String(decoding: before, as: UTF8.self).count
    return Place("", line: line, column: column + 1)
  }

  /// Nothing but white space stands before it in its line.
  func isFirst(_ offset: Int) -> Bool {
    let offset = min(max(offset, 0), source.count)
    return source[starts[line(offset) - 1]..<offset].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  func holds(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    return source.indices.contains { source[$0] == first && source[$0...].starts(with: wanted) }
  }
}
