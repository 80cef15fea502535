package import CarillonLedger

extension Words {
  /// Explains an error code of T23 or of Carillon's own.
  package func error(_ code: EventCode) -> String {
    switch code {
    case .fetch(let code): error(ofFetch: code)
    case .media: say("A picture could not be loaded.")
    case .notModified: say("The content was unchanged.")
    case .scheduleDenied: say("The desktop had no notification service.")
    case .permissionDenied: say("Notifications were switched off for Carillon.")
    case .exactAlarmMissing: say("The system could not wake Carillon to the second.")
    case .storageBusy: say("For a while, the disk was too slow or too full to save.")
    case .templateMissingToken: say("The content lacked a token that the text uses.")
    case .notifyRefused: say("Your desktop refused a notification.")
    case .callbackRefused: say("Your service refused a message.")
    case .callbackGivenUp: say("Your service could not be reached for 14 days.")
    case .messageRefused: say("An incoming message could not be understood.")
    case .settingUnreadable: say("A stored setting could not be read; its default is used.")
    case .commandFailed: say("A machine did not carry out a command.")
    case .linkRefused: say("A link was not opened because Carillon does not know it.")
    case .autostartFailed: say("The start entry could not be written.")
    case .internalError: say("Something went wrong inside Carillon.")
    case .unknown: say("Something went wrong.")
    }
  }

  private func error(ofFetch code: FetchFailure.Code) -> String {
    switch code {
    case .timeout: say("The source did not answer in time.")
    case .offline: say("There was no network.")
    case .unreachable: say("The source could not be reached.")
    case .certificate: say("The source’s certificate is not valid.")
    case .forbidden: say("Carillon may not fetch from this address.")
    case .redirected: say("The source redirects to an address that Carillon may not fetch.")
    case .status: say("The source answered with an error.")
    case .tooLarge: say("The source’s answer was larger than 1 MiB.")
    case .unreadable: say("The file with the content could not be read.")
    case .secret: say("A secret for the source could not be read from the keyring.")
    case .payload: say("Carillon did not understand the source’s answer.")
    }
  }
}
