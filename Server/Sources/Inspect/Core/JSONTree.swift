public import AppFacts
import Bytes

/// JSON text as a tree in which each key and value has its place.
///
/// Strict (RFC 8259), in time and memory linear in the text, and ended by ``InspectLimits/values``. Keys that
/// stand twice stay twice.
public enum JSONTree {
  /// Why a text is not JSON, and where.
  public struct Failure: Error, Sendable, Equatable {
    /// As a part of a sentence: "the text ends too early".
    public var reason: String
    public var place: Place
  }

  /// Reads a whole file or member.
  public static func read(
    _ text: [UInt8], in file: String, _ limits: InspectLimits = InspectLimits()
  ) -> Result<Located, Failure> {
    var places = TextPlaces(file, text)
    return read(text, limits) { places.place($0) }
  }

  /// Reads JSON that is a part of something else; `place` is asked for offsets in ascending order.
  static func read(
    _ text: [UInt8], _ limits: InspectLimits, place: (Int) -> Place
  ) -> Result<Located, Failure> {
    text.withUnsafeBufferPointer { buffer in
      do throws(JSONScanner.Failure) {
        var builder = JSONTreeBuilder(limits)
        var scanner = JSONScanner(buffer)
        while let token = try scanner.next() {
          let isText = token.kind == .key || token.kind == .string
          let start = place(isText ? token.start - 1 : token.start)
          guard builder.take(token, scanner, at: start) else {
            return .failure(
              Failure(reason: "it has more than \(limits.values) values", place: start))
          }
        }
        guard let root = builder.root else {
          return .failure(Failure(reason: "the text ends too early", place: place(text.count)))
        }
        return .success(root)
      } catch {
        let hasMark = error.offset == 0 && text.starts(with: [0xEF, 0xBB, 0xBF])
        let reason = hasMark ? "a byte-order mark stands before it" : error.reason.rawValue
        return .failure(Failure(reason: reason, place: place(error.offset)))
      }
    }
  }
}

/// Puts tokens together; its stack is no deeper than the scanner goes.
private struct JSONTreeBuilder {
  private struct Frame {
    var place: Place
    var isObject: Bool
    var members: [Located.Member] = []
    var items: [Located] = []
    var key: (text: String, place: Place)?
  }

  private(set) var root: Located?
  private var frames: [Frame] = []
  private var left: Int

  init(_ limits: InspectLimits) { left = limits.values }

  /// False where there are too many values.
  mutating func take(_ token: JSONScanner.Token, _ scanner: JSONScanner, at place: Place) -> Bool {
    left -= 1
    guard left >= 0 else { return false }
    switch token.kind {
    case .beginObject: frames.append(Frame(place: place, isObject: true))
    case .beginArray: frames.append(Frame(place: place, isObject: false))
    case .endObject, .endArray:
      guard let frame = frames.popLast() else { return true }
      finish(Located(frame.isObject ? .object(frame.members) : .array(frame.items), frame.place))
    case .key:
      let text = Self.text(token, scanner)
      if let last = frames.indices.last { frames[last].key = (text, place) }
    case .string: finish(Located(.string(Self.text(token, scanner)), place))
    case .number: finish(Located(Self.number(scanner.bytes(token)), place))
    case .yes: finish(Located(.bool(true), place))
    case .no: finish(Located(.bool(false), place))
    case .null: finish(Located(.null, place))
    }
    return true
  }

  private mutating func finish(_ value: Located) {
    guard let last = frames.indices.last else {
      root = value
      return
    }
    if let key = frames[last].key {
      frames[last].members.append(Located.Member(key.text, key.place, value))
      frames[last].key = nil
    } else {
      frames[last].items.append(value)
    }
  }

  private static func text(_ token: JSONScanner.Token, _ scanner: JSONScanner) -> String {
    guard token.escaped else { return String(decoding: scanner.bytes(token), as: UTF8.self) }
    var buffer = ByteBuffer()
    scanner.appendUnescaped(token, to: &buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Located.Kind {
    if let whole = JSONText.integer(bytes) { return .integer(whole) }
    return .real(Double(String(decoding: bytes, as: UTF8.self)) ?? .nan)
  }
}
