import AppFacts

/// An AndroidManifest.xml as text → the elements of a manifest, with lines.
enum SourceManifestReader {
  static func read(_ bytes: [UInt8], file: String, _ limits: InspectLimits) -> ManifestReading {
    let document: XMLTree.Element
    do throws(XMLFailure) {
      document = try XMLReader.read(bytes, file: file, limits: limits)
    } catch {
      return .unreadable("\(error.why) (\(error.place.text))")
    }
    guard document.name == "manifest" else {
      return .unreadable("its root is <\(document.name.prefix(40))>, and not <manifest>")
    }
    return ManifestReading(root: element(document, prefixes: [:]), problem: nil)
  }

  /// `prefixes`: the namespaces' short names, by their prefix in this file.
  private static func element(
    _ element: XMLTree.Element, prefixes: [String: String]
  ) -> AndroidManifest.Element {
    var prefixes = prefixes
    for attribute in element.attributes where attribute.prefix == "xmlns" {
      switch attribute.value {
      case AttributeNames.android: prefixes[attribute.localName] = "android"
      case AttributeNames.tools: prefixes[attribute.localName] = "tools"
      default: prefixes[attribute.localName] = nil
      }
    }
    return AndroidManifest.Element(
      element.name, element.place,
      attributes: element.attributes.compactMap { attribute in
        guard attribute.prefix != "xmlns", attribute.name != "xmlns" else { return nil }
        return AndroidManifest.Attribute(
          attribute.localName, attribute.value, attribute.place,
          namespace: attribute.prefix.isEmpty ? "" : prefixes[attribute.prefix] ?? attribute.prefix)
      },
      children: element.elements.map { Self.element($0, prefixes: prefixes) })
  }
}
