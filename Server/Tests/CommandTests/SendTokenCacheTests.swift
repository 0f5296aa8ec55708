import Foundation
import Providers
import PushContract
import PushCrypto
import TestSupport
import Testing

@testable import pushwire

/// The provider token that one run leaves for the next.
@Suite struct SendTokenCacheTests {
  private let scratch: ScratchFolder
  private let now = 1_700_000_000

  init() throws { scratch = try ScratchFolder() }

  private var cache: ProviderTokenCache? {
    ProviderTokenCache(environment: ["XDG_CACHE_HOME": scratch.path])
  }

  private func key() throws -> APNsKeyFile {
    let pem = try SigningKey.generate(.ecP256).privatePEM()
    return try APNsKeyFile.check(
      pem: Array(pem.utf8), file: "AuthKey_ABC123DEFG.p8", keyID: "ABC123DEFG", teamID: "ABCDE12345")
  }

  /// What a run of its own would send at that time.
  private func run(_ key: APNsKeyFile, _ environment: APNsEnvironment = .sandbox, at now: Int) throws
    -> ProviderToken.Issued
  {
    let token = ProviderToken(key: key, environment: environment)
    try cache?.share(token, now: now)
    return try token.current(now: now)
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/pushwire")
      .filter { !$0.hasSuffix(".lock") }.map { scratch.path + "/pushwire/" + $0 }
  }

  private func rights(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test func twoRunsShareOneTokenUntilItIsTooOld() throws {
    let key = try key()
    let first = try run(key, at: now)
    #expect(try run(key, at: now + 1) == first)
    #expect(try run(key, at: now + 2999) == first)
    let second = try run(key, at: now + 3000)
    #expect(second != first && second.issuedAt == now + 3000)
    #expect(try run(key, at: now + 3001) == second)
    #expect(try files().count == 1)
  }

  @Test func onlyItsOwnerCanReadIt() throws {
    _ = try run(try key(), at: now)
    let file = try #require(try files().first)
    #expect(try rights(file) == 0o600)
    #expect(try rights(scratch.path + "/pushwire") == 0o700)
    // Nothing of the key is in it, nor in its name.
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.split(separator: "\n").count == 2 && !text.contains("PRIVATE"))
    #expect(!file.contains("ABC123DEFG"))
  }

  /// Who can read it could have written it elsewhere, too.
  @Test(arguments: [0o640, 0o604, 0o660, 0o777])
  func aFileThatOthersMayReadIsIgnored(_ mode: Int) throws {
    let key = try key()
    let first = try run(key, at: now)
    let file = try #require(try files().first)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    let second = try run(key, at: now + 1)
    #expect(second != first)
    // It was replaced by one that is right.
    #expect(try rights(file) == 0o600)
    #expect(try run(key, at: now + 2) == second)
  }

  /// A new key under an old id, the other environment: each has a token of its own.
  @Test func anotherKeyHasAnotherToken() throws {
    let first = try key()
    let second = try key()
    let tokens = [
      try run(first, at: now), try run(second, at: now), try run(first, .production, at: now),
    ]
    #expect(Set(tokens.map(\.authorization)).count == 3)
    #expect(try files().count == 3)
    #expect(try run(first, at: now + 1) == tokens[0])
  }

  @Test(arguments: [
    "", "\n\n", "1700000000", "x\nbearer ey.a.b", "1700000000\nbearer ey\u{7}", "9e9\nbearer ey",
  ])
  func whatIsNoTokenIsAsGoodAsNone(_ text: String) throws {
    let key = try key()
    _ = try run(key, at: now)
    let file = try #require(try files().first)
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    #expect(try run(key, at: now + 1).issuedAt == now + 1)
  }

  /// A token from the future, as after a clock that was wrong, is not taken over.
  @Test func aTokenFromTheFutureIsNotTaken() throws {
    let key = try key()
    _ = try run(key, at: now + 7200)
    #expect(try run(key, at: now).issuedAt == now)
  }

  @Test func whereNothingCanBeKeptATokenIsMadeAnew() throws {
    let token = ProviderToken(key: try key(), environment: .sandbox)
    let cache = try #require(ProviderTokenCache(environment: ["XDG_CACHE_HOME": "/dev/null/nowhere"]))
    try cache.share(token, now: now)
    #expect(try token.current(now: now).issuedAt == now)
    #expect(ProviderTokenCache(environment: [:]) == nil)
    #expect(ProviderTokenCache(environment: ["HOME": "/home/x"])?.folder.hasPrefix("/home/x/") == true)
  }

  /// Two runs of the program against an APNs that refuses a second token within 20 minutes.
  @Test func theProgramSharesItsTokenBetweenRuns() throws {
    let stage = try SendStage()
    let token = stage.device(1)
    for _ in 0..<3 { #expect(try stage.apns(token, "--attempts", "1").exit == 0) }
    let cached = stage.path + "/cache/pushwire"
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: cached).first { !$0.hasSuffix(".lock") })
    try FileManager.default.removeItem(atPath: cached + "/" + name)
    let ended = try stage.apns(token, "--attempts", "1")
    #expect(ended.exit == 1 && ended.output.contains("429 TooManyProviderTokenUpdates"))
  }
}
