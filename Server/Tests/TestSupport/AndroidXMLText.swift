import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A manifest's text as elements, by Foundation's parser: what the writers of Android's two packed forms take.
struct AndroidXMLText {
  struct Element {
    var name: String
    var line: Int
    /// Without declarations of namespaces; in the order of their names.
    var attributes: [(prefix: String, name: String, value: String)]
    var children: [Element] = []
  }

  static func parse(_ text: String) throws -> Element {
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    guard parser.parse(), let root = reader.root else {
      throw RecipeError("the manifest is no XML: line \(parser.lineNumber)")
    }
    return root
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var root: Element?
    private var open: [Element] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let kept = attributes.filter { $0.key != "xmlns" && !$0.key.hasPrefix("xmlns:") }
      open.append(
        Element(
          name: name, line: parser.lineNumber,
          attributes: kept.sorted { $0.key < $1.key }.map { key, value in
            let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
            return parts.count == 2 ? (parts[0], parts[1], value) : ("", key, value)
          }))
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      guard let element = open.popLast() else { return }
      if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }
  }
}

/// What a value of a manifest is once it is packed.
enum AndroidValue {
  case string(String)
  case flag(Bool)
  case integer(Int)
  /// `@string/name`: resources of the test's app have no numbers, so one is made up.
  case reference(name: String, id: Int)

  init(_ name: String, _ value: String) {
    if value.hasPrefix("@"), value.contains("/") {
      self = .reference(
        name: String(value.dropFirst()), id: 0x7F01_0000 + Int(ZipWriter.crc32(Data(value.utf8)) & 0xFFFF))
    } else if Self.texts.contains(name) {
      self = .string(value)
    } else if value == "true" || value == "false" {
      self = .flag(value == "true")
    } else if let number = Int(value) {
      self = .integer(number)
    } else {
      self = .string(value)
    }
  }

  /// Attributes that are texts whatever stands in them.
  private static let texts: Set = ["name", "package", "label", "permission", "host", "scheme", "versionName"]

  /// Resource ids of attributes (AOSP's public attributes), as far as the tests' manifests have them.
  static let ids = [
    "theme": 0x0101_0000, "label": 0x0101_0001, "icon": 0x0101_0002, "name": 0x0101_0003,
    "permission": 0x0101_0006, "enabled": 0x0101_000E, "exported": 0x0101_0010, "priority": 0x0101_001C,
    "value": 0x0101_0024, "resource": 0x0101_0025, "scheme": 0x0101_0027, "host": 0x0101_0028,
    "minSdkVersion": 0x0101_020C, "versionCode": 0x0101_021B, "versionName": 0x0101_021C,
    "targetSdkVersion": 0x0101_0270, "maxSdkVersion": 0x0101_0271, "directBootAware": 0x0101_0505,
  ]
}
