import AppFacts

/// Reads the parts of a Mach-O file that tell its signature, from front to back in one pass.
///
/// A member of an archive can only be unpacked from its start, so this reader never goes back: every part is
/// named by one that stands before it (fat header, header, load commands, signature). It holds those
/// parts alone, never the code. A file on the disk is read at ``wanted`` only.
struct MachOReader {
  private enum Purpose {
    case magic
    case fatHeader(is64: Bool)
    case header(Int, is64: Bool, isLittle: Bool)
    /// First bytes of a slice of a fat file.
    case sliceMagic(Int)
    case commands(Int, count: Int, isLittle: Bool)
    case signature(Int)
    case entitlements(Int)
    case names(NameSearch.Run)
  }

  private struct Request {
    var range: Range<Int>
    var purpose: Purpose
    var bytes: [UInt8] = []
  }

  private(set) var binary: SignedBinary
  /// What could not be read, as sentences.
  private(set) var problems: [String] = []
  private var requests: [Request] = []
  private var position = 0
  private var search = NameSearch()
  private let limits: InspectLimits
  /// Bytes that may still be held.
  private var budget: Int
  /// Of the file; nil where an archive does not say.
  private let size: Int?

  /// Load commands of one slice are some 10 KiB.
  private static let mostCommands = 4 << 20

  init(_ place: Place, size: Int?, limits: InspectLimits) {
    binary = SignedBinary(place, [])
    self.limits = limits
    self.size = size
    budget = 2 * limits.document
    want(0..<8, .magic)
  }

  /// The next bytes that are of use; nil: all is read.
  var wanted: Range<Int>? {
    guard let next = requests.map({ max($0.range.lowerBound, position) }).min() else { return nil }
    let end = requests.filter { $0.range.lowerBound <= next }.map(\.range.upperBound).min() ?? next
    return next..<end
  }

  /// Goes on at a later byte; what lies between is of no use.
  mutating func skip(to offset: Int) { position = max(position, offset) }

  /// The bytes at the current position.
  mutating func feed(_ block: UnsafeRawBufferPointer) {
    var at = 0
    while at < block.count {
      guard
        let next = requests.map({ $0.range.lowerBound > position ? $0.range.lowerBound : $0.range.upperBound }
        ).min()
      else { break }
      let step = min(block.count - at, next - position)
      let piece = UnsafeRawBufferPointer(rebasing: block[at..<at + step])
      for index in requests.indices where requests[index].range.lowerBound <= position {
        if case .names(var run) = requests[index].purpose {
          search.search(piece, &run)
          requests[index].purpose = .names(run)
        } else {
          requests[index].bytes.append(contentsOf: piece)
        }
      }
      position += step
      at += step
      let done = requests.filter { $0.range.upperBound <= position }
      requests.removeAll { $0.range.upperBound <= position }
      for request in done { complete(request) }
    }
    position += block.count - at
  }

  /// The file is at its end. What was still wanted is missing.
  mutating func finish() {
    for request in requests {
      switch request.purpose {
      case .names: break
      case .magic, .header, .fatHeader, .sliceMagic, .commands: problem("it ends inside its headers")
      case .signature: problem("it ends inside its signature")
      case .entitlements: problem("it ends inside __entitlements")
      }
    }
    requests = []
    binary.symbols = search.found
  }

  // MARK: What is wanted

  private mutating func want(_ range: Range<Int>, _ purpose: Purpose) {
    guard !range.isEmpty else { return }
    guard range.lowerBound >= position else { return problem("a part stands before the one that names it") }
    guard range.upperBound <= limits.executable else { return problem("it is larger than is looked at") }
    if let size, range.upperBound > size { return problem("a part reaches past the end of the file") }
    if case .names = purpose {
    } else {
      guard range.count <= budget else { return problem("its headers and signatures are too large") }
      budget -= range.count
    }
    requests.append(Request(range: range, purpose: purpose))
  }

  private mutating func problem(_ why: String) {
    if !problems.contains(why) { problems.append(why) }
  }

