import CarillonEngine

/// The notification that is shown in the window in place of a popup. (D3)
struct BannerModel: Hashable {
  let banner: StateReport.Banner
  /// `1 of 3`; empty if there are no others.
  let count: String
  /// The accessible name.
  let spoken: String

  /// The newest urgent one, or else the newest; nil if there are none.
  ///
  /// `banners` begin with the oldest.
  init?(_ banners: [StateReport.Banner], words: Words) {
    guard let banner = banners.last(where: \.urgent) ?? banners.last else { return nil }
    self.banner = banner
    count =
      banners.count > 1
      ? words.say("1 of {number}", ["number": String(banners.count)]) : ""
    spoken = [banner.title, banner.body, count].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
