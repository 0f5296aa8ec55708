extension EmulatorSetup {
  /// What a person needs to know to send something.
  func text(_ style: Styler) -> String {
    var table = Table("server", "address")
    for (name, address) in addresses { table.add(.init(name, .bold), .init(address)) }
    var text = table.text(style, width: nil) + "\n"
    var files = Table("file", "what it is")
    files.add(.init(folder.path("ca.pem")), .init("the certificate authority to trust for these servers"))
    files.add(.init(folder.path(keyFile)), .init("APNs key \(keyID) of team \(app.teamID)"))
    files.add(.init(folder.path(accountFile)), .init("service account of project \(app.project)"))
    for device in devices { files.add(.init(folder.path(device.file)), .init("token: \(device.what)")) }
    files.add(.init(folder.path("emulator.json")), .init("all of this for a program"))
    text += files.text(style, width: nil)
    for path in known { text += "\nKnown, too: " + printable(path) }
    if !known.isEmpty { text += "\n" }
    text += "\nTo send one, with a payload of your own:\n  " + printable(trial) + "\n"
    return text + "\nThe app is \(printable(app.topic)). Ctrl-C ends it.\n\n"
  }

  /// A command line that reaches the sandbox.
  private var trial: String {
    "pushwire send --payload push.json --tokens \(folder.path("tokens/ios-sandbox.txt")) --env sandbox"
      + " --topic \(app.topic) --endpoint localhost:\(suite.apnsSandbox.port) --ca \(folder.path("ca.pem"))"
      + " --key \(folder.path(keyFile)) --team-id \(app.teamID)"
  }

  private var addresses: [(String, String)] {
    [
      ("APNs sandbox", suite.apnsSandbox.url), ("APNs production", suite.apnsProduction.url),
      ("FCM", suite.fcm.url), ("OAuth", suite.oauthURL), ("devices", suite.devicesURL ?? "none"),
    ]
  }

  /// The first line under `--json`, and the content of emulator.json.
  var json: JSON {
    [
      "event": "ready", "apns_sandbox": .string(suite.apnsSandbox.url),
      "apns_production": .string(suite.apnsProduction.url), "fcm": .string(suite.fcm.url),
      "oauth": .string(suite.oauthURL), "devices": .string(suite.devicesURL ?? ""),
      "ca": .string(folder.path("ca.pem")), "topic": .string(app.topic),
      "package": .string(app.package),
      "apns_key": [
        "file": .string(folder.path(keyFile)), "key_id": .string(keyID), "team_id": .string(app.teamID),
      ],
      "service_account": ["file": .string(folder.path(accountFile)), "project_id": .string(app.project)],
      "tokens": .array(
        devices.map {
          ["name": .string($0.name), "file": .string(folder.path($0.file)), "what": .string($0.what)]
        }),
      "try": .string(trial), "known": .array(known.map(JSON.string)),
    ]
  }
}
