import Foundation
import Store
import TestSupport
import Testing

@testable import Delivery

/// The runner over a real store, with lanes that answer as they are told.
@Suite(.serialized) struct CampaignRunnerTests {
  @Test func twoNodesShareACampaign() throws {
    let stage = try RunnerStage(devices: 3_000)
    let nodes = [stage.node(1), stage.node(2)]
    try stage.create("spring")
    for node in nodes { node.runner.start() }
    let view = try stage.waitFor("spring") { $0.state == .done }
    for node in nodes { node.runner.finish() }
    #expect(view.count("accepted") == 3_000, "\(view.counts)")
    #expect(view.count("repeated") == 0)
    #expect(nodes.allSatisfy { $0.lanes.sent > 0 }, "\(nodes.map(\.lanes.sent))")
    #expect(nodes.reduce(0) { $0 + $1.lanes.sent } == 3_000)
  }

  @Test func aNodeThatGoesSilentIsFollowedByAnother() throws {
    let stage = try RunnerStage(devices: 2_000)
    let silent = stage.node(1, patience: 3_600_000)
    // It sends, and hears nothing.
    silent.lanes.answers = false
    try stage.create("spring")
    silent.runner.start()
    try stage.wait("messages on their way") { silent.lanes.sent >= 64 }
    silent.runner.stopGiving()
    let heir = stage.node(2)
    heir.runner.start()
    // The silent one's lease is kept as long as it lives.
    silent.runner.abandon()
    stage.pass(milliseconds: 11_000)
    let view = try stage.waitFor("spring") { $0.state == .done }
    heir.runner.finish()
    #expect(view.ended == 2_000, "\(view.counts)")
    #expect(view.count("accepted") == 2_000, "\(view.counts)")
    #expect(view.count("repeated") >= 64, "\(view.counts)")
    #expect(heir.lanes.sent == 2_000)
  }

  @Test func everyKindOfAnswerComesToTheTotal() throws {
    let stage = try RunnerStage(devices: 1_500)
    let node = stage.node(1)
    node.lanes.kinds = [.accepted, .rejected, .handedBack, .accepted, .failed]
    try stage.create("spring")
    node.runner.start()
    let view = try stage.waitFor("spring") { $0.state == .done }
    node.runner.finish()
    #expect(view.ended == 1_500, "\(view.counts)")
    #expect(view.count("rejected") > 0 && view.count("failed") > 0 && view.count("accepted") > 0)
    // Each place that was taken is free again.
    #expect(node.room.used(.iosProduction, .bulk) == 0)
  }

  @Test func whatIsAnsweredLateHoldsUpNobodyAndIsNotSentAgain() throws {
    let stage = try RunnerStage(devices: 2_000)
    let node = stage.node(1, patience: 50)
    node.lanes.kinds = [.accepted, .accepted, .accepted, .accepted, .late]
    try stage.create("spring")
    node.runner.start()
    // All segments are through, with some still under way.
    let view = try stage.waitFor("spring") { $0.state == .finishing }
    #expect(view.count("accepted") + view.waiting == 2_000, "\(view.counts)")
    #expect(view.waiting > 0)
    while try stage.view("spring").state != .done {
      if node.lanes.answerLate() == 0 { usleep(2_000) }
    }
    node.runner.finish()
    #expect(try stage.view("spring").count("accepted") == 2_000)
    #expect(node.lanes.sent == 2_000)
  }

  @Test func aLaneThatTakesNothingHoldsUpNobody() throws {
    let stage = try RunnerStage(devices: 2_000, droids: 1_000)
    let node = stage.node(1)
    node.room.setPlaces(.android, 0)
    try stage.create("spring")
    node.runner.start()
    try stage.wait("the phones") { node.lanes.sent == 2_000 }
    try stage.wait("the others to be set aside") {
      stage.pass(milliseconds: 100)
      return try stage.view("spring").waiting == 1_000
    }
    #expect(try stage.view("spring").state == .finishing)
    node.room.setPlaces(.android, 8_192)
    try stage.wait("the end") {
      stage.pass(milliseconds: 1_000)
      return try stage.view("spring").state == .done
    }
    node.runner.finish()
    #expect(try stage.view("spring").count("accepted") == 3_000)
  }

  @Test func aStopKeepsWhatCameBackAndGivesTheRestBack() throws {
    let stage = try RunnerStage(devices: 2_000)
    let node = stage.node(1)
    node.lanes.answers = false
    try stage.create("spring")
    node.runner.start()
    try stage.wait("messages on their way") { node.lanes.sent >= 64 }
    node.runner.stopGiving()
    node.lanes.handBackAll()
    node.runner.finish()
    let view = try stage.view("spring")
    #expect(view.state == .running)
    #expect(view.count("accepted") == 0)
    let next = stage.node(1)
    next.runner.start()
    let done = try stage.waitFor("spring") { $0.state == .done }
    next.runner.finish()
    #expect(done.count("accepted") == 2_000, "\(done.counts)")
    #expect(next.lanes.sent == 2_000)
    #expect(done.count("repeated") == 0)
  }
}

extension CampaignView {
  fileprivate func count(_ kind: String) -> Int { counts.reduce(0) { $1.kind == kind ? $0 + $1.count : $0 } }
  fileprivate var ended: Int {
    counts.reduce(0) { CampaignCount.ends.contains($1.kind) ? $0 + $1.count : $0 }
  }
}
