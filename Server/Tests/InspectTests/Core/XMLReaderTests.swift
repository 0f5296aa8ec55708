import AppFacts
import TestSupport
import Testing

@testable import Inspect

struct XMLReaderTests {
  static func read(_ text: String, limits: InspectLimits = InspectLimits()) throws(XMLFailure)
    -> XMLTree.Element
  {
    try XMLReader.read(Array(text.utf8), file: "a.xml", limits: limits)
  }

  @Test func everythingHasItsPlace() throws {
    let text = """
      <?xml version="1.0"?>
      <!-- é -->
      <manifest xmlns:android="http://x"
          package='dev.pushwire.parcel'>
        <é/><uses-permission android:name = "a&amp;b"/>
        <string>ein <![CDATA[<b>]]> c</string>
      </manifest>
      """
    let root = try Self.read(text)
    #expect(root.name == "manifest")
    #expect(root.place == Place("a.xml", line: 3, column: 1, offset: 34))
    let package = try #require(root.attribute("package"))
    #expect(package.value == "dev.pushwire.parcel")
    #expect(package.place.line == 4 && package.place.column == 5)
    #expect(package.valuePlace.column == 14)
    #expect(root.elements.map(\.name) == ["é", "uses-permission", "string"])
    let permission = root.elements[1]
    #expect(permission.place.line == 5 && permission.place.column == 7)
    #expect(permission.attributes[0].prefix == "android" && permission.attributes[0].localName == "name")
    #expect(permission.attributes[0].value == "a&b")
    #expect(root.elements[2].text == "ein <b> c")
    // Blank text between elements is nothing.
    #expect(root.children.count == 3)
    let offset = try #require(permission.place.offset)
    #expect(Array(text.utf8)[offset...].starts(with: "<uses".utf8))
  }

  @Test func onlyXMLsOwnEntitiesAreKnown() throws {
    #expect(try Self.read("<a>&lt;&gt;&quot;&apos;&amp;&#65;&#x1F4E6;</a>").text == "<>\"'&A📦")
    let bomb = """
      <!DOCTYPE a [<!ENTITY x "xxxxxxxx"><!ENTITY y "&x;&x;&x;"> ]><a>&y;</a>
      """
    #expect(throws: XMLFailure.self) { try Self.read(bomb) }
    #expect(throws: XMLFailure.self) { try Self.read("<a>&#xD800;</a>") }
    #expect(throws: XMLFailure.self) { try Self.read("<a>a & b</a>") }
  }

  @Test func theDocumentTypeIsSkipped() throws {
    let root = try Self.read(
      """
      \u{FEFF}<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://x/>]" [
        <!-- ]> --> <!ELEMENT a (#PCDATA)> <?x ]> ?>
      ]>
      <plist/>
      """)
    #expect(root.name == "plist" && root.place.line == 4)
  }

  @Test func aByteOrderMarkIsNoCharacter() throws {
    #expect(try Self.read("\u{FEFF}<a/>").place == Place("a.xml", line: 1, column: 1, offset: 3))
  }

  @Test func halfACharacterBehindTheMarkHasAColumn() throws {
    do throws(XMLFailure) {
      let root = try XMLReader.read([0xEF, 0xBB, 0xBF, 0x80], file: "a.xml", limits: InspectLimits())
      Issue.record("it was read as \(root)")
    } catch {
      #expect(error.place == Place("a.xml", line: 1, column: 1, offset: 3))
    }
  }

  @Test(arguments: [false, true]) func utf16IsRead(isLittle: Bool) throws {
    let text = "\u{FEFF}<a é='1'>📦</a>"
    let bytes = text.utf16.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isLittle ? pair.reversed() : pair
    }
    let root = try XMLReader.read(bytes, file: "a.xml", limits: InspectLimits())
    #expect(root.text == "📦" && root.attributes[0].name == "é")
    #expect(root.attributes[0].place == Place("a.xml", line: 1, column: 4))
  }

  @Test(arguments: [
    ("", "no element", 1), ("a", "does not start", 1), ("<a>", "not closed", 1), ("<a>\n</b>", "is due", 2),
    ("<a/>\n<b/>", "second element", 2), ("<a/>\nx", "follows", 2), ("<a", "middle", 1),
    ("<a\nb></a>", "no value", 2), ("<a b=1/>", "quotes", 1), ("<a b='1/>", "does not end", 1),
    ("<a><!-- </a>", "comment", 1), ("<a><![CDATA[ </a>", "CDATA", 1), ("<? ", "processing", 1),
    ("<!DOCTYPE a [ ", "document type", 1), ("<!DOCTYPE a [[[[[[[[[[[", "too deep", 1), ("</a>", "closes", 1),
    ("< a/>", "no name", 1), ("<a b='1'c='2'/>", "odd", 1), ("<a>&nope;</a>", "entity", 1),
    ("<!DOCTYPE a \"", "document type", 1),
  ])
  func whatIsNoXMLSaysWhyAndWhere(text: String, why: String, line: Int) throws {
    do throws(XMLFailure) {
      let root = try Self.read(text)
      Issue.record("\(text) was read as \(root)")
    } catch {
      #expect(error.why.contains(why), "\(error)")
      #expect(error.place.line == line, "\(error)")
    }
  }

  @Test func depthAndValuesAreLimited() throws {
    var limits = InspectLimits()
    limits.depth = 3
    limits.values = 5
    #expect(throws: Never.self) { try Self.read("<a><b><c/></b></a>", limits: limits) }
    #expect(throws: XMLFailure.self) { try Self.read("<a><b><c><d></d></c></b></a>", limits: limits) }
    #expect(throws: XMLFailure.self) { try Self.read("<a><b/><b/><b/><b/><b/></a>", limits: limits) }
    #expect(throws: XMLFailure.self) { try Self.read("<a b='' c='' d='' e='' f=''/>", limits: limits) }
  }

  /// Whatever the bytes: an answer, soon, with a place inside of the text.
  @Test func fuzzTheReader() throws {
    let words = [
      "<", ">", "</", "/>", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "<!DOCTYPE x [", "]", "&",
      "&#x41;",
      "=", "\"", "'", "\r\n", "\u{FEFF}", "é", "<a>", "</a>",
    ]
    try CorpusFuzzer("xml", words: words.map { Array($0.utf8) }).run { bytes in
      do throws(XMLFailure) {
        let root = try XMLReader.read(bytes, file: "f", limits: InspectLimits())
        Self.check(root, bytes)
        return true
      } catch {
        #expect(error.place.line ?? 0 >= 1 && error.place.column ?? 1 >= 1 && !error.why.isEmpty)
        return false
      }
    }
  }

  private static func check(_ element: XMLTree.Element, _ bytes: [UInt8]) {
    if let offset = element.place.offset, !bytes[offset...].starts(with: Array("<\(element.name)".utf8)),
      String(validating: bytes, as: UTF8.self) != nil
    {
      Issue.record("<\(element.name)> is not at \(offset): \(CorpusFuzzer.shown(bytes))")
    }
    for child in element.elements { check(child, bytes) }
  }
}
