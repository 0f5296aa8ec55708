internal import CNats
internal import Store

/// The stream and its consumers. All of it waits for the servers: not for the engine's threads.
struct NATSStream: Sendable {
  let connection: NATSConnection
  let settings: FeedSettings
  let names: FeedNames

  /// JetStream's own codes.
  private static let overlaps: UInt32 = 10065
  private static let notFound: Set<UInt32> = [10014, 10059]

  struct Depth: Equatable {
    /// In the stream, and not pulled.
    var waiting: Int
    /// Pulled, and not acknowledged.
    var unacknowledged: Int
    var total: Int { waiting + unacknowledged }
  }

  /// The name of the stream that takes this app's subjects; nil: there is none.
  func find() throws(FeedError) -> String? {
    try connection.jetStream { js throws(FeedError) in
      var options = jsOptions()
      jsOptions_Init(&options)
      options.Wait = Int64(settings.answerWithin)
      var list: UnsafeMutablePointer<jsStreamNamesList>?
      var code = jsErrCode(rawValue: 0)
      let subject = names.allSubjects
      let status = subject.withCString { text in
        options.Stream.Info.SubjectsFilter = text
        return js_StreamNames(&list, js, &options, &code)
      }
      defer { jsStreamNamesList_Destroy(list) }
      if status == NATS_NOT_FOUND { return nil }
      try NATSFailure.check(status, "the stream of \(subject)")
      guard let found = list?.pointee, found.Count > 0, let name = found.List[0] else { return nil }
      return String(cString: name)
    }
  }

  /// The stream's name; it is made where there is none.
  func ensure(now: Int) throws(FeedError) -> (name: String, isNew: Bool) {
    if let name = try find() { return (name, false) }
    let name = names.stream(madeAt: now)
    do throws(FeedError) {
      try add(name)
      return (name, true)
    } catch {
      // Somebody else was faster.
      if let other = try find() { return (other, false) }
      throw error
    }
  }

  private func add(_ name: String) throws(FeedError) {
    try connection.jetStream { js throws(FeedError) in
      var code = jsErrCode(rawValue: 0)
      let status = name.withCString { name in
        names.allSubjects.withCString { subject in
          var subjects: [UnsafePointer<CChar>?] = [subject]
          return subjects.withUnsafeMutableBufferPointer { subjects in
            var config = jsStreamConfig()
            jsStreamConfig_Init(&config)
            config.Name = name
            config.Subjects = subjects.baseAddress
            config.SubjectsLen = 1
            config.Retention = js_WorkQueuePolicy
            config.Storage = js_FileStorage
            config.Discard = js_DiscardNew
            config.Replicas = Int64(settings.replicas)
            config.Duplicates = Self.nanoseconds(settings.duplicateWindow)
            return js_AddStream(nil, js, &config, nil, &code)
          }
        }
      }
      try NATSFailure.check(status, "the stream \(name)")
    }
  }

  /// Makes the consumer of a lane and band. One that is there is taken as it is: another version may have made
  /// it. Either way it has answered.
  func ensureConsumer(_ stream: String, _ lane: LaneCode, _ band: Band) throws(FeedError) {
    guard try depth(stream, lane, band) == nil else { return }
    try connection.jetStream { js throws(FeedError) in
      var code = jsErrCode(rawValue: 0)
      let durable = names.consumer(lane, band)
      let status = durable.withCString { durable in
        names.subject(lane, band).withCString { subject in
          var config = jsConsumerConfig()
          jsConsumerConfig_Init(&config)
          config.Durable = durable
          config.FilterSubject = subject
          config.AckPolicy = js_AckExplicit
          config.AckWait = Self.nanoseconds(settings.acknowledgeWait)
          config.MaxDeliver = -1
          config.MaxAckPending = Int64(settings.mostUnacknowledged)
          config.MaxWaiting = 512
          return js_AddConsumer(nil, js, stream, &config, nil, &code)
        }
      }
      try NATSFailure.check(status, "the consumer \(durable)")
    }
  }

  /// Nil: there is no such consumer, or no such stream.
  func depth(_ stream: String, _ lane: LaneCode, _ band: Band) throws(FeedError) -> Depth? {
    try connection.jetStream { js throws(FeedError) in
      var info: UnsafeMutablePointer<jsConsumerInfo>?
      var code = jsErrCode(rawValue: 0)
      let status = js_GetConsumerInfo(&info, js, stream, names.consumer(lane, band), nil, &code)
      defer { jsConsumerInfo_Destroy(info) }
      if status == NATS_NOT_FOUND || Self.notFound.contains(code.rawValue) { return nil }
      try NATSFailure.check(status, "the consumer \(names.consumer(lane, band))")
      guard let found = info?.pointee else { return nil }
      return Depth(
        waiting: Int(clamping: found.NumPending), unacknowledged: Int(clamping: found.NumAckPending))
    }
  }

  private static func nanoseconds(_ milliseconds: Int) -> Int64 {
    let (product, isOver) = Int64(max(milliseconds, 1)).multipliedReportingOverflow(by: 1_000_000)
    return isOver ? .max : product
  }
}
