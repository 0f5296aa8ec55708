public import Foundation

/// Makes a key file from one word, with the `openssl` program: what is in it is never in the repository.
///
/// `p256` (an APNs key as Apple gives it), `p384`, `rsa`, `sec1` (P-256 in the older form), `certificate`,
/// `public`, `encrypted`, `truncated`, `garbage`. The file's name gives the key id.
public enum KeyRecipe {
  public static func build(_ text: String, at url: URL) throws {
    let word = text.trimmingCharacters(in: .whitespacesAndNewlines)
    try make(word).write(to: url)
  }

  private static func make(_ word: String) throws -> Data {
    let p256 = ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]
    switch word {
    case "p256": return try openssl(p256)
    case "p384": return try openssl(p256.dropLast() + ["ec_paramgen_curve:P-384"])
    case "rsa": return try openssl(["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"])
    case "sec1": return try openssl(["pkey", "-traditional"], try openssl(p256))
    case "public": return try openssl(["pkey", "-pubout"], try openssl(p256))
    case "encrypted":
      return try openssl(
        ["pkcs8", "-topk8", "-v2", "aes-256-cbc", "-passout", "pass:test"], try openssl(p256))
    case "certificate":
      let folder = try ScratchFolder()
      let key = try folder.file("key.pem", try openssl(p256))
      return try openssl(["req", "-x509", "-key", key.path, "-subj", "/CN=Parcel", "-days", "2"])
    case "truncated":
      return Data(try openssl(p256).prefix(120))
    case "garbage": return Data("this is no key\n".utf8)
    default:
      throw RecipeError("a key is p256, p384, rsa, sec1, certificate, public, encrypted, …; not \(word)")
    }
  }

  private static func openssl(_ arguments: [String], _ input: Data? = nil) throws -> Data {
    let ended = try ForeignProgram.run("openssl", arguments, input: input)
    guard ended.status == 0, !ended.data.isEmpty else { throw RecipeError("openssl: \(ended.errors)") }
    return ended.data
  }
}
