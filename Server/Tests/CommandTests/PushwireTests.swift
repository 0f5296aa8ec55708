import Foundation
import Testing

@testable import pushwire

@Suite struct PushwireTests {
  @Test func withoutACommandItSaysWhatThereIs() throws {
    let ended = try Program.run()
    #expect(ended.exit == 2)
    #expect(ended.output.isEmpty)
    #expect(ended.errors.contains("pushwire COMMAND"))
    let help = try Program.run("--help")
    #expect(help.exit == 0)
    #expect(help.output == ended.errors)
  }

  @Test func versionIsOneLine() throws {
    let ended = try Program.run("--version")
    #expect(ended.exit == 0)
    #expect(ended.output == "pushwire \(Pushwire.version)\n")
    #expect(try Program.run("--version", "--json").object["version"] as? String == Pushwire.version)
  }

  @Test func anUnknownCommandNamesTheNearest() throws {
    let ended = try Program.run("hepl")
    #expect(ended.exit == 2)
    #expect(ended.output.isEmpty)
    #expect(ended.errors.contains("error: There is no command `hepl`."))
    #expect(ended.errors.contains("Did you mean help?"))
    let token = String(repeating: "0123456789abcdef", count: 4)
    #expect(try !Program.run(token).errors.contains(token))
  }

  @Test func aHalfNameNamesEachWhole() throws {
    let ended = try Program.run("payload")
    #expect(ended.exit == 2)
    #expect(ended.errors.contains("There is `payload lint` or `payload render`."))
  }

  @Test func whatNeedsNoServerStandsWithTheOthers() throws {
    let parts = try Program.run("help").output.components(separatedBy: "The server, and commands beside it")
    try #require(parts.count == 2)
    #expect(parts[0].contains("\n  diagnose ") && parts[0].contains("\n  audit "))
    #expect(parts[1].contains("\n  serve ") && parts[1].contains("\n  tokens show "))
  }

  @Test func errorsUnderJSONAreJSONOnStandardOutput() throws {
    let ended = try Program.run("--json", "hepl")
    #expect(ended.exit == 2)
    #expect(ended.errors.isEmpty)
    let error = ended.object["error"] as? [String: Any]
    #expect(error?["code"] as? String == "unknown_command")
    #expect((error?["message"] as? String)?.contains("hepl") == true)
    #expect((error?["advice"] as? String)?.contains("help") == true)
    #expect(error?.keys.contains("place") == true)
  }

  @Test func optionsOfEveryCommandMayStandBeforeItsName() throws {
    for words in [["--json", "help"], ["help", "--json"], ["--color", "never", "--json", "help"]] {
      let (name, rest) = Pushwire.split(words)
      #expect(name == "help")
      #expect(rest.contains("--json"))
    }
    #expect(Pushwire.split(["--", "help"]).name == "")
    #expect(Pushwire.split([]).name == "")
    #expect(Pushwire.split(["--color"]).name == "")
  }

  @Test(arguments: Pushwire.commands.map(\.name))
  func everyCommandExplainsItself(_ name: String) throws {
    let page = try Program.run("help", name)
    #expect(page.exit == 0)
    #expect(page.output.contains("pushwire \(name)"))
    #expect(page.output.contains("Examples"))
    #expect(page.output == (try Program.run(name, "--help")).output)
    // Example lines are for copying and stay whole.
    let lines = page.output.split(separator: "\n").filter { !$0.hasPrefix("  pushwire ") }
    #expect(lines.allSatisfy { columns(String($0)) <= 100 })
    let json = try Program.run("help", name, "--json").object
    #expect(json["name"] as? String == name)
    #expect(json["options"] is [[String: Any]])
    let unknown = try Program.run(name, "--jsn")
    #expect(unknown.exit == 2)
    #expect(unknown.errors.contains("Did you mean --json?"))
    #expect(try Program.run(name, "--color=purple").exit == 2)
  }

  @Test func examplesAreLinesThatParse() throws {
    for command in Pushwire.commands {
      for example in command.examples {
        let words = example.line.split(separator: " ").map(String.init)
        #expect(words.first == "pushwire")
        let (name, rest) = Pushwire.split(Array(words.dropFirst()))
        #expect(name == command.name, "\(example.line)")
        #expect(throws: Never.self, "\(example.line)") { _ = try Arguments(rest, command.syntax.complete) }
      }
    }
  }

  @Test func coloursOnlyOnATerminal() throws {
    let escape = "\u{1B}["
    #expect(try !Program.run("help").output.contains(escape))
    #expect(try Program.run("help", "--color=always").output.contains(escape))
    #expect(try Program.runOnTerminal("help").output.contains(escape))
    #expect(try !Program.runOnTerminal("help", "--color=never").output.contains(escape))
    #expect(try !Program.runOnTerminal("help", environment: ["NO_COLOR": "1"]).output.contains(escape))
    #expect(try Program.runOnTerminal("help", environment: ["NO_COLOR": ""]).output.contains(escape))
    #expect(try !Program.runOnTerminal("help", environment: ["TERM": "dumb"]).output.contains(escape))
  }
}
