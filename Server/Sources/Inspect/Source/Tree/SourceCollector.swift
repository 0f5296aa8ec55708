import AppFacts
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads sources on several threads: searches their bytes, and parses those of interest.
struct SourceCollector: Sendable {
  let limits: InspectLimits
  /// The helper for Swift; nil: the tokenizer reads it.
  let swiftReader: String?
  let end: ContinuousClock.Instant

  enum Parsed: Sendable {
    case unit(SourceUnit)
    case unreadable(String)
  }

  /// Which of the files hold a name of interest, in their order, and the secrets that stand in any. Files that
  /// cannot be read are among the first, so that parsing says why.
  func search(_ files: [TreeListing.Source], for words: WordSearch) -> (
    files: [Int], secrets: [SecretSighting]
  ) {
    let found = Mutex<(files: [Int], secrets: [SecretSighting])>(([], []))
    each(files.count, threads: Self.processors) { index, _ in
      let file = files[index]
      guard let bytes = try? SourceBytes.whole(file.path, limit: limits.source) else {
        // Too large to be parsed: whether it matters is found in pieces.
        if Self.holds(file.path, words) != false { found.withLock { $0.files.append(index) } }
        return
      }
      let isOfInterest = words.holdsAny(bytes)
      let secrets = SecretSearch.scan(bytes, Place(file.name), isShipped: false)
      guard isOfInterest || !secrets.isEmpty else { return }
      found.withLock {
        if isOfInterest { $0.files.append(index) }
        $0.secrets += secrets
      }
    }
    var all = found.withLock { $0 }
    all.files.sort()
    all.secrets.sort { ($0.place.file, $0.place.line ?? 0) < ($1.place.file, $1.place.line ?? 0) }
    return all
  }

  /// Which of the files define what is wanted, or mention it. Names that too many files have count for none.
  func look(
    _ files: [TreeListing.Source], for wanted: SecondLook, _ common: (function: Int, mention: Int)
  ) -> [Int] {
    let search = WordSearch(wanted.words.sorted())
    let found = Mutex<[Int: Set<String>]>([:])
    each(files.count, threads: Self.processors) { index, _ in
      guard let bytes = try? SourceBytes.whole(files[index].path, limit: limits.source) else { return }
      let names = wanted.found(in: bytes, search)
      if !names.isEmpty { found.withLock { $0[index] = names } }
    }
    let all = found.withLock { $0 }
    var counts: [String: Int] = [:]
    for name in all.values.joined() { counts[name, default: 0] += 1 }
    return all.filter { _, names in
      names.contains { name in
        let count = counts[name] ?? 0
        if wanted.mentioned.contains(name) { return count <= common.mention }
        if wanted.functions.contains(name), !wanted.types.contains(name) { return count <= common.function }
        return true
      }
    }.keys.sorted()
  }

  /// Nil: it cannot be read.
  private static func holds(_ path: String, _ words: WordSearch) -> Bool? {
    var state = WordSearch.State()
    var holds = false
    let whole = SourceBytes.each(path) { piece in
      if !words.scan(piece, from: &state, { _, _ in false }) { holds = true }
      return !holds
    }
    return holds ? true : whole ? false : nil
  }

  /// All of the files, in their order. Swift goes to as many helpers as there are threads.
  func parse(_ files: [TreeListing.Source]) -> [Parsed] {
    let parsed = Mutex<[Int: Parsed]>([:])
    // A helper for each thread, made and let go by the thread itself.
    each(files.count, threads: min(2, Self.processors)) { (index: Int, reader: inout SwiftReaderProcess?) in
      let result = parse(files[index], &reader)
      parsed.withLock { $0[index] = result }
    }
    let all = parsed.withLock { $0 }
    return files.indices.map { all[$0] ?? .unreadable(overtime) }
  }

  private var overtime: String { "the time for reading was over (\(Int(limits.total)) s)" }

