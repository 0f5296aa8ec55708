import AppFacts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// The helper that parses Swift, `pushwire-swift-reader`: one file after the other, each under a deadline.
///
/// Swift of any kind may take the parser's stack, memory or time; what it takes is the helper's, and another one
/// is started for the next file.
final class SwiftReaderProcess {
  /// What became of one file.
  enum Outcome: Equatable {
    case unit(SourceUnit)
    /// Why not, as a sentence.
    case unreadable(String)
    /// There is no helper that works: something else has to read it.
    case noHelper
  }

  private let path: String
  private let limits: InspectLimits
  private var child: ChildProcess?

  init(_ path: String, _ limits: InspectLimits) {
    self.path = path
    self.limits = limits
  }

  /// Starts a helper where none runs, and hears whether it works.
  func start() -> Bool {
    guard child == nil else { return true }
    let variables = ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"].compactMap { (name: String) -> String? in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
    do throws(ChildProcess.Failure) {
      let child = try ChildProcess(
        path, ["\(limits.swiftFile)"], environment: ["SWIFT_BACKTRACE=enable=no"] + variables)
      let end = ContinuousClock.now + .seconds(max(30, wall))
      guard let bytes = try? ask([], child, until: end), (try? SourceDecoder.decode(bytes[...])) != nil else {
        return false
      }
      self.child = child
      return true
    } catch { return false }
  }

  /// For tests that end it from outside.
  var helper: Int32? { child?.identifier }

  /// The helper's own limit is of the processor's time, so that a busy machine makes no file unreadable; one
  /// that only waits ends after three times as long.
  private var wall: Double { 3 * limits.swiftFile }

  /// Parses one file. `file` is what it and its places are named.
  func parse(_ source: [UInt8], file: String) -> Outcome {
    if let why = SwiftNesting.refusal(source) { return .unreadable(why) }
    guard start(), let child else { return .noHelper }
    do throws(ChildProcess.Failure) {
      let bytes = try ask(source, child, until: .now + .seconds(wall))
      guard let unit = try? SourceDecoder.decode(bytes[...], file: file) else { throw .nonsense }
      return .unit(unit)
    } catch {
      self.child = nil
      return .unreadable(sentence(error))
    }
  }

  private func ask(
    _ source: [UInt8], _ child: ChildProcess, until end: ContinuousClock.Instant
  ) throws(ChildProcess.Failure) -> [UInt8] {
    let length = UInt32(clamping: source.count)
    try child.write((0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * UInt32($0))) }, until: end)
    try child.write(source, until: end)
    let head = try child.read(4, until: end)
    let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    // A tree has no more than some bytes for each of the source's.
    guard count <= (1 << 20) + 16 * source.count else { throw .nonsense }
    return try child.read(count, until: end)
  }

  private func sentence(_ failure: ChildProcess.Failure) -> String {
    let seconds =
      limits.swiftFile.rounded() == limits.swiftFile ? "\(Int(limits.swiftFile))" : "\(limits.swiftFile)"
    return switch failure {
    case .late, .ended(signal: SIGPROF), .ended(signal: SIGXCPU): "not parsed within \(seconds) s"
    case .ended(signal: SIGSEGV), .ended(signal: SIGBUS): "it is nested too deep for the Swift parser"
    case .ended: "the Swift parser failed on it"
    case .notStarted, .nonsense: "the Swift parser gave no answer that can be read"
    }
  }
}
