import AppFacts

extension MachOReader {
  /// Reads a file on the disk, only the parts that are of use.
  mutating func read(_ file: DiskFile) {
    while let range = wanted {
      skip(to: range.lowerBound)
      guard let bytes = file.read(range.lowerBound, min(range.count, 256 << 10)), !bytes.isEmpty else {
        break
      }
      bytes.withUnsafeBytes { feed($0) }
    }
    finish()
  }
}
