import CarillonEngine
import CarillonGLib

/// The freedesktop Secret Service on the bus: collections, items, and which are locked.
///
/// Item values go through `SecretVault`. Every answer comes later, exactly once. What should be an object
/// path and is not counts as no answer: with it, no call could be made.
struct KeyringService {
  static let name = "org.freedesktop.secrets"
  static let path = "/org/freedesktop/secrets"

  /// The paths of items that were found.
  struct Items {
    let unlocked: [String]
    let locked: [String]
  }

  let bus: Bus

  private static let service = BusObject(name, path, "org.freedesktop.Secret.Service")

  /// Calls `body` whenever a collection is locked, unlocked, created or deleted.
  func onChange(do body: @escaping () -> Void) -> [Subscription] {
    let collection = "org.freedesktop.Secret.Collection"
    return [
      // KWallet and KeePassXC use this signal, GNOME Keyring the other.
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

  /// The path of the collection for new items; nil without a collection or service.
  func defaultCollection(mayStart: Bool, answer: @escaping (String?) -> Void) {
    bus.call(
      Self.service, "ReadAlias", [.string("default")], timeout: .seconds(10), mayStart: mayStart
    ) { result in
      let path = (try? result.get())?[at: 0]?.objectPathValue
      answer(path == "/" ? nil : path)
    }
  }

  /// Whether a collection is locked; nil if it does not exist.
  func isLocked(_ collection: String, answer: @escaping (Bool?) -> Void) {
    let object = BusObject(Self.name, collection, "org.freedesktop.Secret.Collection")
    bus.property("Locked", of: object, timeout: .seconds(10), mayStart: false) {
      answer($0?.boolValue)
    }
  }

  /// Unlocks a collection; if that takes a password, the service asks for it in its own dialog.
  ///
  /// Use `onChange` to learn whether it was unlocked.
  func unlock(_ collection: String) {
    bus.call(
      Self.service, "Unlock", [.array(of: "o", [.objectPath(collection)])], timeout: .seconds(10),
      mayStart: false
    ) { [bus] result in
      // The path `/` means that no prompt is needed.
      guard let prompt = (try? result.get())?[at: 1]?.objectPathValue, prompt != "/" else { return }
      let object = BusObject(Self.name, prompt, "org.freedesktop.Secret.Prompt")
      bus.call(object, "Prompt", [.string("")], timeout: .seconds(10), mayStart: false) { _ in }
    }
  }

  /// Finds items in all collections; nil if the service does not answer.
  func search(_ attributes: [String: String], answer: @escaping (Items?) -> Void) {
    let entries = attributes.sorted { $0.key < $1.key }.map { key, value in
      Variant.entry(.string(key), .string(value))
    }
    bus.call(
      Self.service, "SearchItems", [.array(of: "{ss}", entries)], timeout: .seconds(10),
      mayStart: false
    ) { result in
      let values = try? result.get()
      guard let unlocked = values?[at: 0]?.objectPathsValue,
        let locked = values?[at: 1]?.objectPathsValue
      else { return answer(nil) }
      answer(Items(unlocked: unlocked, locked: locked))
    }
  }

  /// An attribute of an item; nil if the item or the attribute does not exist.
  func attribute(_ key: String, of item: String, answer: @escaping (String?) -> Void) {
    let object = BusObject(Self.name, item, "org.freedesktop.Secret.Item")
    bus.property("Attributes", of: object, timeout: .seconds(10), mayStart: false) { value in
      for case .entry(let name, let text) in value?.arrayValue ?? [] where name.stringValue == key {
        return answer(text.stringValue)
      }
      answer(nil)
    }
  }

  /// Deletes an item without prompting; answers whether it is gone.
  func delete(_ item: String, answer: @escaping (Bool) -> Void) {
    let object = BusObject(Self.name, item, "org.freedesktop.Secret.Item")
    bus.call(object, "Delete", timeout: .seconds(10), mayStart: false) { result in
      switch result {
      // Any path other than `/` is a prompt that would have to be shown first.
      case .success(let values): answer(values[at: 0]?.objectPathValue == "/")
      case .failure(let error): answer(error.remoteName == Self.noSuchObject)
      }
    }
  }

  private static let noSuchObject = "org.freedesktop.Secret.Error.NoSuchObject"
}
