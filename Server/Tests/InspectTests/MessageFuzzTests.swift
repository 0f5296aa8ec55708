import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

/// Random changes of captures, keys and tokens: every reader ends, says where, and keeps no token whole.
struct MessageFuzzTests {
  private static let words = [
    "curl ", "-H ", "-d ", "'", "\"", "\\\n", "\n", "$", "${", "}", "$(", ")", "`", "<<EOF\n", "EOF\n", "> ",
    "< ",
    "HTTP/2 400\n", "POST /3/device/ HTTP/2\n", ":method: POST\n", ":status: 200\n", "{", "{\"aps\":", "{{",
    "}}",
    "###\n", "```\n", "@a = b\n", "A=", "https://", "api.push.apple.com", "\r\n", "apns-topic: ", "[  0.1] ",
    "recv (stream_id=1) ", "$'", "^\n", "@file",
  ]

  private func read(_ bytes: [UInt8], _ name: String) -> AuditFacts {
    var facts = AuditFacts()
    let file = InputFile(Place(name), path: nil, head: bytes, size: bytes.count, isGiven: true)
    for reader in Readers.messages where reader.claims(file) {
      reader.read(file, InspectLimits(), into: &facts)
      break
    }
    return facts
  }

  /// Places lie in the file, and what is counted adds up.
  private func check(_ facts: AuditFacts, _ bytes: [UInt8]) {
    let lines = bytes.count { $0 == 0x0A } + 1
    func inside(_ place: Place?) -> Bool {
      guard let place else { return true }
      return place.line ?? 1 <= lines && place.offset ?? 0 <= bytes.count
    }
    for capture in facts.captures {
      #expect(inside(capture.place) && inside(capture.host?.place) && inside(capture.deviceToken?.place))
      #expect(capture.headers.allSatisfy { inside($0.place) })
      #expect(inside(capture.answer?.place) && inside(capture.answer?.reason?.place))
    }
    for payload in facts.payloads {
      #expect(inside(payload.place) && inside(payload.problem?.place))
      #expect(payload.capture.map { facts.captures.indices.contains($0) } ?? true)
    }
    #expect(facts.fcmBodies.allSatisfy { $0.capture.map { facts.captures.indices.contains($0) } ?? true })
  }

  @Test func fuzzCurlCommands() throws {
    let mutator = try ByteMutator(corpus: "curl", words: Self.words)
    try #require(mutator.corpus.count >= 8)
    var captures = 0
    Fuzz.run("fuzz curl") { round, random in
      let bytes = round < mutator.corpus.count ? mutator.corpus[round] : mutator.next(&random)
      let facts = read(bytes, "push.sh")
      captures += facts.captures.count
      check(facts, bytes)
    }
    #expect(captures > 0)
  }

  @Test func fuzzCaptures() throws {
    let mutator = try ByteMutator(corpus: "capture", words: Self.words)
    try #require(mutator.corpus.count >= 6)
    var captures = 0
    Fuzz.run("fuzz captures") { round, random in
      let bytes = round < mutator.corpus.count ? mutator.corpus[round] : mutator.next(&random)
      let facts = read(bytes, random.pick(["a.txt", "a.http", "a.md", "a.json"]))
      captures += facts.captures.count
      check(facts, bytes)
    }
    #expect(captures > 0)
  }

  @Test func fuzzProviderTokens() throws {
    let mutator = try ByteMutator(
      corpus: "jwt", words: [".", "=", "eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ", "e30", "_-"])
    var read = 0
    Fuzz.run("fuzz provider tokens") { round, random in
      let bytes = round < mutator.corpus.count ? mutator.corpus[round] : mutator.next(&random)
      guard let fact = ProviderTokenText.read(bytes, Place("a")) else { return }
      read += 1
      #expect(bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).count == 3)
      if fact.problem == nil { #expect(bytes.count <= ProviderTokenText.limit) }
    }
    #expect(read > 0)
  }

  @Test func fuzzKeyFiles() throws {
    let folder = try ScratchFolder()
    let made = try ["p256", "p384", "rsa", "sec1", "certificate", "encrypted"].map { recipe in
      try ScratchFile.bytes(try ExampleStage.write("\(recipe).p8", recipe, in: folder.url))
    }
    let corpus = try ByteMutator.corpus("pem")
    try #require(corpus.count >= 3)
    let mutator = ByteMutator(
      corpus: corpus + made,
      words: ["-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "\\n", "\n", "="])
    var readable = 0
    Fuzz.run("fuzz key files") { round, random in
      let bytes = round < mutator.corpus.count ? mutator.corpus[round] : mutator.next(&random)
      let facts = read(bytes, "AuthKey_ABC123DEFG.p8")
      let key = facts.providerKeys.first
      #expect(key?.keyIDInName == "ABC123DEFG")
      if case .unreadable(let why)? = key?.content { #expect(!why.isEmpty) } else { readable += 1 }
    }
    #expect(readable > 0)
  }

  /// Inputs that grow must cost as much as they grow: none of these may take long.
  @Test func longInputsEnd() {
    let count = 60_000
    for part in [
      "curl -d '{\"aps\":{}}' https://api.push.apple.com/3/device/1\n", "A=$A$A$A$A\n", "A='\n",
      "curl -d \"$(",
      "POST /3/device/1 HTTP/2\n\n{\"a\":\n", "curl -d $'", "{\"reason\":\"a\"}\n", "HTTP/2 400\n",
      "curl <<E\n",
      "[[[[", "curl 'https://api.push.apple.com/3/device/1' \\\n", "apns-topic: a\n", "@a={{a}}\n", "`",
      "${a",
    ] {
      let text = "# api.push.apple.com\n" + String(repeating: part, count: count / part.utf8.count)
      for name in ["a.sh", "a.http", "a.txt"] {
        let facts = read(Array(text.utf8), name)
        #expect(facts.captures.count <= 100_000)
      }
    }
  }
}

private enum ScratchFile {
  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
