import Bytes

/// One step of a compiled template: copy some bytes, or insert a value of this push.
struct Segment: Sendable {
  enum Kind: UInt8, Sendable {
    /// Bytes of the template: `first` is the offset, `count` the length.
    case literal
    /// Parameter `first` as the inside of a JSON string.
    case text
    /// Parameter `first` as it is: a number.
    case number
    /// Parameter `first`, UNIX seconds, as a time such as `2030-01-31T18:00:00Z`.
    case instant
    case notification
    /// The binding tag with the literal before it and a quote after it, where there is a tag.
    case binding
    /// UNIX seconds after which the push is worthless; 0 where it is never stored.
    case expiration
    /// Seconds left to live.
    case timeToLive
    /// `"fid":"…"` and the like.
    case target
    case validateOnly
    /// The collapse id as a header's value.
    case collapse
    /// What follows up to `measureEnd` counts against limit `first`.
    case measure, measureEnd
  }
  var kind: Kind
  var first: Int32 = 0
  var count: Int32 = 0
}

/// The steps of a template and the bytes they copy.
struct SegmentList: Sendable {
  var literals: [UInt8] = []
  var segments: [Segment] = []

  /// No more than one literal of the template, and no parameter.
  var isConstant: Bool { segments.allSatisfy { $0.kind == .literal } }

  mutating func add(_ bytes: some Collection<UInt8>) {
    guard !bytes.isEmpty else { return }
    let start = literals.count
    literals.append(contentsOf: bytes)
    // Literals that follow one another are copied in one go.
    if let last = segments.last, last.kind == .literal, Int(last.first + last.count) == start {
      segments[segments.count - 1].count += Int32(bytes.count)
    } else {
      segments.append(Segment(kind: .literal, first: Int32(start), count: Int32(bytes.count)))
    }
  }

  mutating func add(_ text: String) { add(text.utf8) }

  mutating func add(_ kind: Segment.Kind, _ first: Int = 0) {
    segments.append(Segment(kind: kind, first: Int32(first)))
  }
}

/// What a template needs besides values and identity.
struct WriteContext {
  var expiration = 0
  var timeToLive = 0
  var target: FCMTarget?
  var validateOnly = false
  /// Bytes counted against each limit.
  var measured: (Int, Int) = (0, 0)
}

extension SegmentList {
  /// Writes every step. Allocates nothing but what `out` grows by.
  @inline(__always)
  func write(
    _ row: borrowing ParameterRow, _ identity: MessageIdentity, _ context: inout WriteContext,
    collapse: CollapseID?, into out: inout ByteBuffer
  ) {
    literals.withUnsafeBufferPointer { literals in
      segments.withUnsafeBufferPointer { segments in
        var measureStart = 0
        var limit: Int32 = 0
        for segment in segments {
          switch segment.kind {
          case .literal:
            if let start = literals.baseAddress {
              out.append(start + Int(segment.first), count: Int(segment.count))
            }
          case .text: row.appendText(Int(segment.first), to: &out)
          case .number: row.appendRaw(Int(segment.first), to: &out)
          case .instant: row.appendInstant(Int(segment.first), to: &out)
          case .notification: out.append(identity.notification)
          case .binding:
            if let tag = identity.binding, let start = literals.baseAddress {
              out.append(start + Int(segment.first), count: Int(segment.count))
              out.append(tag)
              out.append(UInt8(ascii: "\""))
            }
          case .expiration: out.appendDecimal(context.expiration)
          case .timeToLive: out.appendDecimal(context.timeToLive)
          case .target: context.target?.write(into: &out)
          case .validateOnly: out.append(context.validateOnly ? "true" : "false")
          case .collapse: collapse?.write(row, identity, into: &out)
          case .measure:
            measureStart = out.count
            limit = segment.first
          case .measureEnd:
            if limit == 0 {
              context.measured.0 += out.count - measureStart
            } else {
              context.measured.1 += out.count - measureStart
            }
          }
        }
      }
    }
  }
}

extension ParameterRow {
  @inline(__always)
  func appendText(_ index: Int, to out: inout ByteBuffer) {
    let slot = slots[index]
    let bytes = values.slice(Int(slot.start), Int(slot.count))
    if slot.escape { out.appendJSONEscaped(bytes) } else { out.append(bytes) }
  }

  @inline(__always)
  func appendRaw(_ index: Int, to out: inout ByteBuffer) {
    let slot = slots[index]
    out.append(values.slice(Int(slot.start), Int(slot.count)))
  }

  func appendInstant(_ index: Int, to out: inout ByteBuffer) {
    let slot = slots[index]
    // The row has checked that it is a whole number of 0 or more.
    let seconds = JSONText.integer(values.slice(Int(slot.start), Int(slot.count)))
    out.appendInstant(unixSeconds: seconds ?? 0)
  }
}
