import AppFacts
import TestSupport
import Testing

@testable import Inspect

struct CaptureReaderTests {
  /// 64 hexadecimal digits that no device has.
  static let token = String(repeating: "3f2a91bc", count: 8)
  /// Header and claims of a provider token; its third part is no signature.
  static let jwt =
    "eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ.eyJpc3MiOiJBQkNERTEyMzQ1IiwiaWF0IjoxNzk2MDU3NDAwfQ.c2ln"

  private func read(_ text: String, _ name: String = "push.sh") -> AuditFacts {
    var facts = AuditFacts()
    let bytes = Array(text.utf8)
    let file = InputFile(Place(name), path: nil, head: bytes, size: bytes.count, isGiven: true)
    guard let reader = Readers.messages.first(where: { $0.claims(file) }) else { return facts }
    reader.read(file, InspectLimits(), into: &facts)
    return facts
  }

  @Test func aCurlLineWithItsPlaces() throws {
    let facts = read(
      """
      #!/bin/sh
      curl -v --http2 \\
        -H 'apns-topic: dev.pushwire.parcel' \\
        --header "authorization: bearer \(Self.jwt)" \\
        -H apns-push-type:alert -H"apns-priority: 10" \\
        -d '{"aps":
          {"alert": "On its way"}}' \\
        https://api.sandbox.push.apple.com/3/device/\(Self.token)
      """)
    let capture = try #require(facts.captures.first)
    #expect(facts.captures.count == 1)
    #expect(capture.service == .apns && capture.apsEnvironment == "development")
    #expect(capture.method?.value == "POST" && capture.httpVersion?.value == "2")
    #expect(capture.header("apns-topic")?.value == "dev.pushwire.parcel")
    #expect(capture.header("apns-topic")?.place.line == 3)
    #expect(capture.header("apns-push-type")?.value == "alert")
    #expect(capture.header("apns-priority")?.value == "10")
    #expect(capture.header("authorization")?.value == "bearer")
    #expect(capture.providerToken?.keyID == "ABC123DEFG" && capture.providerToken?.teamID == "ABCDE12345")
    #expect(capture.providerToken?.issuedAt == 1_796_057_400)
    #expect(capture.deviceToken?.masked == "3f2a…91bc" && capture.deviceToken?.length == 64)
    #expect(capture.path?.value == "/3/device/3f2a…91bc")
    let payload = try #require(facts.payloads.first)
    #expect(payload.capture == 0 && payload.aps?["alert"]?.string == "On its way")
    #expect(payload.aps?.member("alert")?.place.line == 7 && payload.aps?.member("alert")?.place.column == 6)
    #expect(facts.inputs.first?.state == .read)
  }

  @Test func noTokenStaysWhole() {
    let texts = [
      "curl -H 'authorization: bearer \(Self.jwt)' -d '{}' https://api.push.apple.com/3/device/\(Self.token)",
      "POST /3/device/\(Self.token) HTTP/2\nhost: api.push.apple.com\nauthorization: bearer \(Self.jwt)\n"
        + "x-copy: \(Self.token)\n\n{\"aps\":{}}\n",
      "curl -H 'Authorization: key=AAAAsecret:APA91' https://fcm.googleapis.com/fcm/send "
        + "-d '{\"to\":\"\(Self.token)\",\"registration_ids\":[\"\(Self.token)\"]}'",
      "curl https://fcm.googleapis.com/v1/projects/p/messages:send -d '{\"message\":{\"token\":\"\(Self.token)\"}}'",
    ]
    for text in texts {
      let facts = read(text)
      #expect(facts.captures.count == 1)
      let dump = "\(facts)"
      #expect(!dump.contains(Self.token) && !dump.contains(Self.jwt) && !dump.contains("AAAAsecret"))
    }
  }

  @Test func variablesOfTheScriptAreFilledIn() throws {
    let facts = read(
      """
      TOPIC=dev.pushwire.parcel
      TEAM_ID=
      HOST_NAME="api.sandbox.push.apple.com"
      JWT=$(./token.sh)
      curl --header "apns-topic: $TOPIC" --header "apns-id: ${ID}" --header "authorization: bearer $JWT" \\
        --data '{"aps":{"alert":"test"}}' --http2 https://${HOST_NAME}/3/device/${DEVICE_TOKEN}
      """)
    let capture = try #require(facts.captures.first)
    #expect(capture.hostName == "api.sandbox.push.apple.com")
    #expect(capture.header("apns-topic")?.value == "dev.pushwire.parcel")
    #expect(capture.header("apns-id")?.isKnown == false)
    #expect(capture.deviceToken == nil && capture.providerToken == nil)
    #expect(Set(capture.unresolved.map(\.value)) == ["ID", "JWT", "DEVICE_TOKEN"])
  }

