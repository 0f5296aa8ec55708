/// A reason as a number: a row of the table, or a word that the table does not know.
public struct ReasonID: Sendable, Hashable, BitwiseCopyable {
  /// Below 0x8000 the row in ``ReasonCatalogue/all``; from there on a ``Word``.
  public let rawValue: UInt16

  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// No reason was given.
  @inlinable public static var none: ReasonID { ReasonID(rawValue: 0x8000) }

  /// The provider's word, kept as it came.
  public init(unknown text: String) { self.init(rawValue: 0x8000 | Word(text).rawValue) }

  init(row: Int) { self.init(rawValue: UInt16(truncatingIfNeeded: row & 0x7FFF)) }

  /// The row of the table, nil for words that stand in no row.
  public var entry: Reason? {
    let row = Int(rawValue)
    return row < 0x8000 && row < ReasonCatalogue.all.count ? ReasonCatalogue.all[row] : nil
  }

  /// The provider's word, known or not; nil where none was given.
  public var text: String? {
    rawValue < 0x8000 ? entry?.name : Word(rawValue: rawValue & 0x7FFF).text
  }
}
