import Foundation
import PushClient

/// `pushwire topics subscribe|unsubscribe TOPIC INSTALLATION…`.
struct TopicChangeCommand: Command {
  static let subscribe = TopicChangeCommand(
    verb: "subscribe", summary: "Put Android installations into an FCM topic",
    discussion: """
      The server keeps it, tells FCM, and puts a new token into the topic by itself. What FCM could not do now is \
      tried again in the background, and shown as such. A topic is the whole project's: the key has to be one for \
      all tenants, or of the default one. Exits 0 if every installation is done or tried again, else 1.
      """,
    examples: [
      Example(
        "pushwire topics subscribe news device-1 device-2 --server https://push.example.com", "Two of them"),
      Example("pushwire topics subscribe news --from ids.txt --server http://127.0.0.1:8780", "An id a line"),
    ])
  static let unsubscribe = TopicChangeCommand(
    verb: "unsubscribe", summary: "Take installations out of an FCM topic",
    discussion: "As `pushwire topics subscribe`, the other way.",
    examples: [
      Example("pushwire topics unsubscribe news device-1 --server http://127.0.0.1:8780", "One of them")
    ])

  /// Installations of one request; the server takes no more.
  static let step = 1000

  let verb: String
  let summary: String
  let discussion: String
  let examples: [Example]
  var name: String { "topics " + verb }
  let syntax = Syntax(
    options: [
      .init(name: "from", short: "f", value: "FILE", summary: "Installation ids, one a line; - for input")
    ] + TopicServer.options,
    positionals: [
      .init(name: "TOPIC", summary: "Letters, digits and ._~-"),
      .init(name: "INSTALLATION", summary: "Installation ids", required: false, repeats: true),
    ])

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let server = try TopicServer(arguments, context)
    let topic = arguments.positional(0) ?? ""
    let installations = try installations(arguments)
    var results: [PushClient.JSONValue] = []
    for start in stride(from: 0, to: installations.count, by: Self.step) {
      let part = installations[start..<min(start + Self.step, installations.count)]
      var body: [String: PushClient.JSONValue] = ["installations": .array(part.map { .string($0) })]
      if let tenant = server.server.tenant { body["tenant"] = .string(tenant) }
      let answer = try server.answer("POST", "topics", topic, verb, .object(body))
      results += answer["results"].array ?? []
    }
    let isDone = results.allSatisfy { Self.isDone($0, verb) }
    if context.json {
      let page: PushClient.JSONValue = .object(["topic": .string(topic), "results": .array(results)])
      context.output.write(page.text + "\n")
    } else {
      show(results, context)
    }
    return isDone ? .yes : .no
  }

  private static func isDone(_ result: PushClient.JSONValue, _ verb: String) -> Bool {
    result["result"].string == verb + "d" || result["retried"].bool == true
  }

  private func installations(_ arguments: Arguments) throws -> [String] {
    let words = Array(arguments.positionals.dropFirst())
    guard let path = arguments.value("from") else {
      guard !words.isEmpty else {
        throw CommandError.usage("There is no installation.", advice: "Name some, or give --from FILE.")
      }
      return words
    }
    guard words.isEmpty else { throw CommandError.usage("Name installations or --from FILE, not both.") }
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandError.unreadable(
        "The file cannot be read: \(String(cString: strerror(errno))).", place: path,
        advice: "Give a file with an installation id on each line.")
    }
    defer { if descriptor > 0 { close(descriptor) } }
    var reader = LineReader(descriptor, longest: 1024)
    var found: [String] = []
    do throws(LineReader.Fault) {
      while let line = try reader.next() {
        let id = line.trimmingCharacters(in: .whitespaces)
        if !id.isEmpty { found.append(id) }
      }
    } catch {
      throw CommandError.unreadable(
        "Line \(found.count + 1) cannot be read.", place: path,
        advice: "A line is one installation id of at most 128 bytes.")
    }
    guard !found.isEmpty else {
      throw CommandError.usage("\(quoted(path)) has no installation.", advice: "Give an id on each line.")
    }
    return found
  }

  private func show(_ results: [PushClient.JSONValue], _ context: Context) {
    var table = Table("INSTALLATION", "RESULT")
    for result in results {
      let word = result["result"].string ?? ""
      let again = result["retried"].bool == true ? ", tried again" : ""
      table.add(.init(printable(result["installation"].string ?? "")), .init(printable(word) + again))
    }
    context.output.write(table.text(context.output.style, width: nil))
  }
}
