import Foundation

/// `pushwire-bench`: what a push costs, beside h2load against the same server in the same run.
///
/// The server and the sender each run in a process of their own, started by `run`, so that the operating
/// system counts their CPU time and memory apart.
enum Bench {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      switch words.first {
      case "serve": try StubServer.run(Array(words.dropFirst()))
      case "send": try SendBench.run(Array(words.dropFirst()))
      case "server": try ServerBench.run(Array(words.dropFirst()))
      case "store": try StoreBench.run(Array(words.dropFirst()))
      case "audit-app": try AuditBench.make(Array(words.dropFirst()))
      case "audit": try AuditBench.run(Array(words.dropFirst()))
      case "scale": try ScaleBench.run(Array(words.dropFirst()))
      case "run": try Comparison.run(Array(words.dropFirst()))
      default:
        print("usage: pushwire-bench run [--pushes N] [--rounds N] [--connections N] [--pushwire FILE]")
        print(
          "       pushwire-bench server --pushwire FILE [--registrations N] [--notifications N] [--bulk N]")
        print(
          "       pushwire-bench scale --pushwire FILE [--installations N] [--store sqlite|postgres|both]")
        print("       pushwire-bench audit --pushwire FILE [--rounds N]")
        print("       pushwire-bench store [--rows N] [--batch N]")
        exit(2)
      }
    } catch {
      FileHandle.standardError.write(Data("pushwire-bench: \(error)\n".utf8))
      exit(1)
    }
  }
}

/// Why a benchmark could not be run.
struct BenchError: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// `--name value` pairs.
struct BenchOptions {
  private var values: [String: String] = [:]

  init(_ words: [String]) throws {
    var rest = words[...]
    while let name = rest.popFirst() {
      guard name.hasPrefix("--"), let value = rest.popFirst() else {
        throw BenchError("an option is written --name value")
      }
      values[String(name.dropFirst(2))] = value
    }
  }

  func text(_ name: String) -> String? { values[name] }
  func number(_ name: String, _ usual: Int) throws -> Int {
    guard let text = values[name] else { return usual }
    guard let number = Int(text), number > 0 else { throw BenchError("--\(name) takes a number above zero") }
    return number
  }
  func required(_ name: String) throws -> String {
    guard let text = values[name] else { throw BenchError("--\(name) is missing") }
    return text
  }
}
