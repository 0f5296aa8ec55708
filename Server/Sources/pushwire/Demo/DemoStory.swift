/// The demo from its first step to its last. Each step is handed on as soon as it is known.
struct DemoStory {
  let stage: DemoStage

  func tell(_ hand: (DemoStep, DemoSection) throws -> Void) throws {
    try hand(profile(), .profile)
    for push in Self.pushes { try hand(send(push), .pushes) }
    try hand(appDeleted(), .rejections)
    try hand(wrongEnvironment(), .rejections)
    try hand(appRemoved(), .rejections)
    try hand(tooLarge(), .rejections)
    try hand(busyOnce(), .retries)
    try hand(closingConnections(), .retries)
    try hand(accessTokenExpired(), .retries)
    try hand(askedToWait(), .retries)
    try hand(keyRevoked(), .retries)
  }
}
