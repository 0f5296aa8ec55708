import AppFacts

/// Reads property lists, XML, binary and in the old text form, as values with their places.
///
/// Text gives lines and columns, the binary form byte offsets.
enum PropertyList {
  struct Failure: Error, Sendable, Equatable {
    /// A sentence without its place.
    var why: String
    var place: Place
  }

  /// - Parameters:
  ///   - file: for the places.
  ///   - base: where the bytes start in a binary file; places are offsets in that file then. Nil: they are the file.
  static func read(
    _ bytes: [UInt8], file: String, limits: InspectLimits, base: Int? = nil
  ) throws(Failure) -> Located {
    guard !bytes.isEmpty else { throw Failure(why: "it is empty", place: Place(file)) }
    if bytes.starts(with: magic) {
      var reader = BinaryPropertyList(bytes, file: file, limits: limits, base: base ?? 0)
      return try reader.read()
    }
    // Blobs of a signature are padded.
    let text = bytes.last == 0 ? Array(bytes.prefix(1 + (bytes.lastIndex { $0 != 0 } ?? -1))) : bytes
    let first = text.first { !XMLReader.isSpace($0) }
    if first == UInt8(ascii: "{"), base == nil {
      do throws(OpenStepPropertyList.Failure) {
        return try OpenStepPropertyList.read(text, file: file, limits: limits)
      } catch {
        throw Failure(why: error.why, place: error.place)
      }
    }
    let root: XMLTree.Element
    do throws(XMLFailure) {
      root = try XMLReader.read(text, file: file, limits: limits, base: base)
    } catch {
      throw Failure(why: "it is no XML: \(error.why)", place: error.place)
    }
    return try XMLPropertyList.root(root)
  }

  static let magic = Array("bplist00".utf8)

  /// Whether a file starts as one does: binary, or with a `<` behind at most a byte order mark and blanks.
  static func starts(_ head: [UInt8]) -> Bool {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    return head.starts(with: magic) || XMLReader.utf16(Array(head.prefix(2))) != nil
      || text.first { !XMLReader.isSpace($0) } == UInt8(ascii: "<")
  }
}
