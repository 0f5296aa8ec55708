internal import Dispatch
internal import Store

/// What is done for each campaign in each turn. On the runner's thread.
extension CampaignRunner {
  func step(_ campaign: ActiveCampaign, now: Int) {
    if !campaign.hasEnded, !isStopping {
      switch campaign.pulse.state {
      case .scheduled: if campaign.pulse.startsAt <= now { cut(campaign, now: now) }
      case .running, .finishing: work(campaign, now: now)
      case .paused: campaign.cuts = nil
      case .done, .cancelled, .failed: break
      }
    }
    if isStopping || !campaign.isRunning { close(campaign, now: now) }
    unblock(campaign, now: now)
    report(campaign, now: now)
  }

  // MARK: The start

  /// One step of counting and cutting; then it starts.
  private func cut(_ campaign: ActiveCampaign, now: Int) {
    guard !campaign.isStarting else { return }
    let row = campaign.row
    if campaign.task == nil { campaign.task = task(row) }
    guard let task = campaign.task else { return }
    if task.way == .topic {
      if now >= campaign.asksSegmentAt { startTopic(campaign, task) }
      return
    }
    if campaign.cuts == nil {
      guard let last = read({ reader throws(StoreError) in try reader.lastRegistration() }) else { return }
      campaign.lastRow = last
      campaign.cuts = CampaignCuts()
    }
    guard var cuts = campaign.cuts else { return }
    let last = campaign.lastRow
    let (size, step) = (configuration.segment, configuration.cutStep)
    guard
      let hasMore = read({ reader throws(StoreError) in
        try reader.cut(task, last: last, size: size, limit: step, into: &cuts)
      })
    else { return }
    campaign.cuts = cuts
    guard !hasMore else { return }
    campaign.isStarting = true
    let made = cuts
    submit(
      size: made.rows.count + 2,
      { (session, now) throws(StoreError) in
        try session.startCampaign(row, lastRow: last, cuts: made, now: now)
      }
    ) { [weak self] isStarted in
      guard let self, let campaign = self.campaign(row) else { return }
      campaign.isStarting = false
      campaign.cuts = nil
      campaign.task = nil
      if isStarted == true { tell(.started(campaign: task.id, devices: made.total)) }
      nudge()
    }
  }

  private func task(_ row: Int) -> CampaignTask? {
    read { reader throws(StoreError) in try reader.campaignTask(row) } ?? nil
  }

  func campaign(_ row: Int) -> ActiveCampaign? { campaigns.first { $0.row == row } }

  // MARK: While it runs

  private func work(_ campaign: ActiveCampaign, now: Int) {
    if campaign.task?.startedAt == nil { campaign.task = task(campaign.row) }
    guard let task = campaign.task, task.startedAt != nil else { return }
    guard task.way == .direct else { return watchTopic(campaign, task, now: now) }
    if campaign.isOver(at: now) {
      campaign.eachReady { chunk in
        chunk.expire(now: now)
        forget(chunk)
        return true
      }
    }
    askForSegment(campaign, now: now)
    readAhead(campaign, task, now: now)
    askForRetries(campaign, task, now: now)
  }

  private func askForSegment(_ campaign: ActiveCampaign, now: Int) {
    guard campaign.pulse.state == .running, !campaign.isTaking, now >= campaign.asksSegmentAt,
      campaign.segments.count < 2, campaign.segments.allSatisfy({ !$0.hasMoreToRead })
    else { return }
    campaign.isTaking = true
    let row = campaign.row
    let node = node()
    let lease = configuration.lease
    submit({ (session, now) throws(StoreError) in
      try session.takeSegment(campaign: row, node: node, until: now + lease, now: now)
    }) { [weak self] taken in
      guard let self, let campaign = self.campaign(row) else { return }
      campaign.isTaking = false
      let now = clock()
      if let taken, let segment = taken {
        campaign.segments.append(SegmentWork(segment, now: now))
      } else {
        campaign.asksSegmentAt = now + configuration.poll
      }
    }
  }

