import Synchronization
import Testing

@testable import pushwire

@Suite struct AuditProgressTests {
  private final class Screen: Sendable {
    private let text = Mutex("")
    func write(_ more: String) { text.withLock { $0 += more } }
    var all: String { text.withLock { $0 } }
  }

  @Test func aLongRunSaysWhatItReadsAndTakesItAway() {
    let screen = Screen()
    let progress = AuditProgress(width: 30, patience: .zero) { screen.write($0) }
    progress.reading("Parcel/A\u{1B}[31m.swift and a name that goes on and on")
    let line = screen.all
    #expect(line.hasPrefix("\rReading 1: Parcel/A"))
    #expect(!line.contains("\u{1B}[31m"))
    #expect(line.hasSuffix("\u{1B}[K"))
    #expect(line.count <= 30 + 4)
    progress.finish()
    #expect(screen.all == line + "\r\u{1B}[K")
    progress.finish()
    #expect(screen.all == line + "\r\u{1B}[K")
  }

  @Test func aShortRunSaysNothing() {
    let screen = Screen()
    let progress = AuditProgress(width: 80, patience: .seconds(3600)) { screen.write($0) }
    progress.reading("Parcel/A.swift")
    progress.finish()
    #expect(screen.all.isEmpty)
  }

  @Test func nothingIsToldToWhatIsNoTerminal() {
    let screen = Screen()
    let progress = AuditProgress(width: 80, patience: .zero, isWatched: false) { screen.write($0) }
    progress.reading("Parcel/A.swift")
    progress.finish()
    #expect(screen.all.isEmpty)
  }
}
