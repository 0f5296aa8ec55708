import Foundation
import Providers
import PushContract
import PushCrypto
import Transport

/// A class as a request, by the sender's own hand, with names of variables where secrets would stand.
struct RenderedPayload {
  /// Stands for the token while the request is made.
  private static let target = "TOKENGOESHERE"
  static let token = "$TOKEN"

  private let preview: RequestPreview
  private let isFCM: Bool
  private let bundle: String

  init(
    className: String, profile: Profile, path: String, platform: SendPlatform, environment: APNsEnvironment,
    values: [(name: String, value: String)]
  ) throws {
    isFCM = platform == .android
    bundle = profile.app.ios?.bundleID ?? ""
    let source = try SendPlan.notificationClass(className, profile, path)
    let missing = source.parameters.map(\.name).filter { name in !values.contains { $0.name == name } }
    if !missing.isEmpty {
      throw CommandError.usage(
        "\(className) needs a value for \(list(missing, "and")).",
        advice: "Add \(missing.map { "--set \($0)=…" }.joined(separator: " ")).")
    }
    let route = try Self.route(source, profile, path, platform, environment)
    let plan = SendPlan(
      route: route, contentName: className, parameters: source.parameters, values: values, kind: .token,
      notification: "example", app: bundle, validateOnly: false, network: SendNetwork())
    let runner = try SendRunner(plan, tally: SendTally(keeping: 0), tokenCache: nil)
    let frame = try runner.frame(isWhole: true)
    let provider: any PushProvider
    do throws(TransportError) {
      provider = try runner.provider(try TLSContext(trust: .system))
    } catch { throw CommandError(error) }
    preview = try RequestPreview(
      provider, SendTargets.list([Self.target]).source(frame) { _, _ in }, parameters: source.parameters,
      now: runner.clock(), shown: { _ in Self.token })
  }

  /// Credentials that sign nothing: rendering asks for none of the user's.
  private static func route(
    _ source: NotificationClass, _ profile: Profile, _ path: String, _ platform: SendPlatform,
    _ environment: APNsEnvironment
  ) throws -> SendPlan.Route {
    if platform == .android {
      let project = profile.credentials.fcm?.projectID ?? "PROJECT"
      let key = try SigningKey.generate(.rsa).privatePEM().replacing("\n", with: "\\n")
      let json = """
        {"type":"service_account","project_id":"\(project)","private_key_id":"none","private_key":"\(key)",\
        "client_email":"none@example.com","token_uri":"https://oauth2.googleapis.com/token"}
        """
      let account = try ServiceAccount.check(json: Array(json.utf8), file: path)
      return .fcm(account: account, content: try SendPlan.fcmContent(source, platform, profile, path))
    }
    let app = platform == .macos ? profile.app.macos : profile.app.ios
    let key = try APNsKeyFile.check(
      pem: Array(try SigningKey.generate(.ecP256).privatePEM().utf8), file: path, keyID: "NOKEY00000",
      teamID: "NOTEAM0000")
    return .apns(
      environment: environment, key: key,
      content: try SendPlan.apnsContent(source, app?.bundleID, platform, path))
  }

  private var credential: String { isFCM ? "Bearer $ACCESS_TOKEN" : "bearer $JWT" }

  /// An apns-id is derived from the token: without one APNs makes its own.
  private var headers: [(name: String, value: String)] { preview.headers.filter { $0.name != "apns-id" } }

  private var body: String { String(decoding: preview.body, as: UTF8.self) }

  var http: String {
    var text = "POST \(preview.url) HTTP/2\nauthorization: \(credential)\n"
    for (name, value) in headers { text += "\(name): \(printable(value))\n" }
    return text + "\n" + printable(body) + "\n"
  }

  var curl: String {
    var words = ["curl --http2 --include", "--header \"authorization: \(credential)\""]
    for (name, value) in headers { words.append("--header \(Self.quoted("\(name): \(value)"))") }
    words.append("--data-binary \(Self.quoted(body))")
    words.append("\"\(preview.url)\"")
    return words.joined(separator: " \\\n  ") + "\n"
  }

  /// The payload with the simulator's key before its own.
  var simulator: String {
    let name = JSON.string(bundle).text
    return "{\"Simulator Target Bundle\":\(name)," + body.dropFirst() + "\n"
  }

  var json: JSON {
    [
      "type": "request", "method": "POST", "url": .string(preview.url),
      "headers": .object(
        [("authorization", .string(credential))] + headers.map { ($0.name, JSON.string($0.value)) }),
      "body": .string(body), "bytes": .integer(preview.size),
    ]
  }

  /// For a shell, which fills in the token alone.
  private static func quoted(_ text: String) -> String {
    "'" + printable(text).replacing("'", with: "'\\''").replacing(token, with: "'\"\(token)\"'") + "'"
  }
}