  private func readAhead(_ campaign: ActiveCampaign, _ task: CampaignTask, now: Int) {
    let running = max(campaigns.count { $0.isRunning }, 1)
    let window = max(configuration.window / running, 4)
    let rate = campaign.pace.rate(at: now)
    // Slow ones read little ahead: what was read long ago may have changed.
    let size = rate.map { min(max($0 / 2, 16), ChunkWork.places) } ?? ChunkWork.places
    let ahead = rate == nil ? configuration.ahead : 2
    for place in campaign.segments.indices {
      while campaign.segments[place].hasMoreToRead, campaign.held < window, campaign.unsent < ahead {
        guard let chunk = chunk(task, campaign.segments[place], size: size, now: now) else { return }
        let work = ChunkWork(
          serial: takeSerial(), chunk, reach: campaign.segments[place].suspectReach,
          isSilent: task.facts.isSilent, now: now)
        campaign.segments[place].add(work)
        if campaign.isOver(at: now) { work.expire(now: now) }
        if !work.isDone { owners[work.serial] = (campaign, work) }
      }
    }
  }

  private func takeSerial() -> Int {
    nextSerial += 1
    return nextSerial
  }

  private func chunk(
    _ task: CampaignTask, _ segment: SegmentWork, size: Int, now: Int
  ) -> CampaignChunk? {
    let policy = currentPolicy
    let room = room
    return read { reader throws(StoreError) in
      try reader.chunk(
        task, from: segment.readAt, end: segment.segment.end, limit: size, policy: policy,
        leaseEndsAt: now + policy.leaseLength, exists: room.exists, now: now)
    }
  }

  func forget(_ chunk: ChunkWork) { if chunk.isDone { owners[chunk.serial] = nil } }

  // MARK: Those that are tried again

  private static let retriesAtOnce = 256

  private func askForRetries(_ campaign: ActiveCampaign, _ task: CampaignTask, now: Int) {
    let isDue = campaign.pulse.nextRetryAt.map { $0 <= now } ?? (campaign.pulse.state == .finishing)
    guard isDue, !campaign.isTakingRetries, now >= campaign.asksRetriesAt,
      campaign.retries.count(where: { $0.hasUnsent }) < 2
    else { return }
    campaign.isTakingRetries = true
    let row = campaign.row
    let node = node()
    let lease = currentPolicy.leaseLength
    submit(
      size: 16,
      { (session, now) throws(StoreError) in
        try session.takeExceptions(
          campaign: row, node: node, limit: Self.retriesAtOnce, until: now + lease, now: now)
      }
    ) { [weak self] taken in
      guard let self, let campaign = self.campaign(row) else { return }
      campaign.isTakingRetries = false
      let now = clock()
      guard let taken, !taken.isEmpty else {
        campaign.asksRetriesAt = now + configuration.poll
        return
      }
      prepare(taken, campaign, now: now)
    }
  }

  private func prepare(_ taken: [CampaignException], _ campaign: ActiveCampaign, now: Int) {
    let policy = currentPolicy
    let room = room
    var task = campaign.task
    if task == nil { task = self.task(campaign.row) }
    let lease = taken[0].lease ?? now + policy.leaseLength
    guard let task,
      let read = read({ reader throws(StoreError) in
        try reader.chunk(
          task, taken, policy: policy, leaseEndsAt: lease, exists: room.exists, now: now)
      })
    else {
      // They are looked at again a little later.
      for var exception in taken {
        exception.state = .queued
        exception.dueAt = now + configuration.patience
        campaign.nextRetryReport.exceptions.append(exception)
      }
      return
    }
    for (place, why) in read.refused {
      var exception = taken[place]
      exception.state = exception.wasUnanswered ? .unconfirmed : .suppressed
      exception.reason = why.rawValue
      exception.at = now
      campaign.nextRetryReport.exceptions.append(exception)
    }
    guard !read.placed.isEmpty else { return }
    var chunk = CampaignChunk()
    chunk.batch = read.batch
    let work = ChunkWork(
      serial: takeSerial(), chunk, reach: 0, isSilent: task.facts.isSilent,
      retries: read.placed.map { taken[$0] }, now: now)
    if campaign.isOver(at: now) { work.expire(now: now) }
    campaign.retries.append(work)
    if !work.isDone { owners[work.serial] = (campaign, work) }
  }

  // MARK: What does not move

