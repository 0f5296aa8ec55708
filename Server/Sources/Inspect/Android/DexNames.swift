#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Finds names of classes among the strings of dex files, as the bytes pass by.
///
/// A class stands there as its descriptor, `Lcom/example/Name;`, ended by a NUL, whether it is defined there or
/// named only. So a name that is found may be only named; a class whose name is not found is not there.
struct DexNames {
  /// Longer descriptors are not looked for.
  private static let longest = 512

  private let wanted: Set<[UInt8]>
  private let lengths: Set<Int>
  private var tail: [UInt8] = []
  /// With dots.
  private(set) var found: Set<String> = []

  /// `names` with dots, those of nested classes with `$`.
  init(_ names: some Sequence<String>) {
    wanted = Set(
      names.map { name in
        Array("L".utf8) + name.utf8.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "/") : $0 } + Array(";".utf8)
      }.filter { $0.count <= Self.longest })
    lengths = Set(wanted.map(\.count))
  }

  /// Takes the next bytes of a file.
  mutating func take(_ block: UnsafeRawBufferPointer) {
    var bytes = tail
    bytes.append(contentsOf: block)
    bytes.withUnsafeBytes { search($0) }
    tail = Array(bytes.suffix(Self.longest + 1))
  }

  /// Begins another file.
  mutating func end() { tail = [] }

  private mutating func search(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    var at = 0
    while at < bytes.count - 1, let hit = memchr(base + at, 0x3B, bytes.count - 1 - at) {
      let semicolon = UnsafeRawPointer(hit) - base
      at = semicolon + 1
      guard bytes[at] == 0 else { continue }
      for length in lengths where length <= at && bytes[at - length] == UInt8(ascii: "L") {
        let descriptor = [UInt8](bytes[(at - length)..<at])
        if wanted.contains(descriptor) {
          let name = descriptor.dropFirst().dropLast().map { $0 == 0x2F ? 0x2E : $0 }
          found.insert(String(decoding: name, as: UTF8.self))
        }
      }
    }
  }
}