  @Test func aNameWithTwoValuesIsOpen() throws {
    let facts = read(
      """
      HOST=api.push.apple.com
      if [ "$1" = test ]; then
        HOST=api.sandbox.push.apple.com
      fi
      curl -d '{"aps":{"alert":"a"}}' "https://$HOST/3/device/$TOKEN"
      """)
    #expect(facts.captures.first?.hostName == nil && facts.captures.first?.service == .apns)
  }

  @Test func severalCommandsAndOthersBetween() {
    let facts = read(
      """
      # curl -d '{}' https://api.push.apple.com/3/device/commented-out
      curl https://example.com/login -d 'user=1'
      RESPONSE=$(curl -s -d '{"aps":{"alert":"a"}}' https://api.push.apple.com/3/device/$T); echo done
      echo '{"aps":{}}' | curl -d @- https://api.push.apple.com/3/device/$T
      curl -d @- https://api.push.apple.com/3/device/$T <<'EOF'
      {"aps": {"alert": "$5"}}
      EOF
      """)
    #expect(facts.captures.count == 3)
    #expect(facts.captures.map(\.place.line) == [3, 4, 5])
    #expect(facts.payloads.map(\.capture) == [0, 2])
    #expect(facts.payloads.last?.aps?["alert"]?.string == "$5")
    #expect(facts.payloads.last?.aps?["alert"]?.place.line == 6)
  }

  @Test func httpAsText() throws {
    let facts = read(
      """
      POST /3/device/\(Self.token) HTTP/2
      Host: api.push.apple.com
      Apns-Topic: dev.pushwire.parcel
      apns-push-type: background

      {"aps": {"content-available": 1}}

      HTTP/2 400
      apns-id: 123e4567-e89b-12d3-a456-4266554400a0
      date: Mon, 30 Nov 2026 17:00:00 GMT

      {"reason":"BadDeviceToken"}
      """, "capture.txt")
    let capture = try #require(facts.captures.first)
    #expect(facts.captures.count == 1 && facts.payloads.count == 1)
    #expect(capture.hostName == "api.push.apple.com" && capture.httpVersion?.value == "2")
    #expect(capture.answer?.status == 400 && capture.answer?.reason?.value == "BadDeviceToken")
    #expect(capture.answer?.reason?.place.line == 12)
    #expect(capture.answer?.date == 1_796_058_000_000)
  }

  @Test func pseudoHeaders() throws {
    let facts = read(
      """
      :method: POST
      :scheme: https
      :path: /3/device/\(Self.token)
      :authority: api.sandbox.push.apple.com
      apns-topic: dev.pushwire.parcel

      {"aps":{"alert":"a"}}
      :status: 410

      {"reason":"Unregistered","timestamp":1796058000000}
      """, "capture.txt")
    let capture = try #require(facts.captures.first)
    #expect(capture.hostName == "api.sandbox.push.apple.com" && capture.deviceToken?.isHex == true)
    #expect(capture.header("apns-topic")?.value == "dev.pushwire.parcel" && facts.payloads.count == 1)
    #expect(capture.answer?.status == 410 && capture.answer?.timestamp == 1_796_058_000_000)
  }

  @Test func aCurlTranscriptFillsInWhatTheShellHad() throws {
    let facts = read(
      """
      $ curl -v -H "apns-topic: $TOPIC" -d '{"aps":{"alert":"a"}}' https://$HOST/3/device/$TOKEN
      * Connected to api.push.apple.com (17.188.143.34) port 443
      > POST /3/device/\(Self.token) HTTP/2
      > Host: api.push.apple.com
      > user-agent: curl/8.5.0
      > apns-topic: dev.pushwire.parcel
      >
      * We are completely uploaded and fine
      < HTTP/2 403
      < apns-id: 123e4567-e89b-12d3-a456-4266554400a0
      <
      {"reason":"InvalidProviderToken"}
      * Connection #0 to host api.push.apple.com left intact
      """, "notes.txt")
    let capture = try #require(facts.captures.first)
    #expect(facts.captures.count == 1)
    #expect(capture.hostName == "api.push.apple.com" && capture.deviceToken?.length == 64)
    #expect(capture.header("apns-topic")?.value == "dev.pushwire.parcel")
    #expect(capture.answer?.status == 403 && capture.answer?.reason?.value == "InvalidProviderToken")
  }

  @Test func anNghttpTranscript() throws {
    let facts = read(
      """
      [  0.144] send HEADERS frame <length=60, flags=0x24, stream_id=13>
                ; END_HEADERS | PRIORITY
                :method: POST
                :path: /3/device/\(Self.token)
                :scheme: https
                :authority: api.push.apple.com
                apns-topic: dev.pushwire.parcel
      [  0.200] recv (stream_id=13) :status: 400
      [  0.200] recv (stream_id=13) apns-id: 123e4567-e89b-12d3-a456-4266554400a0
      [  0.200] recv HEADERS frame <length=30, flags=0x04, stream_id=13>
      {"reason":"BadTopic"}[  0.201] recv DATA frame <length=21>
      """, "trace.log")
    let capture = try #require(facts.captures.first)
    #expect(capture.hostName == "api.push.apple.com" && capture.header("apns-topic") != nil)
    #expect(capture.answer?.status == 400 && capture.answer?.reason?.value == "BadTopic")
  }

