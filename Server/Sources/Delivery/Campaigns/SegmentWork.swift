internal import Store

/// A segment that this node has: its chunks in the order of rows, and what of them the store knows. Pure;
/// times are milliseconds since 1970.
struct SegmentWork {
  /// As the store has it.
  private(set) var segment: CampaignSegment
  /// Rows before it may have been sent to before it was taken.
  let suspectReach: Int
  /// Rows before it were read.
  private(set) var readAt: Int
  private(set) var chunks: [ChunkWork] = []
  /// On its way to the store; tried again until it is there.
  private(set) var report: CampaignProgress?
  private(set) var reportedAt: Int
  /// It is to be given back: nothing more is read.
  private(set) var isClosing = false
  /// The store has its end, or somebody else has it.
  private(set) var isOver = false

  /// Between two reports that only say what was done, milliseconds.
  static let pause = 20

  init(_ segment: CampaignSegment, now: Int) {
    self.segment = segment
    suspectReach = segment.reach
    readAt = segment.checkpoint
    reportedAt = now
  }

  var hasMoreToRead: Bool { !isClosing && !isOver && readAt < segment.end }

  mutating func add(_ chunk: ChunkWork) {
    chunks.append(chunk)
    readAt = chunk.next
  }

  /// Chunks that may be given out: the store knows that they may have been.
  var durable: ArraySlice<ChunkWork> {
    let count = chunks.prefix { $0.next <= segment.reach }.count
    return chunks[..<count]
  }

  // MARK: The end

  /// Gives it back as soon as what is out has come back: what was not given out stays for the next node, but
  /// for those between others that were.
  mutating func close(now: Int) {
    guard !isOver else { return }
    isClosing = true
    while let last = chunks.last, !last.isTouched, last.retries == nil { _ = chunks.popLast() }
    readAt = chunks.last?.next ?? report?.segment?.checkpoint ?? segment.checkpoint
    for chunk in chunks where !chunk.isDone { chunk.setAside(dueAt: now, now: now) }
  }

  // MARK: Reports

  /// What the store should know now; nil: nothing, or it is being told.
  mutating func nextReport(lease: Int, now: Int) -> CampaignProgress? {
    guard report == nil, !isOver else { return nil }
    let done = chunks.prefix { $0.isDone }.count
    let isEmpty = done == chunks.count
    let isLast = isEmpty && readAt >= segment.end
    let givesBack = isClosing && isEmpty && !isLast
    let reachesFurther = !isClosing && readAt > segment.reach
    let isOld = segment.until - now < lease / 2
    guard isLast || givesBack || reachesFurther || isOld || done > 0 && now - reportedAt >= Self.pause else {
      return nil
    }
    var progress = CampaignProgress()
    progress.campaign = segment.campaign
    for chunk in chunks[..<done] { chunk.report(into: &progress) }
    var next = segment
    if done > 0 { next.checkpoint = chunks[done - 1].next }
    if isLast { next.checkpoint = segment.end }
    next.reach = givesBack ? next.checkpoint : max(segment.reach, readAt)
    chunks.removeFirst(done)
    progress.segment = next
    progress.isSegmentDone = isLast
    progress.until = isLast || givesBack ? 0 : now + lease
    report = progress
    reportedAt = now
    return progress
  }

  /// The store has the report. `holds` false: somebody else has the segment, and what was done is theirs to
  /// count.
  mutating func reported(holds: Bool) {
    guard let sent = report else { return }
    report = nil
    guard holds, let stored = sent.segment else {
      isOver = true
      chunks = []
      return
    }
    segment = stored
    segment.until = sent.until
    isOver = sent.until == 0
  }
}
