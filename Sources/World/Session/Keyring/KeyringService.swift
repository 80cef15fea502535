import CarillonEngine
import CarillonGLib

/// The freedesktop Secret Service as the bus shows it: collections, items, and which are locked.
///
/// What is in the items goes through `SecretVault`. Every answer comes later, exactly once.
struct KeyringService {
  static let name = "org.freedesktop.secrets"
  static let path = "/org/freedesktop/secrets"

  /// The paths of the items that were searched for.
  struct Items {
    let unlocked: [String]
    let locked: [String]
  }

  let bus: Bus

  private static let service = BusObject(name, path, "org.freedesktop.Secret.Service")

  /// Calls `body` whenever a collection is locked, unlocked, made or removed.
  func onChange(do body: @escaping () -> Void) -> [Subscription] {
    let collection = "org.freedesktop.Secret.Collection"
    return [
      // KWallet and KeePassXC say it this way, GNOME's the other.
      bus.onSignal(
        nil, from: Self.name, at: Self.path, interface: Self.service.interface
      ) { _ in body() },
      bus.onSignal(
        "PropertiesChanged", from: Self.name, at: nil,
        interface: Self.service.properties.interface, argument: collection
      ) { signal in
        let isLock =
          signal.arguments[at: 1]?["Locked"] != nil
          || signal.arguments[at: 2]?.stringsValue?.contains("Locked") == true
        if isLock { body() }
      },
    ]
  }

  /// The path of the collection that new items go to; nil without one, or without a service.
  func defaultCollection(mayStart: Bool, answer: @escaping (String?) -> Void) {
    bus.call(
      Self.service, "ReadAlias", [.string("default")], timeout: .seconds(10), mayStart: mayStart
    ) { result in
      let path = (try? result.get())?[at: 0]?.stringValue
      answer(path == "/" ? nil : path)
    }
  }

  /// Whether a collection is locked; nil if it is gone.
  func isLocked(_ collection: String, answer: @escaping (Bool?) -> Void) {
    let object = BusObject(Self.name, collection, "org.freedesktop.Secret.Collection")
    bus.property("Locked", of: object, timeout: .seconds(10), mayStart: false) {
      answer($0?.boolValue)
    }
  }

  /// Unlocks a collection; where that takes a password the service asks for it in its own dialog.
  ///
  /// Whether it was unlocked is told by `onChange`.
  func unlock(_ collection: String) {
    bus.call(
      Self.service, "Unlock", [.array(of: "o", [.objectPath(collection)])], timeout: .seconds(10),
      mayStart: false
    ) { [bus] result in
      // The root's path stands for no prompt.
      guard let prompt = (try? result.get())?[at: 1]?.stringValue, prompt != "/" else { return }
      let object = BusObject(Self.name, prompt, "org.freedesktop.Secret.Prompt")
      bus.call(object, "Prompt", [.string("")], timeout: .seconds(10), mayStart: false) { _ in }
    }
  }

  /// Finds items in all collections; nil if the service does not tell.
  func search(_ attributes: [String: String], answer: @escaping (Items?) -> Void) {
    let entries = attributes.sorted { $0.key < $1.key }.map { key, value in
      Variant.entry(.string(key), .string(value))
    }
    bus.call(
      Self.service, "SearchItems", [.array(of: "{ss}", entries)], timeout: .seconds(10),
      mayStart: false
    ) { result in
      let values = try? result.get()
      guard let unlocked = values?[at: 0]?.stringsValue, let locked = values?[at: 1]?.stringsValue
      else { return answer(nil) }
      answer(Items(unlocked: unlocked, locked: locked))
    }
  }

  /// One attribute of an item; nil if it has none of that name, or is gone.
  func attribute(_ key: String, of item: String, answer: @escaping (String?) -> Void) {
    let object = BusObject(Self.name, item, "org.freedesktop.Secret.Item")
    bus.property("Attributes", of: object, timeout: .seconds(10), mayStart: false) { value in
      for case .entry(let name, let text) in value?.arrayValue ?? [] where name.stringValue == key {
        return answer(text.stringValue)
      }
      answer(nil)
    }
  }

  /// Removes an item; answers whether it is gone, without anybody having been asked.
  func delete(_ item: String, answer: @escaping (Bool) -> Void) {
    let object = BusObject(Self.name, item, "org.freedesktop.Secret.Item")
    bus.call(object, "Delete", timeout: .seconds(10), mayStart: false) { result in
      switch result {
      // Another path than the root's is a prompt that would have to be shown first.
      case .success(let values): answer(values[at: 0]?.stringValue == "/")
      case .failure(let error): answer(error.remoteName == Self.noSuchObject)
      }
    }
  }

  private static let noSuchObject = "org.freedesktop.Secret.Error.NoSuchObject"
}
