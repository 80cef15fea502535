import CarillonFeatures

/// What the user of a life may configure, as merge patches.
enum DrawnPatch {
  static func any(_ random: inout SplitMix) -> String {
    let hour = random.span(0...23)
    let minute = random.pick([0, 0, 1, 30, 59] as [Int64])
    let patches = [
      #"{"quietHours":{"from":"22:00","to":"07:00"}}"#,
      #"{"quietHours":{"from":"\#(padded(Int(hour), to: 2)):00","to":"\#(padded(Int(hour + 3) % 24, to: 2)):30"}}"#,
      #"{"quietHours":null}"#,
      #"{"quietHours":[{"from":"22:00","to":"07:00","weekdays":[5,6]},{"from":"06:30","to":"09:15","weekdays":[1,6,7]}]}"#,
      #"{"quietHours":[{"from":"\#(padded(Int(hour), to: 2)):00","to":"\#(padded(Int(hour + 9) % 24, to: 2)):00","weekdays":[7]},{"from":"12:00","to":"13:00"}]}"#,
      #"{"channels":{"general":{"at":"slot"}}}"#, #"{"channels":{"general":{"at":"slot"}}}"#,
      #"{"channels":{"general":{"at":"\#(padded(Int(hour), to: 2))\#(padded(Int(minute), to: 2))"}}}"#,
      #"{"channels":{"general":{"at":"0800"},"brew_notifications":{"at":"slot"}}}"#,
      #"{"channels":{"general":{"at":"now"}}}"#,
      #"{"snoozeMinutes":\#(1 + hour * 5)}"#, #"{"away":false}"#, #"{"away":true}"#,
      #"{"mode":"online-first"}"#, #"{"mode":"offline-first"}"#, #"{"mode":"auto"}"#,
      #"{"prefetchLeadMinutes":0}"#, #"{"prefetchLeadMinutes":90}"#,
      #"{"prefetchLeadMinutes":20}"#,
      #"{"lateGraceMinutes":0}"#, #"{"lateGraceMinutes":30}"#, #"{"lateGraceMinutes":720}"#,
      #"{"ttlSeconds":7200}"#, #"{"ttlSeconds":129600}"#,
      #"{"channels":{"timesafari.daily":{"enabled":false}}}"#,
      #"{"channels":{"timesafari.daily":{"enabled":true}}}"#,
      #"{"channels":{"brew_notifications":{"enabled":false}}}"#,
      #"{"channels":{"brew_notifications":{"enabled":true},"general":{"enabled":false}}}"#,
      #"{"channels":{"brew_notifications":{"enabled":true},"general":{"enabled":true}}}"#,
      #"{"autostart":true,"depth":1}"#, #"{"depth":0}"#,
      #"{"contentTemplate":{"title":"{{headline}} {{time}}","body":"{{summary}} {{date}} {{who}}"}}"#,
      #"{"callbackProfile":{"fetchContent":{"method":"GET","url":"https://example.org/a.json"}}}"#,
      #"{"callbackProfile":null}"#, callbacks(minutes: 240), callbacks(minutes: 1440),
      #"{"did":"did:web:a.example"}"#, #"{"did":"did:web:b.example"}"#, #"{"did":null}"#,
      #"{"exactness":"windowed"}"#, #"{"exactness":"exact"}"#,
      #"{"retentionDays":1}"#, #"{"retentionDays":14}"#,
      slots(hour, minute, &random), slots(hour, minute, &random), slots(hour, minute, &random),
    ]
    return random.pick(patches)
  }

  /// A text that must not appear in any row.
  static let secret = "Bearer nobody-must-read-this"

  private static func callbacks(minutes: Int) -> String {
    """
    {"callbackProfile":{"fetchContent":{"method":"GET","url":"https://example.org/a.json"},
    "ackDelivery":{"method":"POST","url":"https://example.org/ack",
    "headers":{"Authorization":{"secret":"\(secret)"}}},
    "reportError":{"method":"POST","url":"https://example.org/error"},
    "heartbeat":{"method":"POST","url":"https://example.org/beat","intervalMinutes":\(minutes)}}}
    """
  }

  /// A few hours, of which one is at the given time; now and then more than are armed. (T14)
  static func slots(_ hour: Int64, _ minute: Int64, _ random: inout SplitMix) -> String {
    var slots: [String] = []
    if random.once(in: 20) {
      for hour in 0..<22 {
        for minute in [3, 17, 41] { slots.append(#"{"hour":\#(hour),"minute":\#(minute)}"#) }
      }
    } else {
      let days = random.pick(["[1,2,3,4,5,6,7]", "[1,3,5]", "[7]", "[6,7]"])
      slots = [
        #"{"hour":\#(hour),"minute":\#(minute),"weekdays":\#(days),"onlyNew":\#(random.once(in: 3))}"#,
        #"{"hour":\#((hour + 5) % 24),"minute":30,"enabled":\#(random.once(in: 4) ? "false" : "true")}"#,
        #"{"hour":2,"minute":30}"#, #"{"hour":\#((hour + 5) % 24),"minute":31}"#,
      ]
      if hour == 2, minute == 30 { slots.removeFirst() }
    }
    return #"{"slots":[\#(slots.joined(separator: ","))]}"#
  }
}
