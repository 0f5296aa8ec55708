import Foundation
import Testing

/// `pushwire diagnose`: what it takes, and what it refuses.
@Suite struct DiagnoseCommandTests {
  private func refused(_ words: String...) throws -> String {
    let ended = try Program.run(["diagnose"] + words)
    #expect(ended.exit == 2, "\(words): \(ended)")
    return ended.errors
  }

  @Test func wrongUsageSaysWhatToDo() throws {
    #expect(try refused().contains("There is nothing to diagnose."))
    #expect(try refused("--answer", "focs=on", "x").contains("Did you mean focus?"))
    #expect(try refused("--answer", "focus=maybe", "x").contains("focus is answered by on or off"))
    #expect(try refused("--answer", "focus=on", "--answer", "focus=off", "x").contains("answered twice"))
    #expect(try refused("--token", "abc").contains("--token needs --store"))
    #expect(try refused("--installation", "abc").contains("needs --server, or --store"))
    #expect(try refused("--notification", "abc").contains("needs --server"))
    #expect(try refused("--task", "a", "--notification", "b", "--server", "http://h").contains("Say one of"))
    #expect(try refused("--task", "a").contains("nothing to diagnose"))
    #expect(try refused("--topic", "a", "x").contains("goes with --live"))
    #expect(try refused("--kind", "loud", "x").contains("alert or silent"))
  }

  @Test func aFileThatIsNotThereIsNeverClean() throws {
    let ended = try Program.run("diagnose", "--json", "nowhere.ipa")
    #expect(ended.exit == 3)
    let unreadable = ended.object["unreadable"] as? [[String: Any]]
    #expect(unreadable?.count == 1)
  }

  @Test func aTokenIsNeverPrinted() throws {
    let scratch = try ScratchFolder()
    let token = String(repeating: "5a", count: 32)
    let ended = try Program.run(
      "diagnose", "--token", token, "--store", scratch.url.appending(path: "no.db").path)
    #expect(ended.exit == 3)
    #expect(!(ended.output + ended.errors).contains(token))
  }
}
