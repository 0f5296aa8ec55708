internal import Bytes

extension JWT {
  /// Signs claims and returns the compact token.
  ///
  /// Claims keep their order. The token is a secret: never log it.
  /// - Parameters:
  ///   - type: the header's `typ`; Apple wants none, Google wants `JWT`.
  public static func sign(
    _ claims: KeyValuePairs<String, Value>, keyID: String? = nil, type: String? = nil, by signer: Signer
  ) throws -> String {
    var json = ByteBuffer(capacity: 512)
    json.append("{\"alg\":")
    json.appendJSONString(signer.algorithm.rawValue)
    if let type {
      json.append(",\"typ\":")
      json.appendJSONString(type)
    }
    if let keyID {
      json.append(",\"kid\":")
      json.appendJSONString(keyID)
    }
    json.append("}")
    let header = Base64URL.encode(json.bytes)
    json.removeAll()
    json.append("{")
    var first = true
    for (name, value) in claims {
      if !first { json.append(",") }
      first = false
      json.appendJSONString(name)
      json.append(":")
      json.append(value)
    }
    json.append("}")
    let signed = header + "." + Base64URL.encode(json.bytes)
    let signature =
      switch signer {
      case .key(let key): try key.sign(Array(signed.utf8))
      case .secret(let secret): try Digest.hmacSHA256(key: secret, Array(signed.utf8))
      }
    return signed + "." + Base64URL.encode(signature)
  }
}

extension ByteBuffer {
  fileprivate mutating func append(_ value: JWT.Value) {
    switch value {
    case .null: append("null")
    case .flag(let flag): append(flag ? "true" : "false")
    case .integer(let number): appendDecimal(number)
    case .number(let number): if number.isFinite { append(String(number)) } else { append("null") }
    case .text(let text): appendJSONString(text)
    case .list(let list):
      append("[")
      for (index, item) in list.enumerated() {
        if index > 0 { append(",") }
        append(item)
      }
      append("]")
    case .object(let object):
      append("{")
      for (index, item) in object.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { append(",") }
        appendJSONString(item.key)
        append(":")
        append(item.value)
      }
      append("}")
    }
  }
}
