import CarillonFeatures
import CarillonGLib
import Glibc
import Synchronization
import Testing

@testable import CarillonSession

/// One sound after another. (B15)
@Suite(.serialized) @MainActor struct SoundPlayerTests {
  /// How many threads play, and what they have played.
  private nonisolated final class Loudspeaker: Sendable {
    struct State {
      var (now, most) = (0, 0)
      var played: [String] = []
    }

    let state = Mutex(State())

    func play(_ name: String, until ended: Int32) -> Bool {
      state.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
        $0.played.append(name)
      }
      var wait = pollfd(fd: ended, events: Int16(POLLIN), revents: 0)
      poll(&wait, 1, 200)
      // As the sound system is let go.
      poll(nil, 0, 30)
      state.withLock { $0.now -= 1 }
      return true
    }
  }

  @Test("B15: of many sounds in a moment, one thread at a time plays, and the last is heard")
  func oneAtATime() {
    let loudspeaker = Loudspeaker()
    let player = SoundPlayer(theme: { "freedesktop" }) { name, _, ended in
      loudspeaker.play(name, until: ended)
    }
    var ends: [Bool] = []
    for number in 1...50 { player.play("sound-\(number)") { ends.append($0) } }
    #expect(MainLoop.run(atMost: .seconds(10)) { ends.count == 50 })
    let state = loudspeaker.state.withLock { $0 }
    #expect(state.most == 1)
    #expect(state.played == ["sound-1", "sound-50"])
    // None of them could not be played: nobody is told that there is no sound output.
    #expect(ends.allSatisfy { $0 })
  }
}
