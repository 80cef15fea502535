import CarillonFeatures

/// The journeys that the user of a life may configure, as merge patches. (J1)
enum DrawnJourneys {
  private static let names = ["work", "school", "gym", "mother"]

  /// Adds one, edits one or removes one; without a journey, the first one is added.
  static func change(_ journeys: [Journey], _ random: inout SplitMix) -> String {
    let known = journeys.map(\.id)
    let free = names.filter { !known.contains($0) }
    let kind = random.span(0...5)
    if known.isEmpty || kind < 2 && !free.isEmpty {
      let time = WallTime(hour: Int(random.span(0...23)), minute: Int(random.span(0...59)))
      return patch(known.map { kept($0) } + [new(random.pick(free), at: time, &random)])
    }
    let chosen = random.pick(known)
    if kind == 5 { return patch(known.filter { $0 != chosen }.map { kept($0) }) }
    let edit = random.pick([
      #""walkMinutes":\#(random.pick([0, 1, 8, 30]))"#, #""leadMinutes":null"#,
      #""leadMinutes":\#(random.pick([0, 5, 10, 30]))"#,
      #""thresholdMinutes":\#(random.pick([1, 3, 10]))"#, #""enabled":\#(random.once(in: 2))"#,
      #""enabled":true"#, #""weekdays":[1,2,3,4,5]"#, #""weekdays":[1,2,3,4,5,6,7]"#,
      #""destination":"Place \#(random.span(1...9))""#, #""sound":"none""#,
      #""departAt":"\#(padded(Int(random.span(0...23)), to: 2)):\#(padded(Int(random.span(0...59)), to: 2))""#,
    ])
    return patch(known.map { $0 == chosen ? #"{"id":"\#($0)",\#(edit)}"# : kept($0) })
  }

  /// Has one depart at `time`, in place of an old one or besides.
  static func moved(
    to time: WallTime?, walk: Int64, _ journeys: [Journey], _ random: inout SplitMix
  ) -> String {
    let known = journeys.map(\.id)
    let id = random.pick(names)
    let all = known.filter { $0 != id }.map { kept($0) }
    return patch(all + [new(id, at: time, walk: walk, &random)])
  }

  private static func patch(_ journeys: [String]) -> String {
    #"{"journeys":[\#(journeys.joined(separator: ","))]}"#
  }

  private static func kept(_ id: String) -> String { #"{"id":"\#(id)"}"# }

  private static func new(
    _ id: String, at time: WallTime?, walk: Int64? = nil, _ random: inout SplitMix
  ) -> String {
    let time = time?.description ?? "07:42"
    let walk = walk ?? random.pick([0, 1, 8, 8, 25])
    let lead = random.pick(["null", "null", "0", "5", "10"])
    let ride = random.pick([5, 20, 45])
    let timing =
      random.once(in: 3) && walk > 0
      ? #""arriveBy":"\#(time)","rideMinutes":\#(ride)"#
      : #""departAt":"\#(time)","rideMinutes":\#(random.once(in: 4) ? "null" : "\(ride)")"#
    let route = random.once(in: 4) ? "" : "Tram \(id.count)"
    return
      #"{"id":"\#(id)","destination":"\#(id.uppercased())","route":"\#(route)","stop":"\#(random.pick(["", "Main Street"]))","walkMinutes":\#(walk),"leadMinutes":\#(lead),"weekdays":[1,2,3,4,5,6,7],"enabled":true,\#(timing)}"#
  }
}
