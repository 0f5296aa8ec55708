/// The demo from its first step to its last. Each step is handed on as soon as it is known.
struct DemoStory {
  let stage: DemoStage

  func tell(_ hand: (DemoStep, DemoSection) -> Void) throws {
    hand(try profile(), .profile)
    for push in Self.pushes { hand(try send(push), .pushes) }
    hand(try appDeleted(), .rejections)
    hand(try wrongEnvironment(), .rejections)
    hand(try appRemoved(), .rejections)
    hand(try tooLarge(), .rejections)
    hand(try busyOnce(), .retries)
    hand(try closingConnections(), .retries)
    hand(try accessTokenExpired(), .retries)
    hand(try askedToWait(), .retries)
    hand(try keyRevoked(), .retries)
  }
}
