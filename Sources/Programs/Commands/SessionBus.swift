import CarillonBus
import CarillonGLib

extension Bus {
  /// The bus of the session, which Carillon is on.
  static func ofSession() throws(Failure) -> Bus {
    do throws(GLibError) {
      return try Bus.open(.session)
    } catch {
      throw Failure(CallFailure.noSession(error.message))
    }
  }
}
