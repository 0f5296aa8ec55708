/// Numbers in a byte array, the lowest byte first; nil where they would stand beyond its end.
struct LittleEndian {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  func u8(_ at: Int) -> Int? {
    at >= 0 && at < bytes.count ? Int(bytes[at]) : nil
  }

  func u16(_ at: Int) -> Int? {
    guard at >= 0, at <= bytes.count - 2 else { return nil }
    return Int(bytes[at]) | Int(bytes[at + 1]) << 8
  }

  func u32(_ at: Int) -> Int? {
    guard let low = u16(at), let high = u16(at + 2) else { return nil }
    return low | high << 16
  }
}
