public import Foundation

/// Writes a zip archive from its description: local headers, the directory, and its end. Independent of every reader.
public struct ZipWriter {
  /// One member.
  public struct Member {
    public var name: String
    public var data: Data
    /// In deflate's form (method 8), in blocks that are not compressed; else stored.
    public var isDeflated: Bool
    /// What the headers claim, where it is not the truth.
    public var claimedSize: Int?
    public var unixMode: Int

    public init(
      _ name: String, _ data: Data, isDeflated: Bool = false, claimedSize: Int? = nil,
      unixMode: Int = 0o100644
    ) {
      self.name = name
      self.data = data
      self.isDeflated = isDeflated
      self.claimedSize = claimedSize
      self.unixMode = unixMode
    }
  }

  public private(set) var members: [Member] = []

  public init() {}

  public mutating func add(_ member: Member) { members.append(member) }

  public mutating func add(_ name: String, _ text: String) { add(Member(name, Data(text.utf8))) }

  public mutating func add(_ name: String, _ data: Data, isDeflated: Bool = false) {
    add(Member(name, data, isDeflated: isDeflated))
  }

  /// An entry for a folder: its name ends with a slash.
  public mutating func addFolder(_ name: String) {
    add(Member(name.hasSuffix("/") ? name : name + "/", Data(), unixMode: 0o040755))
  }

  /// The archive's bytes.
  public var data: Data {
    var out = Data()
    var directory = Data()
    for member in members {
      let packed = member.isDeflated ? Self.deflated(member.data) : member.data
      let offset = out.count
      var header = Data()
      header.append16(20)  // needed version
      header.append16(0x800)  // the name is UTF-8
      header.append16(member.isDeflated ? 8 : 0)
      header.append16(0)  // time
      header.append16(0x21)  // date: 1 January 1980
      header.append32(Int(Self.crc32(member.data)))
      header.append32(packed.count)
      header.append32(member.claimedSize ?? member.data.count)
      header.append16(member.name.utf8.count)
      header.append16(0)  // extra
      out.append(contentsOf: [0x50, 0x4B, 3, 4])
      out.append(header)
      out.append(contentsOf: member.name.utf8)
      out.append(packed)

      directory.append(contentsOf: [0x50, 0x4B, 1, 2])
      directory.append16(0x031E)  // made on Unix
      directory.append(header)
      directory.append16(0)  // comment
      directory.append16(0)  // disk
      directory.append16(0)  // internal attributes
      directory.append32(member.unixMode << 16)
      directory.append32(offset)
      directory.append(contentsOf: member.name.utf8)
    }
    let start = out.count
    out.append(directory)
    out.append(contentsOf: [0x50, 0x4B, 5, 6])
    out.append32(0)  // disks
    out.append16(members.count)
    out.append16(members.count)
    out.append32(directory.count)
    out.append32(start)
    out.append16(0)  // comment
    return out
  }

  public func write(to url: URL) throws { try data.write(to: url) }

  /// Deflate's blocks of type 0 (RFC 1951, section 3.2.4): valid, and not smaller.
  private static func deflated(_ data: Data) -> Data {
    var out = Data()
    var rest = data[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      out.append(rest.isEmpty ? 1 : 0)
      out.append16(block.count)
      out.append16(~block.count & 0xFFFF)
      out.append(block)
    } while !rest.isEmpty
    return out
  }

  static func crc32(_ data: Data) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in data { crc = table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8) }
    return ~crc
  }

  private static let table: [UInt32] = (0..<256).map { number in
    (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }
}

extension Data {
  /// The lowest sixteen bits, lowest byte first.
  mutating func append16(_ number: Int) {
    append(UInt8(truncatingIfNeeded: number))
    append(UInt8(truncatingIfNeeded: number >> 8))
  }
  /// The lowest thirty-two bits, lowest byte first.
  mutating func append32(_ number: Int) {
    append16(number)
    append16(number >> 16)
  }
}
