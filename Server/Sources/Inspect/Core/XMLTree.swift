import AppFacts

/// An XML document as ``XMLReader`` read it: elements, attributes and text, each with its place.
enum XMLTree {
  struct Element: Sendable, Equatable {
    /// As written, with its prefix: `uses-permission`, `android:x`.
    var name: String
    /// Of the `<`.
    var place: Place
    /// In the order of the file.
    var attributes: [Attribute] = []
    /// Elements and text, in the order of the file. Blank text beside elements is left out.
    var children: [Child] = []
  }

  enum Child: Sendable, Equatable {
    case element(Element)
    /// Character data and CDATA sections that follow each other are one text, at the first byte of it.
    case text(String, Place)
  }

  struct Attribute: Sendable, Equatable {
    /// As written, with its prefix: `android:name`, `xmlns:android`.
    var name: String
    var value: String
    /// Of the name.
    var place: Place
    /// Of the first byte behind the quote.
    var valuePlace: Place
  }
}

extension XMLTree.Element {
  var elements: [XMLTree.Element] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }
  /// All text directly inside, joined; empty where there is none.
  var text: String {
    children.map { if case .text(let text, _) = $0 { text } else { "" } }.joined()
  }
  /// By its name as written: `package`, `android:name`.
  func attribute(_ name: String) -> XMLTree.Attribute? { attributes.first { $0.name == name } }
}

extension XMLTree.Attribute {
  /// Before the colon; empty where there is none.
  var prefix: String { name.firstIndex(of: ":").map { String(name[..<$0]) } ?? "" }
  /// Behind the colon.
  var localName: String { name.firstIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name }
}

/// Why a text is no XML, and where.
struct XMLFailure: Error, Sendable, Equatable {
  /// A sentence without its place.
  var why: String
  var place: Place
}
