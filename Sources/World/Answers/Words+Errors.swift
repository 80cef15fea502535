package import CarillonEngine

extension Words {
  /// Explains an error code of T23 or of Carillon's own.
  package func error(_ code: String) -> String {
    // A code may be followed by details, such as a field.
    switch code.prefix(while: { $0 != " " }) {
    case "FETCH_TIMEOUT": say("The source did not answer in time.")
    case "FETCH_OFFLINE": say("There was no network.")
    case "FETCH_UNREACHABLE": say("The source could not be reached.")
    case "FETCH_CERTIFICATE": say("The source’s certificate is not valid.")
    case "FETCH_FORBIDDEN": say("Carillon may not fetch from this address.")
    case "FETCH_REDIRECTED": say("The source redirects to an address that Carillon may not fetch.")
    case "FETCH_STATUS": say("The source answered with an error.")
    case "FETCH_TOO_LARGE": say("The source’s answer was larger than 1 MiB.")
    case "FETCH_UNREADABLE": say("The file with the content could not be read.")
    case "FETCH_SECRET": say("A secret for the source could not be read from the keyring.")
    case "FETCH_PAYLOAD": say("Carillon did not understand the source’s answer.")
    case let code where code.hasPrefix("MEDIA_"): say("A picture could not be loaded.")
    case "ETAG_NOT_MODIFIED": say("The content was unchanged.")
    case "SCHEDULE_DENIED": say("The desktop had no notification service.")
    case "PERMISSION_DENIED": say("Notifications were switched off for Carillon.")
    case "EXACT_ALARM_MISSING": say("The system could not wake Carillon to the second.")
    case "STORAGE_BUSY": say("For a while, the disk was too slow or too full to save.")
    case "TEMPLATE_MISSING_TOKEN": say("The content lacked a token that the text uses.")
    case "NOTIFY_REFUSED": say("Your desktop refused a notification.")
    case "CALLBACK_REFUSED": say("Your service refused a message.")
    case "CALLBACK_GIVEN_UP": say("Your service could not be reached for 14 days.")
    case "MESSAGE_REFUSED": say("An incoming message could not be understood.")
    case "SETTING_UNREADABLE":
      say("A stored setting could not be read; its default is used.")
    case "COMMAND_FAILED": say("A machine did not carry out a command.")
    case "LINK_REFUSED": say("A link was not opened because Carillon does not know it.")
    case "AUTOSTART_FAILED": say("The start entry could not be written.")
    case "INTERNAL_ERROR": say("Something went wrong inside Carillon.")
    default: say("Something went wrong.")
    }
  }
}