  @Test func aFileOfARESTClient() throws {
    let facts = read(
      """
      @host = api.push.apple.com
      ### alert
      POST https://{{host}}/3/device/{{token}} HTTP/2
      apns-topic: dev.pushwire.parcel
      authorization: bearer {{jwt}}

      {"aps": {"alert": "{{text}}"}}

      ### other
      GET https://example.com/
      """, "push.http")
    let capture = try #require(facts.captures.first)
    #expect(facts.captures.count == 1)
    #expect(capture.hostName == "api.push.apple.com" && capture.deviceToken == nil)
    #expect(facts.payloads.first?.holdsUnknown == true && facts.payloads.first?.aps != nil)
  }

  @Test func onlyBlocksOfMarkdownAreRead() {
    let facts = read(
      """
      Use curl -d '{}' https://api.push.apple.com/3/device/1 and don't forget the topic.

      ```sh
      curl -H 'apns-topic: dev.pushwire.parcel' -d '{"aps":{"alert":"a"}}' \\
        https://api.push.apple.com/3/device/$TOKEN
      ```

      The answer:

      ```json
      {"reason": "TopicDisallowed"}
      ```
      """, "notes.md")
    #expect(facts.captures.count == 1)
    #expect(facts.captures.first?.place.line == 4)
    #expect(facts.captures.first?.answer?.reason?.value == "TopicDisallowed")
  }

  @Test func aBareAnswer() throws {
    for (text, name) in [
      ("HTTP/2 410\napns-id: x\n\n{\"reason\":\"Unregistered\",\"timestamp\":1796058000000}", "answer.txt"),
      ("{\"reason\":\"Unregistered\",\"timestamp\":1796058000000}", "answer.json"),
    ] {
      let facts = read(text, name)
      let answer = try #require(facts.captures.first?.answer)
      #expect(answer.reason?.value == "Unregistered" && answer.timestamp == 1_796_058_000_000)
    }
    let fcm = read(
      """
      {"error":{"code":404,"message":"x","status":"NOT_FOUND","details":[
        {"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"UNREGISTERED"}]}}
      """, "answer.json")
    #expect(fcm.captures.first?.answer?.reason?.value == "UNREGISTERED")
    #expect(fcm.captures.first?.answer?.status == 404)
  }

  @Test func aQuoteThatNeverEndsIsSaid() {
    let facts = read("curl -d '{\"aps\": https://api.push.apple.com/3/device/1\n")
    guard case .partly(let why)? = facts.inputs.first?.state else {
      Issue.record("not said")
      return
    }
    #expect(why.contains("line 1"))
  }

  @Test func aFileBesideTheCaptureIsItsBody() throws {
    let folder = try ScratchFolder()
    try folder.file("order.json", "{\n \"aps\": {\"alert\": \"a\"}}\n")
    let script = try folder.file(
      "push.sh",
      "curl -d @order.json https://api.push.apple.com/3/device/$T\n"
        + "curl -d @../order.json https://api.push.apple.com/3/device/$T\n"
        + "curl -d @/etc/hostname https://api.push.apple.com/3/device/$T\n")
    let facts = Inspector().read([script.path, folder.path + "/order.json"])
    #expect(facts.captures.count == 3 && facts.payloads.count == 1)
    #expect(facts.payloads.first?.capture == 0)
    #expect(facts.payloads.first?.aps?.place.line == 2)
    #expect(facts.payloads.first?.aps?.place.file == folder.path + "/order.json")
  }

  @Test func bracketsInAnAddressAreNoRedirection() throws {
    let described = read("curl -d '{}' https://api.push.apple.com/3/device/<3f2a91bc 07de45a8> --http2\n")
    #expect(described.captures.first?.deviceToken?.hasDecoration == true)
    #expect(described.captures.first?.httpVersion?.value == "2")
    let named = read("curl -d '{}' https://api.push.apple.com/3/device/<device token>\n")
    #expect(named.captures.count == 1 && named.captures.first?.deviceToken == nil)
    #expect(read("curl https://api.push.apple.com/3/device/a < body.json\n").captures.count == 1)
  }

  @Test func otherScriptsAreNoCaptures() {
    let facts = read("curl https://example.com -d '{\"aps\":1}'\n")
    #expect(facts.captures.isEmpty && facts.inputs.isEmpty)
  }
}
