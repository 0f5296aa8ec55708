import AppFacts
import Testing

struct LocatedTests {
  @Test func placesAndOrderDoNotCount() {
    let here = Place("a", line: 1)
    let there = Place("b", line: 2)
    let left = Located(
      .object([.init("x", here, Located(.integer(1), here)), .init("y", here, Located(.bool(true), here))]),
      here)
    let right = Located(
      .object([
        .init("y", there, Located(.bool(true), there)), .init("x", there, Located(.integer(1), there)),
      ]), there)
    #expect(left.isSame(as: right))
    #expect(left != right)
  }

  @Test func aPlaceReadsAsEditorsTakeIt() {
    #expect(Place("A.swift", line: 3, column: 5).text == "A.swift:3:5")
    #expect(Place("A.swift", line: 3).text == "A.swift:3")
    #expect(Place("Parcel", offset: 4096).text == "Parcel@4096")
    #expect(Place("Parcel.ipa").text == "Parcel.ipa")
  }
}
