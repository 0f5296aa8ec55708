import Foundation
import Testing

@testable import Transport

/// A lane against our own server when it misbehaves, or behaves as providers do.
@Suite struct HTTP2ClientConductTests {
  /// The conduct of a provider on a bad day; each push must end exactly once.
  @Test func aBadDayLosesNothing() throws {
    let total = 200_000
    let lane = try Lane(
      total, server: { $0.maximumConcurrentStreams = 1000 },
      client: {
        $0.pool.connections = 4
        $0.window = 4000
      }, answer: accept)
    let handler = lane.handler
    var resets = 0
    handler.answer = { exchange in
      let number = handler.received
      if number == 50_000 || number == 120_000 {
        for connection in lane.server?.openConnections ?? [] {
          connection.setMaximumConcurrentStreams(number == 50_000 ? 200 : 40)
        }
      }
      // A stream above GOAWAY's last one counts as not processed, whatever else is said of it.
      if number % 10_000 == 0 && exchange.connection?.mark ?? 0 < 5000 {
        resets += 1
        exchange.reset(2)
      } else if number % 1000 == 500 {
        exchange.refuse()
      } else {
        exchange.respond(status: 200)
      }
      guard let connection = exchange.connection else { return }
      connection.mark += 1
      if connection.mark == 5000 { connection.goaway(lastStreamID: exchange.streamID) }
    }
    lane.run()
    let wasReset = lane.owner.outcomes[.reset, default: 0]
    #expect(wasReset == resets && resets >= total / 10_000 - 3)
    #expect(lane.owner.outcomes == [.answered: total - wasReset, .reset: wasReset])
    #expect(lane.owner.statuses == [200: total - wasReset, 0: wasReset])
    // Each request reached the server once more for each resend; those above GOAWAY's last stream that
    // were still on their way did not even do that.
    #expect(lane.client.resends >= handler.received - total)
    #expect(lane.client.resends >= total / 1000)
    #expect(lane.opened >= total / 5000)
    lane.close()
  }

