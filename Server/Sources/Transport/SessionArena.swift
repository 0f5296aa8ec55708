internal import CNghttp2

/// Memory for one HTTP/2 session. nghttp2 takes and gives back a dozen small pieces for every stream, of
/// few sizes and always on one thread: those come from lists of free pieces instead of the system.
///
/// Pieces above ``State/largest`` go to the system. A piece remembers its class in the 16 bytes before it.
final class SessionArena {
  /// Plain memory, so that no call counts references.
  fileprivate struct State {
    /// Sizes are multiples of this, which keeps pieces aligned.
    static let step = 32
    static let classes = 32
    static let largest = step * classes
    static let header = 16
    static let chunkSize = 64 * 1024

    /// By class, the first free piece; each points to the next.
    let free: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    /// The newest chunk; its first bytes point to the one before.
    var chunk: UnsafeMutableRawPointer?
    var used = chunkSize
  }

  private let state: UnsafeMutablePointer<State>
  /// What nghttp2 is given; valid as long as the arena.
  let functions: UnsafeMutablePointer<nghttp2_mem>

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: State(free: .allocate(capacity: State.classes + 1)))
    state.pointee.free.initialize(repeating: nil, count: State.classes + 1)
    functions = .allocate(capacity: 1)
    functions.initialize(
      to: nghttp2_mem(
        mem_user_data: state, malloc: arenaTake, free: arenaGive, calloc: arenaTakeCleared,
        realloc: arenaResize))
  }

  deinit {
    var chunk = state.pointee.chunk
    while let memory = chunk {
      chunk = memory.load(as: UnsafeMutableRawPointer?.self)
      memory.deallocate()
    }
    state.pointee.free.deallocate()
    state.deallocate()
    functions.deallocate()
  }
}

extension SessionArena.State {
  /// A piece of at least `size` bytes.
  @inline(__always)
  mutating func take(_ size: Int) -> UnsafeMutableRawPointer {
    guard size <= Self.largest else {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: size + Self.header, alignment: 16)
      memory.storeBytes(of: -size, as: Int.self)
      return memory + Self.header
    }
    let slot = (max(size, 1) + Self.step - 1) / Self.step
    if let piece = free[slot] {
      free[slot] = piece.load(as: UnsafeMutableRawPointer?.self)
      return piece
    }
    return carve(slot)
  }

  private mutating func carve(_ slot: Int) -> UnsafeMutableRawPointer {
    let bytes = slot * Self.step + Self.header
    let memory: UnsafeMutableRawPointer
    if let chunk, used + bytes <= Self.chunkSize {
      memory = chunk + used
    } else {
      let fresh = UnsafeMutableRawPointer.allocate(byteCount: Self.chunkSize, alignment: 16)
      fresh.storeBytes(of: chunk, as: UnsafeMutableRawPointer?.self)
      chunk = fresh
      used = Self.header
      memory = fresh + used
    }
    used += bytes
    memory.storeBytes(of: slot, as: Int.self)
    return memory + Self.header
  }

  @inline(__always)
  mutating func give(_ piece: UnsafeMutableRawPointer) {
    let slot = (piece - Self.header).load(as: Int.self)
    guard slot > 0 else {
      (piece - Self.header).deallocate()
      return
    }
    piece.storeBytes(of: free[slot], as: UnsafeMutableRawPointer?.self)
    free[slot] = piece
  }

  mutating func resize(_ piece: UnsafeMutableRawPointer, _ size: Int) -> UnsafeMutableRawPointer {
    let slot = (piece - Self.header).load(as: Int.self)
    let had = slot > 0 ? slot * Self.step : -slot
    if size <= had { return piece }
    let fresh = take(size)
    fresh.copyMemory(from: piece, byteCount: had)
    give(piece)
    return fresh
  }
}

@inline(__always)
private func state(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<SessionArena.State>? {
  data?.assumingMemoryBound(to: SessionArena.State.self)
}

private let arenaTake: nghttp2_malloc = { size, data in state(data)?.pointee.take(size) }

private let arenaGive: nghttp2_free = { piece, data in if let piece { state(data)?.pointee.give(piece) } }

private let arenaTakeCleared: nghttp2_calloc = { count, size, data in
  let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
  guard !overflow, let piece = state(data)?.pointee.take(bytes) else { return nil }
  piece.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
  return piece
}

private let arenaResize: nghttp2_realloc = { piece, size, data in
  guard let piece else { return state(data)?.pointee.take(size) }
  return state(data)?.pointee.resize(piece, size)
}