  /// A lane that takes nothing does not hold up the others, and one message does not hold up a checkpoint.
  private func unblock(_ campaign: ActiveCampaign, now: Int) {
    for segment in campaign.segments {
      for chunk in segment.chunks where !chunk.isDone && now - chunk.movedAt >= configuration.patience {
        for lane in chunk.lanes where !room.exists(lane) { chunk.drop(lane, now: now) }
        if campaign.isRunning, campaign.setAside < configuration.setAside {
          setAside(chunk, campaign, now: now)
        }
        if !chunk.isDone, chunk.isTouched, !chunk.hasUnsent, chunk.returned.isEmpty {
          let rest = chunk.detach(now: now)
          campaign.retries.append(rest)
          // Under the same number; the chunk itself has nothing out any more.
          owners[chunk.serial] = (campaign, rest)
        } else {
          forget(chunk)
        }
      }
    }
    for chunk in campaign.retries where !chunk.isDone && now - chunk.movedAt >= configuration.patience {
      chunk.setAside(dueAt: now + configuration.setAsideFor, now: now)
      forget(chunk)
    }
  }

  private func setAside(_ chunk: ChunkWork, _ campaign: ActiveCampaign, now: Int) {
    let before = chunk.exceptions.count
    let dueAt = now + configuration.setAsideFor
    chunk.setAside(dueAt: dueAt, now: now) { lane in
      room.free(lane, .bulk) == 0 && room.used(lane, .bulk) == 0
    }
    if !chunk.hasUnsent, !chunk.returned.isEmpty { chunk.setAside(dueAt: now, now: now) }
    campaign.setAside += chunk.exceptions.count - before
  }

  // MARK: The end

  /// Gives back what it has.
  private func close(_ campaign: ActiveCampaign, now: Int) {
    for place in campaign.segments.indices {
      let before = campaign.segments[place].chunks
      campaign.segments[place].close(now: now)
      for chunk in before where !chunk.isTouched || chunk.isDone { owners[chunk.serial] = nil }
    }
    for chunk in campaign.retries {
      chunk.setAside(dueAt: now, now: now)
      forget(chunk)
    }
  }

  // MARK: Reports

  private func report(_ campaign: ActiveCampaign, now: Int) {
    for place in campaign.segments.indices {
      guard let progress = campaign.segments[place].nextReport(lease: configuration.lease, now: now) else {
        continue
      }
      send(progress, campaign.row, segment: campaign.segments[place].segment.row)
    }
    campaign.segments.removeAll { $0.isOver }
    campaign.collectRetries()
    guard campaign.retryReport == nil, !campaign.nextRetryReport.isEmpty else { return }
    let progress = campaign.nextRetryReport
    campaign.retryReport = progress
    campaign.nextRetryReport = CampaignProgress()
    send(progress, campaign.row, segment: nil)
  }

  private func send(_ progress: CampaignProgress, _ row: Int, segment: Int?) {
    let size = 1 + progress.exceptions.count + progress.silentSends.count
    submit(size: size, { (session, now) throws(StoreError) in try session.keep(progress, now: now) }) {
      [weak self] kept in
      guard let self, let campaign = self.campaign(row) else { return }
      guard let kept else {
        // Tried again until the store takes it; after the writer's end a lease tells the rest.
        retry(progress, row, segment: segment)
        return
      }
      if kept.state.hasEnded { campaign.hasEnded = true } else { campaign.pulse.state = kept.state }
      guard let segment else {
        campaign.retryReport = nil
        return
      }
      guard let place = campaign.segments.firstIndex(where: { $0.segment.row == segment }) else { return }
      if !kept.holdsSegment {
        for chunk in campaign.segments[place].chunks { owners[chunk.serial] = nil }
        tell(.segmentLost(row: segment))
      }
      campaign.segments[place].reported(holds: kept.holdsSegment)
      campaign.segments.removeAll { $0.isOver }
    }
  }
}

extension CampaignRunner {
  private func retry(_ progress: CampaignProgress, _ row: Int, segment: Int?) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(250)) { [self] in
      answer { [self] in send(progress, row, segment: segment) }
    }
  }
}

extension CampaignProgress {
  /// Nothing to store.
  var isEmpty: Bool { counts.isEmpty && exceptions.isEmpty && silentSends.isEmpty && segment == nil }
}
