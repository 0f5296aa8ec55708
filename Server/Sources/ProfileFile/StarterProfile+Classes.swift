/// The parts of the starter profile that are the same for every app.
extension StarterProfile {
  static let priming = """
    # The system asks once. Ask after something the person did that makes a notification welcome.
    priming:
      value_moments:
        order_placed:
          explainer: We tell you when your order moves, and about nothing else.
      reoffer:          # after a "not now"; `none`: never
        after: 14d
        times: 2
      provisional: false

    """

  static let places = """
    # Places that a tap leads to. A payload carries a name and opaque ids, never a link.
    destinations:
      home: {}
      order:
        parameters: { order: id }
        account_required: true
        fallback: home      # where a tap goes when the order is unknown, forbidden or gone

    # Android notification channels. Importance is fixed once a device has the channel.
    channels:
      orders:
        name: Orders
        importance: high

    """

  static let classes = """
    # priority, ttl, collapse, badge, sound and foreground are decided in every class: `none` is a value.
    classes:
      order_shipped:
        kind: alert
        audience: account         # account, installation or public
        owner: your-team          # who answers for the copy
        data_class: personal      # public, personal or sensitive (a sensitive one has a `preview` only)
        parameters:
          order: id
          day: string
        destination:
          to: order
          with: { order: order }
        title: On its way
        body: "Your order arrives on {day}."
        priority: default         # 10/HIGH for an alert
        ttl: 2d                   # worth showing for so long; `none`: now or never
        collapse: order-{order}   # newer replaces older; `none`: nothing is replaced
        badge: none               # left alone; or clear, a number, "{parameter}"
        sound: default
        foreground: [banner, list, sound]
        channel: orders
        inbox: true

      # Wakes the app to fetch, at best two or three times an hour. Never rely on it.
      orders_changed:
        kind: silent
        audience: account
        owner: your-team
        data_class: personal
        reconcile: GET /v1/orders   # what the app fetches at its next launch when the push never came
        priority: default           # 5/NORMAL for a silent push
        ttl: 1d
        collapse: orders
        badge: none
        sound: none
        foreground: none

    """
}
