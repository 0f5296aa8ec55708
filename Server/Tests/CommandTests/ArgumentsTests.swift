import TestSupport
import Testing

@testable import pushwire

@Suite struct ArgumentsTests {
  private let syntax = Syntax(
    options: [
      .init(name: "class", short: "c", value: "NAME", summary: "A class"),
      .init(name: "set", value: "NAME=VALUE", repeats: true, summary: "A parameter"),
      .init(name: "dry-run", short: "n", summary: "A flag"),
      .init(name: "port", value: "NUMBER", summary: "A number"),
    ],
    positionals: [.init(name: "FILE", summary: "The file to read", required: false)])

  private func parse(_ words: String...) throws -> Arguments { try Arguments(words, syntax) }

  private func message(_ words: String...) -> String {
    do {
      _ = try Arguments(words, syntax)
      return "no error"
    } catch let error as CommandError {
      return error.message + (error.advice.map { " / " + $0 } ?? "")
    } catch {
      return "another error"
    }
  }

  @Test func valuesMayFollowOrBeAttached() throws {
    #expect(try parse("--class", "shipped").value("class") == "shipped")
    #expect(try parse("--class=shipped").value("class") == "shipped")
    #expect(try parse("--class=").value("class") == "")
    #expect(try parse("--class=a=b").value("class") == "a=b")
    #expect(try parse("-c", "shipped").value("class") == "shipped")
    #expect(try parse("-c=shipped").value("class") == "shipped")
    #expect(try parse("--port", "-5").value("port") == "-5")
  }

  @Test func flagsOptionsAndPositionalsMix() throws {
    let arguments = try parse("file.txt", "--dry-run", "--class", "x")
    #expect(arguments.positionals == ["file.txt"])
    #expect(arguments.has("dry-run"))
    #expect(try !parse().has("dry-run"))
    #expect(try parse("-n").has("dry-run"))
    #expect(try parse("-").positional(0) == "-")
  }

  @Test func repeatedOptionsKeepTheirOrder() throws {
    let arguments = try parse("--set", "b=2", "--set=a=1", "--set", "c=x=y")
    #expect(arguments.all("set") == ["b=2", "a=1", "c=x=y"])
    #expect(try arguments.pairs("set").map(\.name) == ["b", "a", "c"])
    #expect(try arguments.pairs("set").map(\.value) == ["2", "1", "x=y"])
    #expect(throws: CommandError.self) { try self.parse("--set", "novalue").pairs("set") }
    #expect(throws: CommandError.self) { try self.parse("--set", "=v").pairs("set") }
  }

  @Test func twoDashesEndTheOptions() throws {
    #expect(try parse("--", "--class").positionals == ["--class"])
    #expect(try parse("-n", "--", "-n").positionals == ["-n"])
  }

  @Test func mistakesAreNamedWithTheNearestRightWord() {
    #expect(message("--clas", "x").contains("no option `--clas`"))
    #expect(message("--clas", "x").contains("Did you mean --class?"))
    #expect(message("--dryrun").contains("Did you mean --dry-run?"))
    #expect(!message("--xyzzyx").contains("Did you mean"))
    #expect(message("-z").contains("no option `-z`"))
    #expect(message("--class").contains("--class needs a value"))
    #expect(message("--class", "--dry-run").contains("--class needs a value"))
    #expect(message("--class", "a", "--class", "b").contains("given twice"))
    #expect(message("--dry-run=yes").contains("takes no value"))
    #expect(message("a", "b").contains("`b` is one argument too many"))
  }

  @Test func missingPositionalsAreNamedButHelpNeedsNone() throws {
    let needy = Syntax(positionals: [.init(name: "REASON", summary: "The reason to explain")]).complete
    #expect(throws: CommandError.usage("REASON is missing: the reason to explain.")) {
      try Arguments([], needy)
    }
    #expect(try Arguments(["--help"], needy).has("help"))
  }

  @Test func numbersAndChoicesAreChecked() throws {
    #expect(try parse("--port", "443").integer("port", in: 1...65535) == 443)
    #expect(try parse().integer("port", in: 1...65535) == nil)
    for bad in ["0", "65536", "x", "", "1.5", "99999999999999999999"] {
      #expect(throws: CommandError.self) { try self.parse("--port=\(bad)").integer("port", in: 1...65535) }
    }
    #expect(try parse("--class=never").choice("class", ColourChoice.self) == .never)
    #expect(throws: CommandError.self) { try self.parse("--class=nevr").choice("class", ColourChoice.self) }
  }

  /// What is typed by mistake may be a secret: it is never echoed whole.
  @Test func longWordsAreShortened() {
    let token = String(repeating: "a1b2", count: 16)
    #expect(!message("x", token).contains(token))
    #expect(message("x", token).contains("a1b2…a1b2"))
    #expect(!message("--port", "1", "x", "-----BEGIN\nkey").contains("key"))
  }

  /// Any list of words is parsed or refused; the options that are accepted can be read back.
  @Test func anyWordsAreParsedOrRefused() {
    var random = Fuzz.random("arguments walk")
    let pool = [
      "--class", "--class=x", "-c", "--set", "a=b", "--", "-", "--dry-run", "-n", "", "=", "--=", "-=", "x",
    ]
    for _ in 0..<5_000 {
      let words = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        pool.randomElement(using: &random) ?? ""
      }
      guard let arguments = try? Arguments(words, syntax) else { continue }
      let read = arguments.positionals.count + arguments.flags.count + arguments.values.values.joined().count
      #expect(read <= words.count, "seed \(Fuzz.seed), words \(words)")
      #expect(arguments.positionals.count <= 1, "seed \(Fuzz.seed), words \(words)")
    }
  }
}
