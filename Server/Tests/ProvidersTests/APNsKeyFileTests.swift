import Foundation
import Providers
import PushCrypto
import TestSupport
import Testing

@Suite struct APNsKeyFileTests {
  private let pem: [UInt8]
  private let name = "keys/AuthKey_ABC123DEFG.p8"

  init() throws { pem = Array(try SigningKey.generate(.ecP256).privatePEM().utf8) }

  private func code(
    _ pem: [UInt8]? = nil, file: String? = nil, keyID: String? = nil, teamID: String = "TEAM123456"
  )
    -> String?
  {
    do {
      _ = try APNsKeyFile.check(pem: pem ?? self.pem, file: file ?? name, keyID: keyID, teamID: teamID)
      return nil
    } catch {
      let error = error as? CredentialError
      #expect(error?.place.isEmpty == false && error?.message.isEmpty == false)
      return error?.code.rawValue
    }
  }

  @Test func takesTheKeyIDFromTheName() throws {
    let key = try APNsKeyFile.check(pem: pem, file: name, teamID: "TEAM123456")
    #expect(key.keyID == "ABC123DEFG")
    #expect(key.remarks.isEmpty)
    #expect(APNsKeyFile.keyID(inFileName: "AuthKey_ABC123DEFG (1).p8") == "ABC123DEFG")
    for other in ["key.p8", "AuthKey_abc123defg.p8", "AuthKey_ABC123DEFGH.p8", "AuthKey_ABC.p8", ""] {
      #expect(APNsKeyFile.keyID(inFileName: other) == nil)
    }
    #expect(code(file: "key.p8") == "credential.keyID")
  }

  @Test func saysThatTheNameCarriesAnotherKeyID() throws {
    let key = try APNsKeyFile.check(pem: pem, file: name, keyID: "ZZZ123DEFG", teamID: "TEAM123456")
    #expect(key.keyID == "ZZZ123DEFG")
    #expect(key.remarks.count == 1 && key.remarks[0].contains("ABC123DEFG"))
  }

  @Test func saysThatKeyIDAndTeamIDAreSwapped() {
    #expect(code(keyID: "TEAM123456", teamID: "ABC123DEFG") == "credential.swapped")
    #expect(code(keyID: "TEAM123456", teamID: "TEAM123456") == "credential.swapped")
  }

  @Test(arguments: ["", "SHORT", "lower12345", "TEAM1234567", "TEAM12345 ", "ÄEAM12345"])
  func refusesIDsThatAreNone(id: String) {
    #expect(code(teamID: id) == "credential.teamID")
    #expect(code(keyID: id) == "credential.keyID")
  }

  @Test func namesWhatTheFileIsInstead() throws {
    #expect(code(Array(try SigningKey.generate(.rsa).privatePEM().utf8)) == "key.wrongType")
    #expect(code(Array(" {}".utf8)) == "credential.wrongFile")
    #expect(code([]) == "key.notPEM")
  }

  @Test func readsFilesAndSaysWhyNot() throws {
    let folder = try ScratchFolder()
    let file = try folder.file("AuthKey_ABC123DEFG.p8", Data(pem))
    #expect(try APNsKeyFile.read(path: file.path, teamID: "TEAM123456").keyID == "ABC123DEFG")
    let large = try folder.file("large", Data(count: 70_000))
    for path in [folder.path, large.path, folder.path + "/none"] {
      #expect {
        try APNsKeyFile.read(path: path, keyID: "ABC123DEFG", teamID: "TEAM123456")
      } throws: {
        ($0 as? CredentialError)?.code == .unreadable
      }
    }
  }
}
