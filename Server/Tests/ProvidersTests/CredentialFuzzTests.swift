import Providers
import TestSupport
import Testing

/// Credential files and token answers of any shape: refused or whole, never a crash.
@Suite struct CredentialFuzzTests {
  @Test func changedFilesAreRefusedOrWhole() throws {
    let seeds = [
      try serviceAccountJSON(), Array(#"{"project_info":{},"client":[]}"#.utf8),
      Array(#"{"access_token":"a","expires_in":3600}"#.utf8),
      Array(#"{"error":"invalid_grant","error_description":"d"}"#.utf8),
    ]
    var refused = 0
    let rounds = try Fuzz.run("Credential fuzz") { round, random in
      var bytes = seeds[Int.random(in: 0..<seeds.count, using: &random)]
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: at)
        case 2: bytes.insert(contentsOf: Array(#"","[{"#.utf8).shuffled(using: &random), at: at)
        case 3: bytes.removeSubrange(at..<min(bytes.count, at + 40))
        default: bytes.insert(bytes[at], at: at)
        }
      }
      do {
        let account = try ServiceAccount.check(json: bytes, file: "f")
        #expect(account.tokenURI.port > 0 && !account.tokenURI.host.isEmpty)
        #expect(account.key.kind == .rsa)
      } catch let error as CredentialError {
        refused += 1
        #expect(!error.description.contains("PRIVATE KEY-----\n"))
      }
      let status = [200, 400, 500][round % 3]
      // Unknown words are kept by the process, so only a few new ones are made here.
      if status == 200 || round < 300 {
        let answer = bytes.withUnsafeBufferPointer { OAuthAnswer.read(status: status, body: $0) }
        if case .token(let text, let seconds) = answer {
          #expect(!text.isEmpty && text.utf8.allSatisfy { $0 > 32 && $0 < 127 } && seconds >= 1)
        }
      }
    }
    print("Credential fuzz: \(rounds) files, \(refused) refused")
    #expect(refused > 0)
  }
}
