import CSession
import CarillonEngine
import CarillonGLib
import Glibc

/// Plays sounds of the user's theme, one at a time. (B15)
///
/// Connecting to the sound system may block, and an open connection causes wakeups. So each sound
/// has its own thread and connection, which end with it. The next one begins when they have: libcanberra
/// loads its driver with libltdl, which two threads must not use at once.
package final class SoundPlayer {
  private let theme: () -> String
  private let perform: @Sendable (_ name: String, _ theme: String, _ ended: Int32) -> Bool
  /// An eventfd, written to when the current sound has ended or should end.
  private var playing: Int32?
  /// The number of the thread that has not ended yet; nil if there is none.
  private var running: Int?
  private var last = 0
  /// What is played when it has: of several sounds, the last.
  private var next: (name: String, then: (Bool) -> Void)?
  private var patience: Source?

  /// How long a thread that hangs is waited for.
  private static let longestWait = Span.seconds(30)

  /// `theme` returns the name of the user's sound theme, and is called before each sound.
  package convenience init(theme: @escaping () -> String) {
    self.init(theme: theme) { Sound(name: $0, theme: $1, ended: $2).play() }
  }

  /// `perform` plays a sound on a thread of its own, until the eventfd `ended` is readable.
  init(
    theme: @escaping () -> String,
    perform: @escaping @Sendable (_ name: String, _ theme: String, _ ended: Int32) -> Bool
  ) {
    self.theme = theme
    self.perform = perform
  }

  /// Plays the named sound, stopping the current one.
  ///
  /// `then` is called once: false if the sound cannot be played; true when it has ended, or another one has
  /// taken its place before it could begin.
  package func play(_ name: String, then: @escaping (Bool) -> Void = { _ in }) {
    stop()
    guard running != nil else { return begin(name, then) }
    next = (name, then)
    patience = MainLoop.after(SoundPlayer.longestWait) { [weak self] in self?.goOn() }
  }

  /// Stops the current sound, if any.
  package func stop() {
    if let playing { signal(playing) }
    playing = nil
    patience?.cancel()
    let dropped = next
    next = nil
    dropped?.then(true)
  }

  private func begin(_ name: String, _ then: @escaping (Bool) -> Void) {
    let ended = eventfd(0, Int32(EFD_CLOEXEC))
    guard ended >= 0 else { return then(false) }
    playing = ended
    last += 1
    let number = last
    running = number
    let worker = Worker<Sound, Bool>(name: "sound") {
    } perform: { [perform] _, sound in
      perform(sound.name, sound.theme, sound.ended)
    }
    worker.submit(Sound(name: name, theme: theme(), ended: ended)) { [weak self] played in
      withExtendedLifetime(worker) {}
      if self?.playing == ended { self?.playing = nil }
      close(ended)
      then(played)
      if self?.running == number { self?.goOn() }
    }
  }

  /// Nobody uses the sound system any more, or it is waited for no longer.
  private func goOn() {
    running = nil
    patience?.cancel()
    guard let wanted = next else { return }
    next = nil
    begin(wanted.name, wanted.then)
  }
}

/// One sound, on the thread that plays it.
private nonisolated struct Sound: Sendable {
  let name: String
  let theme: String
  let ended: Int32

  /// A limit for a sound system that hangs; no theme has longer sounds.
  private static let longest: Int32 = 20_000
  private static let pause: Int32 = 1000

  /// Returns when the sound has ended; false if it could not be started.
  func play() -> Bool {
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

  private func succeeds(_ code: Int32) -> Bool { Int(code) == Int(CA_SUCCESS) }

  /// Whether `body` succeeds with these properties.
  private func with(
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
