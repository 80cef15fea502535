import CSession
import CarillonGLib
import Glibc

/// Plays sounds of the user's theme, one at a time. (B15)
///
/// Connecting to the sound system may block, and an open connection causes wakeups. So each sound
/// has its own thread and connection, which end with it.
package final class SoundPlayer {
  private let theme: () -> String
  /// An eventfd, written to when the current sound has ended or should end.
  private var playing: Int32?

  /// `theme` returns the name of the user's sound theme, and is called before each sound.
  package init(theme: @escaping () -> String) {
    self.theme = theme
  }

  /// Plays the named sound, stopping the current one.
  ///
  /// `then` is called once: true when the sound has ended, false if it cannot be played.
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

  /// Stops the current sound, if any.
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

  /// A limit for a sound system that hangs; no theme has longer sounds.
  private nonisolated static let longest: Int32 = 20_000
  private nonisolated static let pause: Int32 = 1000

  /// Returns when the sound has ended; false if it could not be started.
  nonisolated func play() -> Bool {
    var made: OpaquePointer?
    guard succeeds(ca_context_create(&made)), let context = made else { return false }
    // No callback comes after this.
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
    // Silences a sound that should stop early.
    ca_context_cancel(context, 1)
    // libcanberra's ALSA thread runs on briefly after its callback, and destroying the context
    // frees its data and unloads its code.
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
  // Fails only if the counter is full, and then it is readable too.
  _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
}
