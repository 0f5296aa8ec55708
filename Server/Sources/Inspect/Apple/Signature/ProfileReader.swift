import AppFacts
import PushCrypto

/// Reads provisioning profiles (TN3125): a signed message around a property list.
enum ProfileReader {
  /// What came of it: nil where nothing can be read.
  struct Outcome {
    var profile: ProvisioningProfile?
    /// Why not, or what is missing, as a sentence.
    var why: String?
  }

  static func read(_ bytes: [UInt8], _ place: Place, _ limits: InspectLimits) -> Outcome {
    guard !bytes.isEmpty else { return Outcome(why: "it is empty") }
    var content = bytes
    var irregularity: String?
    var isInPieces = false
    var missing: [String] = []
    // Where the content starts in the file; nil where it is the file, and its lines are the file's.
    var base: Int?
    if PropertyList.starts(bytes) {
      irregularity = "it is a bare property list, without the signature around it"
    } else {
      do {
        content = try CMSMessage.content(bytes)
        base = position(of: content, in: bytes)
        isInPieces = base == nil
      } catch {
        guard let found = scan(bytes) else {
          return Outcome(why: "it is no signed message (CMS), and no property list stands in it")
        }
        content = Array(bytes[found])
        base = found.lowerBound
        irregularity = "its signature is damaged or cut off; the property list was found by its text"
        missing.append("its signature is damaged or cut off")
      }
    }
    let tree: Located
    do throws(PropertyList.Failure) {
      let read = try PropertyList.read(content, file: place.file, limits: limits, base: base)
      tree = isInPieces ? read.moved(to: Place(place.file)) : read
    } catch {
      return Outcome(why: "its property list cannot be read: \(error.why)")
    }
    guard tree.isObject else { return Outcome(why: "its property list is no dictionary") }
    var profile = ProvisioningProfile(place, tree)
    if case .data(let der)? = tree["DER-Encoded-Profile"]?.kind, let at = tree["DER-Encoded-Profile"]?.place {
      do {
        profile.derEntitlements = try derEntitlements(der, at, limits)
      } catch {
        missing.append("its DER-Encoded-Profile cannot be read")
        irregularity = (irregularity.map { $0 + "; " } ?? "") + "its DER-Encoded-Profile cannot be read"
      }
    }
    profile.irregularity = irregularity
    return Outcome(profile: profile, why: missing.isEmpty ? nil : missing.joined(separator: "; "))
  }

  /// Entitlements of the second message inside: its content is a SET of pairs; those of `Entitlements` are in the form
  /// that signatures use too. Nil where it names none. Everything stands at the place of the value.
  private static func derEntitlements(
    _ der: [UInt8], _ place: Place, _ limits: InspectLimits
  ) throws -> Located? {
    let content = try CMSMessage.content(der)
    var rest = content[...]
    guard let outer = DERItem.next(&rest), let entries = outer.items(limit: 1000) else {
      throw PropertyList.Failure(why: "it is no DER", place: place)
    }
    for entry in entries {
      guard let pair = entry.items(limit: 2), pair.count == 2 else {
        throw PropertyList.Failure(why: "an entry is no pair", place: place)
      }
      guard String(decoding: pair[0].content, as: UTF8.self) == "Entitlements" else { continue }
      let value = Array(content[pair[1].offset..<pair[1].content.endIndex])
      return try DERPropertyList.read(value, file: place.file, base: 0, limits: limits).moved(to: place)
    }
    return nil
  }

  /// Where the content stands as a whole; nil where it comes in pieces.
  private static func position(of content: [UInt8], in bytes: [UInt8]) -> Int? {
    let start = content.prefix(64)
    var from = 0
    // Content and its beginning are the same thing, but for odd files.
    for _ in 0..<4 {
      guard !start.isEmpty, let found = find(Array(start), in: bytes, from: from) else { return nil }
      if bytes[found...].starts(with: content) { return found }
      from = found + 1
    }
    return nil
  }

  /// From `<?xml` or `<plist` to `</plist>`.
  static func scan(_ bytes: [UInt8]) -> Range<Int>? {
    let end = Array("</plist>".utf8)
    for start in [Array("<?xml".utf8), Array("<plist".utf8)] {
      guard let from = find(start, in: bytes, from: 0), let to = find(end, in: bytes, from: from) else {
        continue
      }
      return from..<to + end.count
    }
    return nil
  }

  /// Where `wanted` starts first, at `from` or behind it.
  private static func find(_ wanted: [UInt8], in bytes: [UInt8], from: Int) -> Int? {
    guard let first = wanted.first, bytes.count >= wanted.count else { return nil }
    return bytes.withUnsafeBufferPointer { buffer in
      let last = buffer.count - wanted.count
      var at = from
      while at <= last {
        if buffer[at] == first, buffer[at..<at + wanted.count].elementsEqual(wanted) { return at }
        at += 1
      }
      return nil
    }
  }
}

extension Located {
  /// The same with one place for everything: of what was unpacked from a value.
  func moved(to place: Place) -> Located {
    switch kind {
    case .array(let items): Located(.array(items.map { $0.moved(to: place) }), place)
    case .object(let members):
      Located(.object(members.map { Member($0.key, place, $0.value.moved(to: place)) }), place)
    default: Located(kind, place)
    }
  }
}