  @Test func streamsAboveTheLastAreSentAgain() throws {
    var dropped = 0
    let lane = try Lane(
      400, server: { $0.maximumConcurrentStreams = 50 }, client: { $0.pool.connections = 1 }, answer: accept)
    lane.handler.answer = { exchange in
      guard let connection = exchange.connection else { return }
      connection.mark += 1
      if connection.mark == 30 {
        connection.goaway(lastStreamID: exchange.streamID, debugData: #"{"reason":"Shutdown"}"#)
      } else if connection.mark > 30 {
        dropped += 1
        return
      }
      exchange.respond(status: 200)
    }
    lane.run()
    #expect(lane.owner.outcomes == [.answered: 400])
    #expect(lane.client.resends > 0)
    #expect(lane.goaways.count >= 13)
    #expect(lane.goaways.allSatisfy { $0 == #"{"reason":"Shutdown"}"# })
    lane.close()
  }

  @Test func refusedStreamsAreSentAgain() throws {
    let lane = try Lane(1000, answer: accept)
    lane.handler.answer = { exchange in
      if lane.handler.received % 7 == 0 { exchange.refuse() } else { exchange.respond(status: 200) }
    }
    lane.run()
    #expect(lane.owner.outcomes == [.answered: 1000])
    #expect(lane.client.resends == lane.handler.received - 1000)
    lane.close()
  }

  @Test func aPeerThatRefusesEverythingIsAskedWithPauses() throws {
    let lane = try Lane(
      40,
      client: {
        $0.pool.connections = 1
        $0.deadline = 1000
      }
    ) { $0.refuse() }
    lane.run(seconds: 10)
    #expect(lane.owner.outcomes == [.unsent: 40] || lane.owner.outcomes[.answered] == nil)
    // Back-off of 20 to 100 ms at random, 16 refusals a connection: far from a busy loop.
    #expect(lane.handler.received < 16 * 150)
    #expect(lane.opened > 1)
    lane.close()
  }

  @Test func resetsEndAsResets() throws {
    let lane = try Lane(100) { exchange in
      if exchange.path.hasSuffix("7") { exchange.reset(0xb) } else { exchange.respond(status: 200) }
    }
    lane.owner.onFinished = { exchange in
      #expect((exchange.outcome == .reset) == (exchange.tag % 10 == 7))
      #expect(exchange.resetCode == (exchange.tag % 10 == 7 ? 0xb : 0))
    }
    lane.run()
    #expect(lane.owner.outcomes == [.answered: 90, .reset: 10])
    #expect(lane.opened <= 2)
    lane.close()
  }

  /// Held answers show how many streams are open; after SETTINGS no more than allowed are added.
  @Test func settingsAreLoweredTwiceInFlight() throws {
    var held: [ServerExchange] = []
    var limit = 100
    var acknowledged = 1_000_000
    var worst = 0
    let lane = try Lane(
      3000, server: { $0.maximumConcurrentStreams = 100 }, client: { $0.pool.connections = 1 }, answer: accept
    )
    let handler = lane.handler
    let answerAll = {
      let all = held
      held = []
      for exchange in all { exchange.respond(status: 200) }
    }
    handler.answer = { exchange in
      held.append(exchange)
      if handler.received > acknowledged + 300 { worst = max(worst, held.count - limit) }
      if handler.received == 1000 || handler.received == 2000 {
        limit = handler.received == 1000 ? 30 : 5
        acknowledged = handler.received
        exchange.connection?.setMaximumConcurrentStreams(limit)
      }
      if handler.received == 1 { answerAll() }
    }
    func turn() {
      answerAll()
      lane.after(1, turn)
    }
    turn()
    lane.run()
    #expect(lane.owner.outcomes == [.answered: 3000])
    #expect(worst <= 0)
    #expect(lane.client.resends == 0)
    lane.close()
  }

  @Test func aConnectionCutInTheMiddle() throws {
    let lane = try Lane(2000, client: { $0.pool.connections = 2 }, answer: accept)
    lane.handler.answer = { exchange in
      if lane.handler.received == 500 {
        exchange.connection?.close()
      } else {
        exchange.respond(status: 200)
      }
    }
    lane.run()
    let lost = lane.owner.outcomes[.connectionLost, default: 0]
    #expect(lost >= 1 && lost <= 100)
    #expect(lane.owner.outcomes == [.answered: 2000 - lost, .connectionLost: lost])
    #expect(lane.lost.map(\.code) == [.closed])
    lane.close()
  }

  @Test func silenceEndsAtTheDeadlineAndBlocksNobody() throws {
    let lane = try Lane(
      2000,
      client: {
        $0.deadline = 400
        $0.window = 100
      }
    ) { exchange in
      if exchange.path.hasSuffix("99") { return }
      exchange.respond(status: 200)
    }
    lane.owner.onFinished = { exchange in
      #expect(exchange.outcome == (exchange.tag % 100 == 99 ? .deadline : .answered))
    }
    lane.run()
    #expect(lane.owner.outcomes == [.answered: 1980, .deadline: 20])
    #expect(lane.lost.isEmpty)
    lane.close()
  }

  @Test func anUnansweredPingReplacesTheConnection() throws {
    var paused = false
    let lane = try Lane(
      500,
      client: {
        $0.pool.connections = 1
        $0.pool.pingBusy = 100
        $0.pool.pingDeadline = 100
      }, answer: accept)
    lane.handler.answer = { exchange in
      if lane.handler.received == 100 && !paused {
        paused = true
        exchange.connection?.pauseReading()
      } else {
        exchange.respond(status: 200)
      }
    }
    lane.run()
    let lost = lane.owner.outcomes[.connectionLost, default: 0]
    #expect(lost >= 1)
    #expect(lane.owner.outcomes == [.answered: 500 - lost, .connectionLost: lost])
    #expect(lane.lost.map(\.code) == [.timeout])
    #expect(lane.opened == 2)
    lane.close()
  }

  @Test func anAnsweredPingKeepsTheConnection() throws {
    var held: [ServerExchange] = []
    let lane = try Lane(3, client: { $0.pool.pingBusy = 30 }) { exchange in
      held.append(exchange)
    }
    lane.after(400) { for exchange in held { exchange.respond(status: 200) } }
    lane.after(600) { for exchange in held { exchange.respond(status: 200) } }
    lane.run()
    #expect(lane.owner.outcomes == [.answered: 3])
    #expect(lane.lost.isEmpty && lane.opened <= 3)
    lane.close()
  }

  /// Turned away at once, again and again: the lane waits between attempts, and nothing is lost.
  @Test func aStormOfGoawaysIsNotAnsweredByAStorm() throws {
    let lane = try Lane(
      100,
      client: {
        $0.pool.connections = 2
        $0.pool.stagger = 50
        $0.deadline = 1000
      }
    ) { _ in }
    lane.handler.onOpen = { $0.goaway(lastStreamID: 0, debugData: #"{"reason":"TooManyConnections"}"#) }
    lane.run(seconds: 10)
    #expect(lane.owner.outcomes == [.unsent: 100])
    #expect(lane.opened >= 3 && lane.opened <= 1000 / 50 + 2)
    #expect(Set(lane.goaways) == [#"{"reason":"TooManyConnections"}"#])
    lane.close()
  }

  /// After the storm work goes on where it was.
  @Test func afterAStormAllAreSent() throws {
    let lane = try Lane(1000, client: { $0.pool.connections = 2 }, answer: accept)
    lane.handler.answer = { $0.respond(status: 200) }
    lane.handler.onOpen = { if $0.number <= 5 { $0.goaway(lastStreamID: 0) } }
    lane.run()
    #expect(lane.owner.outcomes == [.answered: 1000])
    lane.close()
  }

  /// A proven connection that is sent away once a request is replaced at once, whatever the back-off.
  @Test func oneRequestAConnection() throws {
    let lane = try Lane(
      100,
      client: {
        $0.pool.connections = 1
        $0.pool.stagger = 0
        $0.pool.backoffFloor = 10_000
        $0.pool.backoffCeiling = 10_000
      }
    ) { exchange in
      exchange.respond(status: 200)
      exchange.connection?.goaway()
    }
    lane.run(seconds: 20)
    #expect(lane.owner.outcomes == [.answered: 100])
    #expect(lane.opened == 100)
    lane.close()
  }
}