  private func parse(_ file: TreeListing.Source, _ reader: inout SwiftReaderProcess?) -> Parsed {
    guard .now < end else { return .unreadable(overtime) }
    let bytes: [UInt8]
    do throws(SystemFailure) {
      guard let whole = try SourceBytes.whole(file.path, limit: limits.source) else {
        return .unreadable("it has more than \(limits.source) bytes")
      }
      bytes = whole
    } catch { return .unreadable(error.sentence) }
    if file.language == .swift, let swiftReader {
      if reader == nil { reader = SwiftReaderProcess(swiftReader, limits) }
      switch reader?.parse(bytes, file: file.name) {
      case .unit(let unit): return .unit(unit)
      case .unreadable(let why): return .unreadable(why)
      case .noHelper, nil: break
      }
    }
    switch SourceParser.parse(bytes, file: file.name, language: file.language, limits: limits) {
    case .success(let unit): return .unit(unit)
    case .failure(let failure): return .unreadable(failure.why)
    }
  }

  // Threads.

  private static var processors: Int { max(1, min(8, ProcessInfo.processInfo.activeProcessorCount)) }

  /// Calls `body` for each number below `count`, on several threads, and waits for all. Each thread has a value
  /// of its own, which is gone with it.
  private func each<Own>(
    _ count: Int, threads: Int, _ body: @escaping @Sendable (Int, inout Own?) -> Void
  ) {
    guard count > 0 else { return }
    let next = Counter()
    let group = DispatchGroup()
    for _ in 0..<min(threads, count) {
      group.enter()
      let thread = Thread {
        var own: Own?
        while let index = next.take(below: count) { body(index, &own) }
        own = nil
        group.leave()
      }
      // Trees are walked by recursion.
      thread.stackSize = 16 << 20
      thread.start()
    }
    group.wait()
  }

  private func each(_ count: Int, threads: Int, _ body: @escaping @Sendable (Int, Void) -> Void) {
    each(count, threads: threads) { (index: Int, _: inout Bool?) in body(index, ()) }
  }

  private final class Counter: Sendable {
    private let number = Atomic<Int>(0)
    func take(below count: Int) -> Int? {
      let taken = number.add(1, ordering: .relaxed).oldValue
      return taken < count ? taken : nil
    }
  }
}

/// A file's bytes. It may change or go meanwhile, and what is no regular file is not opened.
enum SourceBytes {
  private static func open(_ path: String) throws(SystemFailure) -> (descriptor: Int32, size: Int) {
    // A pipe would block the open; a link leads out of the tree.
    #if canImport(Darwin)
      let descriptor = Darwin.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    #else
      let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    #endif
    guard descriptor >= 0 else { throw SystemFailure(code: errno) }
    var found = stat()
    guard fstat(descriptor, &found) == 0, FileStatus(found).kind == .file else {
      close(descriptor)
      throw SystemFailure(code: ENOENT)
    }
    return (descriptor, Int(clamping: found.st_size))
  }

  /// Nil: it has more bytes than `limit`.
  static func whole(_ path: String, limit: Int) throws(SystemFailure) -> [UInt8]? {
    let (descriptor, size) = try open(path)
    defer { close(descriptor) }
    guard size <= limit else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    guard
      pieces(
        descriptor,
        { piece in
          bytes.append(contentsOf: piece)
          return bytes.count <= limit
        })
    else { throw SystemFailure(code: EIO) }
    return bytes.count <= limit ? bytes : nil
  }

  /// Hands over a file in pieces until `body` says false; false where it could not be read.
  static func each(_ path: String, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    guard let file = try? open(path) else { return false }
    defer { close(file.descriptor) }
    return pieces(file.descriptor, body)
  }

  private static func pieces(_ descriptor: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64 << 10) { block in
      while true {
        let count = read(descriptor, block.baseAddress, block.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count == 0 }
        guard body(UnsafeBufferPointer(rebasing: block[..<count])) else { return true }
      }
    }
  }
}
