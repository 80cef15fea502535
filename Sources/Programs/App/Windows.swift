import CarillonDesktop
import CarillonEngine
import CarillonGLib
import CarillonPush
import CarillonSession
import Glibc

/// The windows are shown by this program, started once more for nothing else.
enum Windows {
  /// The one argument of that process; nothing for people.
  private static let argument = "--windows"

  /// Not the path: since we started, another version may have been installed there.
  static let program = ["/proc/self/exe", argument]

  /// The exit status of this process if it is to show the windows, after doing so.
  static func runIfAsked(_ features: Features) -> Int32? {
    guard CommandLine.arguments.dropFirst() == [argument] else { return nil }
    CompanionProcess.beListed(as: "carillon")
    do {
      let engine = try Bus.join(CompanionProcess.socket)
      let session = try Bus.open(.session)
      guard Toolkit.start(applicationName: "Carillon", isAccessible: mayBeAccessible(session))
      else { return 1 }
      let folders = Folders()
      Toolkit.addIcons(from: folders.icons)
      Words.bindTranslations(of: "carillon", in: folders.locale)
      let zones = ZoneTable()
      let app = WindowsApp(
        engine, words: Words.gettext(domain: "carillon"), features: features,
        zone: { zones.zone(named: $0) }, now: WallClock.now, means: means(folders, session))
      try app.run()
      return 0
    } catch {
      log("the windows: \(error.message)")
      return 1
    }
  }

  /// Whether assistive technology can be reached, or says at once that it cannot.
  ///
  /// A window that opens without it is better than none.
  private static func mayBeAccessible(_ session: Bus) -> Bool {
    let service = BusObject("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus")
    do {
      _ = try session.callAndWait(service, "GetAddress", timeout: .seconds(7))
      return true
    } catch {
      if error.isTimeout { log("the windows: assistive technology does not answer") }
      return !error.isTimeout
    }
  }

  private static func means(_ folders: Folders, _ session: Bus) -> WindowsApp.Means {
    let sounds = SoundPlayer { Toolkit.soundTheme }
    return WindowsApp.Means(
      sounds: Sounds(
        theme: { SoundTheme(name: Toolkit.soundTheme).names },
        play: { sounds.play($0, then: $1) }),
      mail: MailPortal(on: session, folder: folders.cache + "/shared"),
      notificationSettings: { NotificationSettings().open() },
      browse: { Browser.open($0, activation: nil, failed: $1) }, manual: folders.manual,
      distributors: { found in DistributorWatch(on: session) { found($0.names) } })
  }
}
