/// One thing that the demo shows: what was done, what came of it, and whether that is what must come of it.
struct DemoStep {
  /// A push that the step is about.
  struct Push {
    var className: String
    var provider: String
    /// 0 where nothing was answered.
    var status: Int
    var id: String?
    /// The reason's code in the table of reasons.
    var code: String?
    var hops: DemoHops
  }

  /// Names the step for machines; never changes.
  var name: String
  /// One line for people.
  var title: String
  /// What happened, a paragraph each.
  var story: [String] = []
  /// What follows as it stands, line by line.
  var lines: [String] = []
  var push: Push?
  var check = DemoCheck()

  var isProved: Bool { check.holds }

  /// The step as people read it, at most `width` columns wide.
  func text(_ style: Styler, width: Int) -> String {
    let mark = style.apply(isProved ? "✓" : "✗", isProved ? .green : .red)
    var text = "  \(mark) " + style.apply(printable(title), .bold) + "\n"
    for paragraph in story { text += wrap("    " + printable(paragraph), width: width) }
    for line in lines { text += "    " + printable(line) + "\n" }
    // Its colours must not be broken, and it fits any window.
    if let push { text += "    " + push.hops.text(style) + "\n" }
    for difference in check.differences {
      text += wrap("    differs: " + printable(difference), width: width)
    }
    return text + "\n"
  }

  func json(section: DemoSection) -> JSON {
    var members: [(String, JSON)] = [
      ("type", push == nil ? "step" : "push"), ("section", .string(section.rawValue)),
      ("name", .string(name)), ("title", .string(title)), ("ok", .bool(isProved)),
    ]
    if let push {
      members += [
        ("class", .string(push.className)), ("provider", .string(push.provider)),
        ("http_status", push.status == 0 ? .null : .integer(push.status)), ("provider_id", .text(push.id)),
        ("code", .text(push.code)), ("hops", push.hops.json),
      ]
    }
    members += [
      ("says", .array((story + lines).map(JSON.string))),
      ("differences", .array(check.differences.map(JSON.string))),
    ]
    return .object(members)
  }
}

/// The parts of the demo, in order.
enum DemoSection: String, CaseIterable {
  case profile, pushes, rejections, retries, server, verify, audit

  var title: String {
    switch self {
    case .profile: "A profile, as `pushwire init` writes it"
    case .pushes: "Six pushes, claimed only as far as they are proven"
    case .rejections: "Rejections, explained"
    case .retries: "Trouble that passes, retried rightly"
    case .server: "The server: who is reached, and how far"
    case .verify: "`pushwire verify --virtual`: every hop on devices that answer"
    case .audit: "`pushwire audit` and `diagnose`: the fault in an app's own files"
    }
  }

  /// What a newcomer has to know first.
  var introduction: String? {
    switch self {
    case .pushes:
      """
        A push has several hops to survive. Each is claimed only with evidence:
          composed    what arrived says what the profile says
          accepted    the provider took it, and its own record agrees with the answer:
                      the same id, kind of push, priority and app
          received, displayed
                      only the phone can tell: unknown (a silent push shows nothing)
        (virtual) marks evidence from an emulator; a real phone would be better.

      """
    case .server:
      """
        `pushwire serve` runs beside the emulators. A made-up backend and two phones talk to it
        over HTTP; what the phones report is what they found in the emulators. For each phone
        stands how far the push got (the ladder), and what is proven of each hop.

      """
    case .verify:
      """
        Virtual devices run the client core that apps use, under the rules of iOS, macOS and
        Android, one device for each check. They learn what the emulators hand over and what
        the server answers; their receipts prove what happened on them. A real phone is verified
        with --device.

      """
    case .audit:
      """
        Rules read an app's signature, property lists, code and messages together. A finding is
        proved where parsed data says so, likely where paths through code do, and what no file
        can decide is listed as that.

      """
    case .profile, .rejections, .retries: nil
    }
  }
}
