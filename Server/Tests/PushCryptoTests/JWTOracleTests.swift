import Foundation
import PushCrypto
import TestSupport
import Testing

/// PyJWT as the oracle, where Python has it (`pip install pyjwt cryptography`; PYTHON names another Python).
@Suite(.enabled(if: PyJWT.isThere, "PyJWT and cryptography are not installed")) struct JWTOracleTests {
  @Test(arguments: JWT.Algorithm.allCases) func pyJWTReadsOursAndWeReadPyJWTs(algorithm: JWT.Algorithm) throws
  {
    let secret = try Digest.randomBytes(32)
    let key = try SigningKey.generate(algorithm == .rs256 ? .rsa : .ecP256)
    let signer: JWT.Signer = algorithm == .hs256 ? .secret(secret) : .key(key)
    let verifier: JWT.Verifier = algorithm == .hs256 ? .secret(secret) : .key(try key.publicKey)
    let hex = secret.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()

    let token = try JWT.sign(
      ["iss": "TEAMID1234", "iat": 1_700_000_000, "x": "\"é\n"], keyID: "K1", by: signer)
    let read = try PyJWT.run(
      """
      import jwt, sys, json
      token, alg, pem, secret = sys.argv[1:]
      key = bytes.fromhex(secret) if alg == "HS256" else pem
      print(json.dumps([jwt.get_unverified_header(token), jwt.decode(token, key, algorithms=[alg])], sort_keys=True))
      """, [token, algorithm.rawValue, key.publicKey.pem(), hex])
    #expect(
      read
        == #"[{"alg": "\#(algorithm.rawValue)", "kid": "K1"}, {"iat": 1700000000, "iss": "TEAMID1234", "x": "\"\u00e9\n"}]"#
    )

    let theirs = try PyJWT.run(
      """
      import jwt, sys
      alg, pem, secret = sys.argv[1:]
      key = bytes.fromhex(secret) if alg == "HS256" else pem
      print(jwt.encode({"iss": "é", "iat": 5, "list": [1, None, True]}, key, algorithm=alg, headers={"kid": "K2"}))
      """, [algorithm.rawValue, key.privatePEM(), hex])
    let back = try JWT.verify(theirs.utf8, allow: [algorithm], key: verifier)
    #expect(back.keyID == "K2")
    #expect(back.claims == ["iss": "é", "iat": 5, "list": .list([1, .null, true])])
  }
}

enum PyJWT {
  private static let python = ProcessInfo.processInfo.environment["PYTHON"] ?? "python3"
  static let isThere = (try? run("import jwt, cryptography; print(1)", [])) == "1"

  /// What the script prints, without the line's end.
  static func run(_ script: String, _ arguments: [String]) throws -> String {
    let ended = try ForeignProgram.run(python, ["-c", script] + arguments)
    return ended.output.trimmingCharacters(in: .newlines)
  }
}
