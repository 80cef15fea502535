import Testing

@testable import CarillonCore
@testable import carillonctl
