#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Finds names in parts of an executable that come piece by piece.
struct NameSearch {
  /// A name, and the bytes that stand for it.
  fileprivate struct Pattern {
    var name: String
    var bytes: [UInt8]
    /// Where in `bytes` the byte is that is looked for first: a NUL before a selector, the `$` of a class.
    var anchor: Int
  }

  /// Methods that an app calls, or has; the selectors of a protocol are in every app that names it.
  private static let selectors = [
    "registerForRemoteNotifications", "requestAuthorizationWithOptions:completionHandler:",
    "application:didRegisterForRemoteNotificationsWithDeviceToken:",
    "application:didReceiveRemoteNotification:fetchCompletionHandler:",
    "registerForTaskWithIdentifier:usingQueue:launchHandler:", "submitTaskRequest:error:",
    "setTaskCompletedWithSuccess:", "setAPNSToken:",
  ]
  /// Classes of others that it links.
  private static let classes = [
    "UNUserNotificationCenter", "PKPushRegistry", "CXProvider", "BGTaskScheduler", "FIRMessaging",
  ]

  // A selector stands alone between two NULs; an imported class follows an opcode in older files.
  private static let selectorPatterns = selectors.map {
    Pattern(name: $0, bytes: [0] + Array($0.utf8) + [0], anchor: 0)
  }
  private static let classPatterns = classes.map {
    Pattern(name: $0, bytes: Array("_OBJC_CLASS_$_\($0)".utf8) + [0], anchor: 12)
  }

  private(set) var found: Set<String> = []

  /// Where one run of bytes is searched; pieces follow each other without a gap.
  struct Run {
    fileprivate var patterns: [Pattern]
    /// The last bytes of the piece before. The first name has no NUL before it.
    fileprivate var carry: [UInt8] = [0]
    fileprivate let longest: Int

    fileprivate init(_ patterns: [Pattern]) {
      self.patterns = patterns
      // The patterns of a run share one anchor.
      longest = patterns.map(\.bytes.count).max() ?? 1
    }
    static var methodNames: Run { Run(NameSearch.selectorPatterns) }
    static var linkedNames: Run { Run(NameSearch.classPatterns) }
  }

  mutating func search(_ piece: UnsafeRawBufferPointer, _ run: inout Run) {
    let seam = run.carry + piece.prefix(run.longest - 1)
    seam.withUnsafeBytes { look($0, &run) }
    look(piece, &run)
    run.carry = Array((run.carry + piece.suffix(run.longest - 1)).suffix(run.longest - 1))
  }

  private mutating func look(_ bytes: UnsafeRawBufferPointer, _ run: inout Run) {
    guard let first = run.patterns.first else { return }
    let anchor = Int32(first.bytes[first.anchor])
    var at = first.anchor
    while at < bytes.count, let start = bytes.baseAddress,
      let hit = memchr(start + at, anchor, bytes.count - at)
    {
      let begin = UnsafeRawPointer(hit) - start - first.anchor
      at = begin + first.anchor + 1
      run.patterns.removeAll { pattern in
        let end = begin + pattern.bytes.count
        guard end <= bytes.count, bytes[begin + first.anchor + 1] == pattern.bytes[first.anchor + 1],
          bytes[begin..<end].elementsEqual(pattern.bytes)
        else { return false }
        found.insert(pattern.name)
        return true
      }
      if run.patterns.isEmpty { return }
    }
  }
}
