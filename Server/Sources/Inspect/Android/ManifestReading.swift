import AppFacts

/// What a manifest in one of its three forms came to.
struct ManifestReading {
  /// Nil: unreadable.
  var root: AndroidManifest.Element?
  /// What is wrong with it or missing in it, as a sentence; nil: nothing.
  var problem: String?

  static func unreadable(_ why: String) -> ManifestReading { ManifestReading(root: nil, problem: why) }
}

/// Puts elements together as they begin and end, bounded in depth and number.
struct ManifestTree {
  private(set) var root: AndroidManifest.Element?
  private var open: [AndroidManifest.Element] = []
  private var left: Int
  private let depth: Int
  private(set) var problem: String?

  /// Elements and attributes of one manifest; real ones have some thousands.
  static func most(_ limits: InspectLimits) -> Int { min(limits.values, 100_000) }

  init(_ limits: InspectLimits) {
    left = Self.most(limits)
    depth = limits.depth
  }

  /// False: no more is taken.
  mutating func begin(_ element: AndroidManifest.Element) -> Bool {
    left -= 1 + element.attributes.count
    guard left >= 0 else {
      problem = "it has too many elements"
      return false
    }
    guard open.count < depth else {
      problem = "its elements are nested deeper than \(depth)"
      return false
    }
    open.append(element)
    return true
  }

  mutating func end() {
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      if root == nil { root = element }
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  /// The manifest, with elements that nobody ended closed. `problem` of the reader comes first.
  mutating func finish(_ found: String?) -> ManifestReading {
    let cut = !open.isEmpty
    while !open.isEmpty { end() }
    let problem = found ?? problem ?? (cut ? "it ends in the middle of an element" : nil)
    guard let root else { return .unreadable(problem ?? "it has no element") }
    guard root.name == "manifest" else {
      return .unreadable(problem ?? "its root is <\(root.name.prefix(40))>, and not <manifest>")
    }
    return ManifestReading(root: root, problem: problem)
  }
}
