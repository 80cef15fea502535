import CarillonEngine
import CarillonSlots

/// What a user enters to sign in to a service. (D1)
struct AccountForm: Hashable {
  /// As it was typed or pasted.
  var address = ""
  /// It leaves the process only as a secret.
  var token = ""

  /// What is wrong, and at which field.
  struct Problem: Error, Hashable {
    enum Field: Hashable {
      case address, token
    }

    /// Nil if it is about no single field.
    let field: Field?
    let text: String
  }

  /// The value of the account's setting.
  func document(_ words: Words) throws(Problem) -> JSONValue {
    guard !address.trimmingSpaces.isEmpty else {
      throw Problem(field: .address, text: words.say("Enter the address of the service."))
    }
    let field = Field(path: "url", value: .text(TypedAddress.completed(address)))
    let url: String
    do throws(Refusal) {
      url = try field.address(for: .callback)
    } catch {
      throw Problem(error, words: words)
    }
    let token = token.trimmingSpaces
    guard !token.isEmpty else {
      throw Problem(
        field: .token, text: words.say("Enter the token that the service gave you."))
    }
    return .object(["url": .text(url), "token": .object(["secret": .text(token)])])
  }
}

nonisolated extension AccountForm.Problem {
  /// A refusal by the engine; the end of the path in its message names the field.
  init(_ refusal: Refusal, words: Words) {
    let message = refusal.message
    guard refusal.kind == .invalidArgument, let end = message.firstRange(of: ": ") else {
      self.init(field: nil, text: message)
      return
    }
    let reason = words.accountReason(String(message[end.upperBound...]))
    let path = message[..<end.lowerBound].split { ".[]".contains($0) }.map(String.init)
    if path.contains("token") || path.contains("secret") {
      self.init(field: .token, text: reason)
    } else {
      self.init(field: path.contains("url") ? .address : nil, text: reason)
    }
  }
}

nonisolated extension Words {
  /// A sentence for the user instead of the engine's reason, which is meant for programs.
  fileprivate func accountReason(_ reason: String) -> String {
    switch reason {
    case "must be an address such as https://example.org/today.json":
      say("Enter an address such as https://maintenance.example.org.")
    case "must begin with https:, or name this computer or a file":
      say("The address of a service begins with https://.")
    case "must not hold a user name or password":
      say("The address must not contain a user name or password.")
    default: self.reason(reason)
    }
  }
}
