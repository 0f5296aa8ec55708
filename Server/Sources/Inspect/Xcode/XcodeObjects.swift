import AppFacts

/// The objects of a project file by their ids, and where the files are that they name.
struct XcodeObjects {
  let root: Located
  private let objects: [String: Located.Member]
  /// Of files and groups, from the project's folder; nil: not below it (a product, an SDK).
  private var paths: [String: String] = [:]

  /// Nil where it is no project.
  init?(_ tree: Located) {
    guard let members = tree["objects"]?.members, let id = tree["rootObject"]?.string else { return nil }
    objects = Dictionary(members.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    guard let root = objects[id]?.value, root["isa"]?.string == "PBXProject" else { return nil }
    self.root = root
    findPaths()
  }

  func object(_ id: String?) -> Located? { id.flatMap { objects[$0]?.value } }
  /// Of the object's id: where it begins.
  func place(_ id: String) -> Place? { objects[id]?.place }

  /// Objects that a list of ids names.
  func list(_ ids: Located?) -> [(id: String, object: Located)] {
    (ids?.items ?? []).compactMap { id in
      id.string.flatMap { id in object(id).map { (id, $0) } }
    }
  }

  func path(_ id: String?) -> String? { id.flatMap { paths[$0] } }

  private mutating func findPaths() {
    guard let main = root["mainGroup"]?.string else { return }
    var waiting: [(id: String, folder: String?)] = [(main, "")]
    var seen: Set<String> = []
    while let (id, folder) = waiting.popLast() {
      guard seen.insert(id).inserted, let object = object(id) else { continue }
      let name = object["path"]?.string
      let here: String?
      switch object["sourceTree"]?.string {
      case "<group>", nil: here = name.map { name in folder.map { FilePaths.join($0, name) } } ?? folder
      case "SOURCE_ROOT": here = FilePaths.clean(name ?? "")
      case "<absolute>": here = name.map(FilePaths.clean)
      default: here = nil
      }
      paths[id] = here
      for child in object["children"]?.items ?? [] {
        if let child = child.string { waiting.append((child, here)) }
      }
    }
  }
}
