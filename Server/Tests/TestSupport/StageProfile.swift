/// The made-up app of the server's tests: on iOS and Android, with a class of each kind. A test that needs more adds
/// to it.
public enum StageProfile {
  public static let text = """
    version: 1
    app:
      name: Demo
      ios: { bundle_id: com.example.demo, team_id: ABCDE12345, minimum_os: "15.0" }
      android: { package: com.example.demo, minimum_sdk: 26, target_sdk: 35 }
    credentials:
      apns:
        - { key_file: k.p8, key_id: ABC123DEFG, team_id: ABCDE12345, environments: [sandbox, production] }
      fcm: { service_account: firebase.json }
    priming:
      value_moments: { order_placed: { explainer: We tell you when your order moves. } }
      reoffer: { after: 14d, times: 2 }
      provisional: false
    destinations:
      home: {}
      order: { parameters: { order: id }, account_required: true, fallback: home }
    channels:
      orders: { name: Orders, importance: high }
    classes:
      order_shipped:
        kind: alert
        audience: account
        owner: orders
        data_class: personal
        parameters: { order: id, day: string }
        destination: { to: order, with: { order: order } }
        title: On its way
        body: "Your order arrives on {day}."
        priority: default
        ttl: 2d
        collapse: order-{order}
        badge: none
        sound: default
        foreground: [banner, list, sound]
        channel: orders
        inbox: true
      sign_in_code:
        kind: alert
        audience: installation
        owner: security
        data_class: sensitive
        parameters: { request: id }
        destination: { to: home }
        preview: { body: Somebody signs in }
        priority: default
        ttl: 5m
        collapse: none
        badge: none
        sound: default
        foreground: [banner]
        channel: orders
        inbox: false
      news:
        kind: alert
        audience: public
        owner: news
        data_class: public
        parameters: { headline: string, count: integer, price: decimal, hot: boolean, when: timestamp }
        destination: { to: home }
        title: News
        body: "{headline} {count} {price} {hot} {when}"
        priority: default
        ttl: 1d
        collapse: none
        badge: none
        sound: none
        foreground: none
        channel: orders
        inbox: false
      orders_changed:
        kind: silent
        audience: account
        owner: orders
        data_class: personal
        reconcile: GET /orders
        priority: default
        ttl: 1d
        collapse: orders
        badge: none
        sound: none
        foreground: none
    """
}
