/// What the load commands of one slice say, as far as it matters here. Offsets count from the slice's start.
struct LoadCommands {
  var signature: Range<Int>?
  var platform: Int?
  var isEncrypted = false
  /// Segments and sections of interest, in the file.
  var linkEdit: Range<Int>?
  var methodNames: Range<Int>?
  var entitlements: Range<Int>?
  /// What is wrong with them, as sentences.
  var problems: [String] = []

  /// - Parameters:
  ///   - bytes: all load commands.
  ///   - count: as the header says.
  init(_ bytes: [UInt8], count: Int, isLittle: Bool) {
    let view = ByteView(bytes)
    var at = 0
    for _ in 0..<count {
      guard let command = view.u32(at, isLittle: isLittle), let size = view.u32(at + 4, isLittle: isLittle),
        size >= 8, let body = view.view(at, Int(size))
      else {
        problems.append("its load commands are damaged")
        return
      }
      read(command, body, isLittle)
      at += Int(size)
    }
  }

  private mutating func read(_ command: UInt32, _ body: ByteView, _ isLittle: Bool) {
    switch command {
    case MachOFormat.Command.codeSignature:
      guard signature == nil else { return problems.append("it has two LC_CODE_SIGNATURE") }
      signature = Self.range(body.u32(8, isLittle: isLittle), body.u32(12, isLittle: isLittle))
    case MachOFormat.Command.buildVersion: platform = body.u32(8, isLittle: isLittle).map { Int($0) }
    case MachOFormat.Command.encryptionInfo, MachOFormat.Command.encryptionInfo64:
      isEncrypted = body.u32(16, isLittle: isLittle).map { $0 != 0 } ?? false
    case MachOFormat.Command.segment: segment(body, isLittle, is64: false)
    case MachOFormat.Command.segment64: segment(body, isLittle, is64: true)
    default:
      if let known = MachOFormat.Command.minimumVersions[command], platform == nil { platform = known }
    }
  }

  private mutating func segment(_ body: ByteView, _ isLittle: Bool, is64: Bool) {
    let name = Self.name(body, 8)
    if name == "__LINKEDIT" {
      linkEdit =
        is64
        ? Self.range(body.u64(40, isLittle: isLittle), body.u64(48, isLittle: isLittle))
        : Self.range(body.u32(32, isLittle: isLittle), body.u32(36, isLittle: isLittle))
    }
    // Other segments may hold sections that say they are of __TEXT; the section's own name counts.
    let (start, size) = is64 ? (72, 80) : (56, 68)
    var at = start
    while let section = body.view(at, size) {
      at += size
      guard Self.name(section, 16) == "__TEXT" else { continue }
      let offset = section.u32(is64 ? 48 : 40, isLittle: isLittle)
      let length =
        is64 ? section.u64(40, isLittle: isLittle) : section.u32(36, isLittle: isLittle).map { Int($0) }
      let range = Self.range(offset.map { Int($0) }, length)
      switch Self.name(section, 0) {
      case "__objc_methname": methodNames = range
      case "__entitlements": entitlements = range
      default: break
      }
    }
  }

  /// Sixteen bytes, padded with NUL.
  private static func name(_ view: ByteView, _ offset: Int) -> String {
    view.slice(offset, 16).map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) } ?? ""
  }

  private static func range(_ offset: UInt32?, _ size: UInt32?) -> Range<Int>? {
    range(offset.map { Int($0) }, size.map { Int($0) })
  }

  private static func range(_ offset: Int?, _ size: Int?) -> Range<Int>? {
    guard let offset, let size, offset > 0, size > 0 else { return nil }
    let (end, overflow) = offset.addingReportingOverflow(size)
    return overflow ? nil : offset..<end
  }
}