  private mutating func complete(_ request: Request) {
    let view = ByteView(request.bytes)
    switch request.purpose {
    case .magic:
      switch MachOFormat.magic(request.bytes) {
      case .thin(let is64, let isLittle):
        binary.slices.append(SignedBinary.Slice(architecture: "", offset: 0, size: size ?? 0))
        header(0, view, is64: is64, isLittle: isLittle)
      case .fat(let is64):
        guard let count = view.u32(4), (1...MachOFormat.mostSlices).contains(count) else {
          return problem("it is no Mach-O file")
        }
        want(8..<8 + Int(count) * (is64 ? 32 : 20), .fatHeader(is64: is64))
      case nil: problem("it is no Mach-O file")
      }
    case .fatHeader(let is64): fatHeader(view, is64)
    case .sliceMagic(let slice):
      guard case .thin(let is64, let isLittle) = MachOFormat.magic(request.bytes) else {
        return problem("a slice is no Mach-O file")
      }
      header(slice, view, is64: is64, isLittle: isLittle)
    case .header(let slice, let is64, let isLittle):
      // Behind magic and type of the processor: its subtype is at 8 of the whole header.
      guard let count = view.u32(8, isLittle: isLittle), let size = view.u32(12, isLittle: isLittle) else {
        return
      }
      guard Int(size) <= Self.mostCommands, Int(count) <= Int(size) / 8 else {
        return problem("its load commands are damaged")
      }
      if let subtype = view.u32(0, isLittle: isLittle), let type = UInt32(binary.slices[slice].architecture) {
        binary.slices[slice].architecture = MachOFormat.architecture(type, subtype)
      }
      let start = binary.slices[slice].offset + (is64 ? 32 : 28)
      want(start..<start + Int(size), .commands(slice, count: Int(count), isLittle: isLittle))
    case .commands(let slice, let count, let isLittle):
      commands(slice, LoadCommands(request.bytes, count: count, isLittle: isLittle))
    case .signature(let slice):
      var reader = CodeSignatureReader(
        request.bytes, file: binary.place.file, base: request.range.lowerBound, limits: limits)
      binary.slices[slice].signature = reader.read()
      for why in reader.problems { problem(why) }
    case .entitlements(let slice):
      do throws(PropertyList.Failure) {
        binary.slices[slice].sectionEntitlements = try PropertyList.read(
          request.bytes, file: binary.place.file, limits: limits, base: request.range.lowerBound)
      } catch {
        problem("__entitlements cannot be read: \(error.why)")
      }
    case .names: break
    }
  }

  /// Behind the first eight bytes of a slice.
  private mutating func header(_ slice: Int, _ view: ByteView, is64: Bool, isLittle: Bool) {
    // Kept as a number until the subtype is there.
    binary.slices[slice].architecture = view.u32(4, isLittle: isLittle).map { String($0) } ?? ""
    let start = binary.slices[slice].offset
    want(start + 8..<start + 28, .header(slice, is64: is64, isLittle: isLittle))
  }

  private mutating func fatHeader(_ view: ByteView, _ is64: Bool) {
    let entry = is64 ? 32 : 20
    for index in 0..<view.count / entry {
      let at = index * entry
      guard let type = view.u32(at), let subtype = view.u32(at + 4),
        let offset = is64 ? view.u64(at + 8) : view.u32(at + 8).map({ Int($0) }),
        let size = is64 ? view.u64(at + 16) : view.u32(at + 12).map({ Int($0) }),
        offset <= limits.executable, size >= 28, size <= limits.executable
      else {
        problem("its fat header is damaged")
        continue
      }
      binary.slices.append(
        SignedBinary.Slice(
          architecture: MachOFormat.architecture(type, subtype), offset: offset, size: size))
      want(offset..<offset + 8, .sliceMagic(binary.slices.count - 1))
    }
  }

  private mutating func commands(_ index: Int, _ commands: LoadCommands) {
    for why in commands.problems { problem(why) }
    binary.slices[index].platform = commands.platform
    binary.slices[index].isEncrypted = commands.isEncrypted
    let slice = binary.slices[index]
    func inFile(_ range: Range<Int>?) -> Range<Int>? {
      guard let range else { return nil }
      let (end, overflow) = range.upperBound.addingReportingOverflow(slice.offset)
      return overflow ? nil : range.lowerBound + slice.offset..<end
    }
    if let range = inFile(commands.signature) {
      if slice.size > 0, range.upperBound > slice.offset + slice.size {
        problem("a signature reaches past its slice")
      } else {
        want(range, .signature(index))
      }
    }
    if let range = inFile(commands.entitlements) { want(range, .entitlements(index)) }
    // The names of an encrypted slice cannot be read. A range that lies is no matter: nothing rests on it.
    if !slice.isEncrypted, let range = inFile(commands.methodNames), range.lowerBound >= position,
      range.upperBound <= size ?? limits.executable
    {
      want(range, .names(.methodNames))
    }
    if let range = inFile(commands.linkEdit) {
      let end = min(range.upperBound, inFile(commands.signature)?.lowerBound ?? range.upperBound)
      if range.lowerBound >= position, range.lowerBound < end, end <= size ?? limits.executable {
        want(range.lowerBound..<end, .names(.linkedNames))
      }
    }
  }
}
