internal import Feed

extension MetricsPage {
  /// The feed over NATS, where there is one.
  static func write(_ feed: FeedSnapshot?, _ text: inout MetricsText) {
    guard let feed else { return }
    text.begin("pushwire_feed_down", .gauge, "1: the feed does not carry messages.")
    text.value("pushwire_feed_down", [:], feed.trouble == nil ? 0 : 1)
    text.begin("pushwire_feed_direct", .gauge, "1: this node claims from the store in place of the feed.")
    text.value("pushwire_feed_direct", [:], feed.isDirect ? 1 : 0)
    text.begin("pushwire_feed_leader", .gauge, "1: this node gives what is due to the feed.")
    text.value("pushwire_feed_leader", [:], feed.isFeeder ? 1 : 0)
    text.begin("pushwire_feed_held", .gauge, "Messages of the feed that this node has and not acknowledged.")
    text.value("pushwire_feed_held", [:], feed.held)
    text.begin("pushwire_feed_messages_total", .counter, "What became of messages of the feed.")
    let counts: KeyValuePairs<String, Int> = [
      "fed": feed.fed, "duplicate": feed.duplicates, "unpublished": feed.unpublished, "pulled": feed.pulled,
      "redelivered": feed.redelivered, "acknowledged": feed.acknowledged, "unclaimable": feed.unclaimable,
      "given_back": feed.givenBack,
    ]
    for (state, count) in counts { text.value("pushwire_feed_messages_total", ["state": state], count) }
    text.begin("pushwire_feed_direct_claims_total", .counter, "Claims from the store in place of the feed.")
    text.value("pushwire_feed_direct_claims_total", [:], feed.directClaims)
  }
}
