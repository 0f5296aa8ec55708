import Foundation
import ProfileFile
import PushContract

/// `pushwire payload render CLASS`: what a class becomes for one platform, with secrets left out.
struct PayloadRenderCommand: Command {
  enum Format: String, CaseIterable { case http, curl, apns, json }

  let name = "payload render"
  let summary = "Show what a class becomes: headers and body, a curl line, or a file for the simulator"
  let syntax = Syntax(
    options: [
      ProfileInput.option,
      .init(
        name: "set", short: "P", value: "NAME=VALUE", repeats: true, summary: "A parameter of the class"),
      .init(name: "platform", value: "NAME", summary: "ios, macos or android; the app's first where absent"),
      .init(
        name: "env", short: "e", value: "NAME", summary: "APNs environment: sandbox (usual) or production"),
      .init(
        name: "format", short: "f", value: "FORMAT",
        summary: "http (headers and body), curl, apns (for simctl push) or json; http where absent"),
    ],
    positionals: [.init(name: "CLASS", summary: "A class of the profile")])
  let discussion = """
    Renders a class as the sender does, without a key and without a device: `$JWT` or `$ACCESS_TOKEN` stands for the \
    credential, `$TOKEN` for the device token. apns writes the payload with "Simulator Target Bundle", for \
    `xcrun simctl push booted FILE`. Nothing is sent, and nothing secret is read.
    """
  let examples = [
    Example("pushwire payload render order_shipped --set order=8123 --set day=Friday", "Headers and body"),
    Example(
      "pushwire payload render order_shipped --set order=8123 -f apns",
      "A file for the simulator, on standard output"),
    Example(
      "pushwire payload render orders_changed --platform android -f curl", "FCM's request as a curl line"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let reading = try ProfileInput.usable(arguments)
    let path = arguments.value(ProfileInput.option.name) ?? ProfileInput.usualPath
    guard let name = arguments.positional(0) else { throw CommandError.usage("CLASS is missing.") }
    let format = try arguments.choice("format", Format.self) ?? (context.json ? .json : .http)
    let profile = reading.profile
    let platform = try arguments.choice("platform", SendPlatform.self) ?? Self.first(profile.app)
    if format == .apns, platform != .ios {
      throw CommandError.usage(
        "The simulator takes payloads of iOS.", advice: "Leave --platform out, or give ios.")
    }
    let rendered = try RenderedPayload(
      className: name, profile: profile, path: path, platform: platform,
      environment: try arguments.choice("env", APNsEnvironment.self) ?? .sandbox,
      values: try arguments.pairs("set"))
    switch format {
    case .http: context.output.write(rendered.http)
    case .curl: context.output.write(rendered.curl)
    case .apns: context.output.write(rendered.simulator)
    case .json: context.print(rendered.json)
    }
    return .yes
  }

  private static func first(_ app: AppIdentity) -> SendPlatform {
    app.ios != nil ? .ios : app.macos != nil ? .macos : app.android != nil ? .android : .ios
  }
}
