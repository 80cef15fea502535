import CSession
import CarillonGLib
import Glibc

/// Plays sounds of the user's theme, one at a time. (B15)
///
/// To connect to the sound system may block, and keeps a connection that wakes up: so each sound
/// has a thread and a connection of its own, and both are gone when it has ended.
package final class SoundPlayer {
  private let theme: () -> String
  /// Written to when the sound that is being played has ended, or is to end.
  private var playing: Int32?

  /// `theme` is asked for the name of the user's theme before each sound.
  package init(theme: @escaping () -> String) {
    self.theme = theme
  }

  /// Plays the sound with this name instead of one that may be playing.
  ///
  /// `then` is called once: true when it has ended, false where none can be played.
  package func play(_ name: String, then: @escaping (Bool) -> Void = { _ in }) {
    stop()
    let ended = eventfd(0, Int32(EFD_CLOEXEC))
    guard ended >= 0 else { return then(false) }
    playing = ended
    let worker = Worker<Sound, Bool>(name: "sound") {
    } perform: { _, sound in
      sound.play()
    }
    worker.submit(Sound(name: name, theme: theme(), ended: ended)) { [weak self] played in
      withExtendedLifetime(worker) {}
      if self?.playing == ended { self?.playing = nil }
      close(ended)
      then(played)
    }
  }

  /// Ends the sound that is playing, if one is.
  package func stop() {
    if let playing { signal(playing) }
    playing = nil
  }
}

/// One sound, on the thread that plays it.
private struct Sound: Sendable {
  let name: String
  let theme: String
  let ended: Int32

  /// None of a theme is longer; a sound system that hangs is left then.
  private nonisolated static let longest: Int32 = 20_000
  private nonisolated static let pause: Int32 = 1000

  /// Returns when it has ended; false if it could not be begun.
  nonisolated func play() -> Bool {
    var made: OpaquePointer?
    guard succeeds(ca_context_create(&made)), let context = made else { return false }
    // Nothing is called back after this.
    defer { ca_context_destroy(context) }
    guard
      with(
        [
          CA_PROP_APPLICATION_NAME: "Carillon", CA_PROP_APPLICATION_ID: "org.carillon.Carillon",
          CA_PROP_APPLICATION_ICON_NAME: "org.carillon.Carillon",
          CA_PROP_CANBERRA_XDG_THEME_NAME: theme,
        ], { ca_context_change_props_full(context, $0) })
    else { return false }
    let event = [
      CA_PROP_EVENT_ID: name, CA_PROP_MEDIA_ROLE: "event",
      CA_PROP_CANBERRA_CACHE_CONTROL: "never",
    ]
    let begun = with(event) { properties in
      ca_context_play_full(
        context, 1, properties,
        { _, _, _, data in signal(Int32(Int(bitPattern: data))) },
        UnsafeMutableRawPointer(bitPattern: Int(ended)))
    }
    guard begun else { return false }
    var wait = pollfd(fd: ended, events: Int16(POLLIN), revents: 0)
    while poll(&wait, 1, Sound.longest) < 0, errno == EINTR {}
    // Silent at once, if it is to end before its time.
    ca_context_cancel(context, 1)
    // The thread of libcanberra's ALSA driver goes on for some instructions after it called back,
    // while destroying frees what they use and unloads the very code.
    poll(nil, 0, Sound.pause)
    return true
  }

  private nonisolated func succeeds(_ code: Int32) -> Bool { Int(code) == Int(CA_SUCCESS) }

  /// Whether `body` succeeds with these properties.
  private nonisolated func with(
    _ values: [String: String], _ body: (OpaquePointer) -> Int32
  ) -> Bool {
    var made: OpaquePointer?
    guard succeeds(ca_proplist_create(&made)), let properties = made else {
      return false
    }
    defer { ca_proplist_destroy(properties) }
    for (name, value) in values { ca_proplist_sets(properties, name, value) }
    return succeeds(body(properties))
  }
}

/// Makes `descriptor`, an eventfd, readable.
private nonisolated func signal(_ descriptor: Int32) {
  var one: UInt64 = 1
  // It fails only for a full counter, which is readable too.
  _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
}
