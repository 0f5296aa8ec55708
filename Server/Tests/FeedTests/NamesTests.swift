import Store
import TestSupport
import Testing

@testable import Feed

struct NamesTests {
  @Test func subjectsAndConsumersNameLaneAndBand() {
    let names = FeedNames(app: "Parcel")
    #expect(names.subject(.iosProduction, .urgent) == "pw.Parcel.due.ios-production.urgent")
    #expect(names.consumer(.android, .bulk) == "android_bulk")
    #expect(names.allSubjects == "pw.Parcel.due.>")
    #expect(
      Set(LaneCode.allCases.flatMap { lane in Band.allCases.map { FeedNames.place(lane, $0) } }).count == 15)
    #expect(FeedNames.place(.android, .bulk) < FeedNames.places)
  }

  @Test func namesThatASubjectCannotHaveStayApart() {
    let names = ["a b", "a.b", "a>b", "a*b", "ä", "", String(repeating: "x", count: 41)].map {
      FeedNames(app: $0).app
    }
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.utf8.count <= 48)
      #expect(name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
    }
  }

  @Test func aStreamIsNeverMadeUnderAnOldName() {
    let names = FeedNames(app: "Parcel")
    #expect(names.stream(madeAt: 1) != names.stream(madeAt: 2))
  }

  @Test(arguments: [
    "1 2", "9223372036854775807 0", "12 1701379999999",
  ]) func whatAFeederWritesIsRead(_ text: String) {
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    let written = FedText.write(row: numbers[0], lease: numbers[1], separator: UInt8(ascii: " "))
    #expect(String(decoding: written, as: UTF8.self) == text)
    let read = written.withUnsafeBufferPointer { FedText.read($0) }
    #expect(read?.row == numbers[0])
    #expect(read?.lease == numbers[1])
  }

  @Test(arguments: [
    "", " ", "1", "1 ", " 1", "0 1", "-1 2", "1 2 3", "1  2", "x 1", "9223372036854775808 1", "1\u{0} 2",
    "99999999999999999999 1", "1 1111111111111111111111111111111111111111111",
  ]) func whatNobodyWroteIsNoRow(_ text: String) {
    #expect(Array(text.utf8).withUnsafeBufferPointer { FedText.read($0) } == nil)
  }

  @Test(
    arguments: [
      ("$JS.ACK.PW1.a_urgent.1.2.3.1796073497422052640.2", 1),
      ("$JS.ACK.PW1.a_urgent.17.2.3.1796073497422052640.2", 17),
      ("$JS.ACK.hub.ACCHASH.PW1.a_urgent.4.2.3.1796073497422052640.2", 4),
      ("$JS.ACK.hub.ACCHASH.PW1.a_urgent.5.2.3.1796073497422052640.2.token", 5),
      ("$JS.ACK.PW1.a_urgent.x.2.3.1796073497422052640.2", nil),
      ("$JS.ACK.PW1.a_urgent", nil), ("", nil), ("_INBOX.a.b", nil),
      ("$JS.ACK.a.b.c.d.e.f.g.h.i.j.k.l.m", nil),
    ] as [(String, Int?)]) func howOftenAMessageCame(_ subject: String, _ count: Int?)
  {
    #expect(Array(subject.utf8).withUnsafeBufferPointer { AckSubject.deliveries($0) } == count)
  }

  /// Whatever a message says, or is answered by: it is read or refused, and what is read is what stands there.
  @Test func fuzzAnyBytes() {
    Fuzz.run("feed messages") { _, random in
      let alphabet = Array("0123456789 .-$JSACK\u{0}é".utf8)
      let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
        Bool.random(using: &random)
          ? alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
          : UInt8.random(in: 0...255, using: &random)
      }
      bytes.withUnsafeBufferPointer { bytes in
        if let read = FedText.read(bytes) {
          let text = String(decoding: bytes, as: UTF8.self).split(
            separator: " ", omittingEmptySubsequences: false)
          #expect(text.map { Int($0) } == [read.row, read.lease])
        }
        _ = AckSubject.deliveries(bytes)
      }
    }
  }
}
