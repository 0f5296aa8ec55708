import Bytes
import Testing

struct SipHash128Tests {
  /// Key 00…0f, input 00, 01, …: the vectors of the reference implementation, made with
  /// `openssl mac -macopt hexkey:000102030405060708090a0b0c0d0e0f -macopt size:16 SIPHASH`.
  @Test(arguments: [
    (0, "a3817f04ba25a8e66df67214c7550293"),
    (1, "da87c1d86b99af44347659119b22fc45"),
    (2, "8177228da4a45dc7fca38bdef60affe4"),
    (3, "9c70b60c5267a94e5f33b6b02985ed51"),
    (4, "f88164c12d9c8faf7d0f6e7c7bcd5579"),
    (5, "1368875980776f8854527a07690e9627"),
    (6, "14eeca338b208613485ea0308fd7a15e"),
    (7, "a1f1ebbed8dbc153c0b84aa61ff08239"),
    (8, "3b62a9ba6258f5610f83e264f31497b4"),
    (9, "264499060ad9baabc47f8b02bb6d71ed"),
    (10, "00110dc378146956c95447d3f3d0fbba"),
    (11, "0151c568386b6677a2b4dc6f81e5dc18"),
    (12, "d626b266905ef35882634df68532c125"),
    (13, "9869e247e9c08b10d029934fc4b952f7"),
    (14, "31fcefac66d7de9c7ec7485fe4494902"),
    (15, "5493e99933b0a8117e08ec0f97cfc3d9"),
    (16, "6ee2a4ca67b054bbfd3315bf85230577"),
    (17, "473d06e8738db89854c066c47ae47740"),
    (18, "a426e5e423bf4885294da481feaef723"),
    (19, "78017731cf65fab074d5208952512eb1"),
    (31, "2939b0183223fafc1723de4f52c43d35"),
    (32, "7c3956ca5eeafc3e363e9d556546eb68"),
    (33, "77c6077146f01c32b6b69d5f4ea9ffcf"),
    (63, "5150d1772f50834a503e069a973fbd7c"),
  ])
  func vectors(_ length: Int, _ expected: String) {
    let input = (0..<length).map { UInt8($0) }
    let hash = input.withUnsafeBufferPointer { SipHash128.hash(key: k0, k1, $0) }
    #expect(hex(hash) == expected)
    // The same in pieces of every size.
    for piece in 1...max(length, 1) {
      var state = SipHash128(key: k0, k1)
      input.withUnsafeBufferPointer { bytes in
        for from in stride(from: 0, to: length, by: piece) {
          state.update(UnsafeBufferPointer(rebasing: bytes[from..<min(from + piece, length)]))
        }
      }
      #expect(hex(state.finish()) == expected)
    }
  }

  private let k0: UInt64 = 0x0706_0504_0302_0100
  private let k1: UInt64 = 0x0f0e_0d0c_0b0a_0908

  private func hex(_ hash: (low: UInt64, high: UInt64)) -> String {
    var out = ByteBuffer()
    out.appendHex(hash.low.byteSwapped)
    out.appendHex(hash.high.byteSwapped)
    return out.text
  }

  @Test func numbersAreEightBytes() {
    for before in 0..<9 {
      let head = [UInt8](repeating: 7, count: before)
      var numbers = SipHash128(key: 1, 2)
      var bytes = SipHash128(key: 1, 2)
      head.withUnsafeBufferPointer { numbers.update($0) }
      head.withUnsafeBufferPointer { bytes.update($0) }
      numbers.update(0x0807_0605_0403_0201)
      [1, 2, 3, 4, 5, 6, 7, 8].withUnsafeBufferPointer { bytes.update($0) }
      #expect(numbers.finish() == bytes.finish())
    }
  }

  @Test func uuidIsCanonicalVersion8() {
    var out = ByteBuffer()
    out.appendUUID(0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210)
    #expect(out.text == "01234567-89ab-8def-bedc-ba9876543210")
    out.removeAll()
    out.appendUUID(0, 0)
    #expect(out.text == "00000000-0000-8000-8000-000000000000")
    out.removeAll()
    out.appendUUID(.max, .max)
    #expect(out.text == "ffffffff-ffff-8fff-bfff-ffffffffffff")
  }
}
