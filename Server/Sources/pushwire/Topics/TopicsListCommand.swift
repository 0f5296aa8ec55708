import PushClient

/// `pushwire topics list INSTALLATION`.
struct TopicsListCommand: Command {
  let name = "topics list"
  let summary = "List the FCM topics of an installation, and whether FCM knows them"
  let syntax = Syntax(
    options: TopicServer.options,
    positionals: [.init(name: "INSTALLATION", summary: "The installation's id")])
  let discussion = """
    `subscribed` is what FCM has confirmed; `wanted` and `leaving` are told to it still; `refused` is not tried \
    again before somebody asks, or the device has a new token. What the app itself subscribed to, without the \
    server, is not known here.
    """
  let examples = [
    Example("pushwire topics list device-1 --server http://127.0.0.1:8780", "For a person")
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let server = try TopicServer(arguments, context)
    let id = arguments.positional(0) ?? ""
    let topics = try server.answer("GET", "installations", id)["topics"].array ?? []
    if context.json {
      let page: PushClient.JSONValue = .object(["installation": .string(id), "topics": .array(topics)])
      context.output.write(page.text + "\n")
      return .yes
    }
    guard !topics.isEmpty else {
      context.print("The server knows of no topic of this installation.")
      return .yes
    }
    var table = Table("TOPIC", "STATE", "SINCE", "REASON")
    for topic in topics {
      table.add(
        .init(printable(topic["topic"].string ?? "")), .init(topic["state"].string ?? ""),
        .init(topic["at"].string ?? ""), .init(printable(topic["reason"].string ?? "")))
    }
    context.output.write(table.text(context.output.style, width: nil))
    return .yes
  }
}
