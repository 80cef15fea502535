import CarillonGLib

extension Bus {
  /// The bus of the session, which Carillon is on.
  static func ofSession() throws(Failure) -> Bus {
    do throws(GLibError) {
      return try Bus.open(.session)
    } catch {
      throw Failure(
        exit: .notRunning,
        message: "Carillon cannot be reached without a session bus: \(error.message)")
    }
  }
}
