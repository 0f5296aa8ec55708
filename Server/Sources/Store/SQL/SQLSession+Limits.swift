extension SQLSession {
  func take(
    bucket name: String, wanted: Int, _ rate: BucketRate, now: Int
  ) throws(StoreError) -> BucketGrant {
    // Two nodes that make it at once: the one finds the other's.
    let make = try connection.statement(
      "INSERT INTO buckets(name, tokens, at) VALUES(?1, ?2, ?3) ON CONFLICT(name) DO NOTHING")
    make.set(1, name)
    make.set(2, rate.burst * 1000)
    make.set(3, now)
    try make.run()
    let select = try connection.statement(
      "SELECT tokens, at FROM buckets WHERE name=?1 /*+pg FOR UPDATE */")
    select.set(1, name)
    var bucket = SharedBucket(full: rate, now: now)
    if try select.next() { bucket = SharedBucket(thousandths: select.int(0), at: select.int(1)) }
    select.reset()
    let grant = bucket.take(wanted, rate, now: now)
    let update = try connection.statement("UPDATE buckets SET tokens=?2, at=?3 WHERE name=?1")
    update.set(1, name)
    update.set(2, bucket.thousandths)
    update.set(3, bucket.at)
    try update.run()
    return grant
  }
}
