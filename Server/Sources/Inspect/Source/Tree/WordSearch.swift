/// Finds many words in one pass over bytes (Aho and Corasick, 1975), with the states laid out as a table.
struct WordSearch: Sendable {
  let words: [String]
  /// From a byte to its column; bytes that stand in no word share column 0.
  private let column: [UInt8]
  private let columns: Int
  /// The next state for a state and a column; the high bit says that a word ends there.
  private let table: [UInt16]
  /// For each state the word that ends there, or -1, and the next shorter state at which one ends.
  private let ends: [Int32]
  private let shorter: [UInt16]

  private static let mark: UInt16 = 0x8000

  /// What of the words would make more than 32,000 states is left out.
  init(_ wanted: some Sequence<String>) {
    var words: [String] = []
    var column = [UInt8](repeating: 0, count: 256)
    var columns = 1
    var children: [[UInt8: UInt16]] = [[:]]
    var ends: [Int32] = [-1]
    for word in wanted where !word.isEmpty {
      let bytes = Array(word.utf8)
      guard children.count + bytes.count < 32_000 else { break }
      var state = 0
      for byte in bytes {
        if column[Int(byte)] == 0 {
          guard columns < 255 else { continue }
          column[Int(byte)] = UInt8(columns)
          columns += 1
        }
        if let next = children[state][byte] {
          state = Int(next)
        } else {
          children[state][byte] = UInt16(children.count)
          state = children.count
          children.append([:])
          ends.append(-1)
        }
      }
      if ends[state] < 0 {
        ends[state] = Int32(words.count)
        words.append(word)
      }
    }
    var table = [UInt16](repeating: 0, count: children.count * columns)
    var failure = [Int](repeating: 0, count: children.count)
    var shorter = [UInt16](repeating: 0, count: children.count)
    var queue = [0]
    var at = 0
    while at < queue.count {
      let state = queue[at]
      at += 1
      // What the state without its first byte goes to, then its own.
      if state != 0 {
        for index in 0..<columns { table[state * columns + index] = table[failure[state] * columns + index] }
      }
      for (byte, next) in children[state] {
        let cell = state * columns + Int(column[Int(byte)])
        let child = Int(next)
        failure[child] = state == 0 ? 0 : Int(table[cell])
        shorter[child] = ends[failure[child]] >= 0 ? UInt16(failure[child]) : shorter[failure[child]]
        table[cell] = next
        queue.append(child)
      }
    }
    for cell in table.indices {
      let state = Int(table[cell])
      if ends[state] >= 0 || shorter[state] != 0 { table[cell] |= Self.mark }
    }
    self.words = words
    self.column = column
    self.columns = columns
    self.table = table
    self.ends = ends
    self.shorter = shorter
  }

  /// Where a search stands between two pieces of a text.
  struct State {
    fileprivate var number = 0
    init() {}
  }

  /// Calls `found` with each word's number and the offset behind it; it ends the search by false.
  ///
  /// - Returns: false where it was ended.
  func scan(
    _ text: UnsafeBufferPointer<UInt8>, from state: inout State, _ found: (Int, Int) -> Bool
  ) -> Bool {
    column.withUnsafeBufferPointer { column in
      table.withUnsafeBufferPointer { table in
        var number = state.number
        for offset in text.indices {
          let cell = table[number &* columns &+ Int(column[Int(text[offset])])]
          number = Int(cell & ~Self.mark)
          if cell & Self.mark != 0 {
            var ending = number
            while ending != 0 {
              if ends[ending] >= 0, !found(Int(ends[ending]), offset + 1) { return false }
              ending = Int(shorter[ending])
            }
          }
        }
        state.number = number
        return true
      }
    }
  }

  /// Whether any of the words stands in a text.
  func holdsAny(_ text: [UInt8]) -> Bool {
    var state = State()
    return text.withUnsafeBufferPointer { !scan($0, from: &state) { _, _ in false } }
  }
}
