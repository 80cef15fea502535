package import CarillonLedger

extension Words {
  /// Why a fetch failed, in one sentence.
  package func fetch(_ failure: FetchFailure) -> String {
    switch failure.code {
    case .timeout: say("The source did not answer in time.")
    case .offline: say("There is no network.")
    case .unreachable: say("The source cannot be reached.")
    case .certificate:
      say("The source’s certificate is not valid.")
    case .forbidden where failure == .tooNear:
      say(
        "It is on this computer or its network. Messages may name such pictures only if you allow it "
          + "under Advanced in the settings.")
    case .forbidden:
      say("Carillon may not fetch from this address. Use https, this computer, or a file.")
    case .redirected:
      say("The source redirects to an address that Carillon may not fetch.")
    case .status:
      say(
        "The source answered with an error ({status}).", ["status": failure.detail])
    case .tooLarge: say("The answer is larger than 1 MiB.")
    case .unreadable: say("The file cannot be read.")
    case .secret:
      say(
        "A secret for the source cannot be read: the keyring is locked or no longer has it.")
    case .payload:
      say(
        "Carillon did not understand the answer ({what}).",
        ["what": failure.detail])
    }
  }
}
