public import PushCrypto

extension SignatureCheck {
  /// A check with a public key: ES256 for P-256, RS256 for RSA.
  public static func publicKey(_ key: PublicKey) -> SignatureCheck {
    SignatureCheck { signed, signature in key.verifies(signature, of: signed) }
  }
}

extension EmulatorSuite {
  /// Makes an APNs signing key and registers it.
  ///
  /// - Returns: the private key as Apple hands it out: a `.p8` file's text.
  public func issueAPNsKey(
    keyID: String, teamID: String, environments: Set<APNsEnvironment> = [.sandbox, .production],
    topics: Set<String>? = nil
  ) throws -> String {
    let key = try SigningKey.generate(.ecP256)
    register(
      APNsKey(
        keyID: keyID, teamID: teamID, environments: environments, topics: topics,
        signature: .publicKey(try key.publicKey)))
    return try key.privatePEM()
  }

  /// Makes a project with a service account and registers both.
  ///
  /// - Returns: the service-account file's JSON, with this suite as its `token_uri`.
  public func issueServiceAccount(project: String) throws -> String {
    let key = try SigningKey.generate(.rsa)
    let email = "pushwire@\(project).iam.gserviceaccount.com"
    let keyID = core.state.withLock { $0.fcm.ids.hexWord() }
    register(FCMProject(id: project))
    register(
      OAuthAccount(email: email, keyID: keyID, projects: [project], signature: .publicKey(try key.publicKey)))
    let file: JSONValue = [
      "type": "service_account", "project_id": .string(project), "private_key_id": .string(keyID),
      "private_key": .string(try key.privatePEM()), "client_email": .string(email),
      "client_id": "100000000000000000000", "auth_uri": "https://accounts.google.com/o/oauth2/auth",
      "token_uri": .string(oauthURL),
    ]
    return file.text
  }
}
