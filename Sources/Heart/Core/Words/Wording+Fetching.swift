extension Wording {
  /// Why a fetch brought nothing, in one sentence.
  func fetch(_ failure: FetchFailure) -> String {
    switch failure.code {
    case .timeout: words.say("The source did not answer in time.")
    case .offline: words.say("There is no network.")
    case .unreachable: words.say("The source cannot be reached.")
    case .certificate:
      words.say("The source’s certificate is not valid, so what it says is not trusted.")
    case .forbidden:
      words.say("That address may not be fetched from: use https, this computer, or a file.")
    case .redirected:
      words.say("The source points somewhere else, where Carillon may not go.")
    case .status:
      words.say(
        "The source answered with an error ({status}).", ["status": failure.detail])
    case .tooLarge: words.say("The answer is larger than 1 MiB.")
    case .unreadable: words.say("The file cannot be read.")
    case .secret:
      words.say(
        "A secret that the source wants cannot be had: the keyring is locked or has lost it.")
    case .payload:
      words.say(
        "The answer is not content that Carillon understands ({what}).",
        ["what": failure.detail])
    }
  }
}
