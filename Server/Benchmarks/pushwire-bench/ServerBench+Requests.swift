/// The requests of the load, as bytes.
extension ServerBench {
  static func registration(_ number: Int, _ ticket: String, _ request: inout [UInt8]) {
    let hex = String(number, radix: 16)
    let token = String(repeating: "0", count: 64 - hex.count) + hex
    let platform = number % 2 == 0 ? "ios" : "android"
    let body =
      "{\"app\":\"Parcel\",\"platform\":\"\(platform)\",\"environment\":\"production\","
      + "\"environment_source\":\"embedded_profile\",\"token\":\"\(token)\",\"token_kind\":\"token\","
      + "\"generation\":1,\"permission\":{\"status\":\"authorized\",\"alert\":\"enabled\"},"
      + "\"os_version\":\"18.1\",\"app_version\":\"4.2.0\",\"locale\":\"en_GB\",\"time_zone\":\"Europe/London\"}"
    let text =
      "PUT /v1/installations/installation-\(number) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(ticket)\r\n"
      + "Pushwire-Installation-Secret: secret-of-the-installation-\(number)-000000000000\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
    request.append(contentsOf: text.utf8)
  }

  static func notification(
    _ id: String, _ className: String, _ account: String, _ key: String, _ request: inout [UInt8]
  ) {
    let body =
      "{\"id\":\"\(id)\",\"class\":\"\(className)\",\"target\":{\"account\":\"\(account)\"},\"parameters\":{\"day\":\"Friday\"}}"
    post("/v1/notifications", body, key, &request)
  }

  static func batch(
    _ number: Int, _ count: Int, _ registrations: Int, notBefore: String, _ key: String,
    _ request: inout [UInt8]
  ) {
    let items = (0..<count).map { index in
      let at = number * count + index
      return
        "{\"id\":\"b\(at)\",\"class\":\"order_shipped\",\"target\":{\"account\":\"a\(at % registrations)\"},\"band\":\"bulk\","
        + "\"not_before\":\"\(notBefore)\",\"parameters\":{\"day\":\"Friday\"}}"
    }
    post(
      "/v1/notifications/batch", "{\"notifications\":[" + items.joined(separator: ",") + "]}", key, &request)
  }

  private static func post(_ path: String, _ body: String, _ key: String, _ request: inout [UInt8]) {
    let text =
      "POST \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(key)\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
    request.append(contentsOf: text.utf8)
  }
}

/// What the server of the benchmark is given.
enum ServerBenchProfile {
  static let text = """
    version: 1
    app:
      name: Parcel
      ios: { bundle_id: com.example.parcel, team_id: ABCDE12345, minimum_os: "15.0" }
      android: { package: com.example.parcel, minimum_sdk: 26, target_sdk: 35 }
    priming:
      value_moments:
        order_placed: { explainer: We tell you when your parcel moves. }
      reoffer: none
    destinations:
      home: {}
    # One caller asks for all of it, and what answers is not FCM.
    server:
      limits: { server: 1000000, device: 1000000, fcm_per_minute: 100000000 }
    channels:
      orders: { name: Orders, importance: high }
    classes:
      order_shipped:
        kind: alert
        audience: account
        owner: logistics
        data_class: personal
        destination: home
        parameters: { day: string }
        title: On its way
        body: "Your order arrives on {day}."
        priority: default
        ttl: 2d
        collapse: none
        badge: none
        sound: default
        foreground: [banner, sound]
        channel: orders
      login_code:
        kind: alert
        audience: account
        owner: security
        data_class: personal
        destination: home
        parameters: { day: string }
        title: Your code
        body: "It is {day}."
        priority: high
        ttl: 5m
        collapse: none
        badge: none
        sound: default
        foreground: [banner, sound]
        channel: orders
    """
}
