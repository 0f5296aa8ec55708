internal import Synchronization

/// A word of a provider that stands in no table (an unknown reason, a field's path), as a number.
///
/// The words are kept once for the whole process; equal words have equal numbers.
public struct Word: Sendable, Hashable, BitwiseCopyable {
  /// The place in the list of words plus one; 0 is no word.
  public let rawValue: UInt16

  @inlinable init(rawValue: UInt16) { self.rawValue = rawValue }

  /// No word.
  @inlinable public static var none: Word { Word(rawValue: 0) }

  /// At most this many different words are kept; a peer that sends ever new ones gets ``overflowText``.
  public static let limit = 2000

  /// What stands for a word when the list is full.
  public static let overflowText = "(too many different unknown words)"

  /// At most this many characters of a word are kept.
  public static let lengthLimit = 120

  private static let list = Mutex(List())

  private struct List {
    var words: [String] = []
    var numbers: [String: UInt16] = [:]
  }

  /// The word's number. Control characters become `?`, and what is too long is cut.
  public init(_ text: String) {
    let cut = text.count > Self.lengthLimit ? text.prefix(Self.lengthLimit) + "…" : text[...]
    let clean = String(String.UnicodeScalarView(cut.unicodeScalars.map { Self.isControl($0) ? "?" : $0 }))
    rawValue = Self.list.withLock { list in
      if clean.isEmpty { return 0 }
      if let number = list.numbers[clean] { return number }
      let kept = list.words.count < Self.limit ? clean : Self.overflowText
      if let number = list.numbers[kept] { return number }
      list.words.append(kept)
      let number = UInt16(list.words.count)
      list.numbers[kept] = number
      return number
    }
  }

  /// The word, nil for ``none``.
  public var text: String? {
    guard rawValue > 0 else { return nil }
    return Self.list.withLock { list in
      Int(rawValue) <= list.words.count ? list.words[Int(rawValue) - 1] : nil
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
