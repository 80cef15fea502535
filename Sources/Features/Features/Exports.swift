@_exported public import CarillonBrews
@_exported public import CarillonEngine
@_exported public import CarillonJourneys
@_exported public import CarillonMaintenance
@_exported public import CarillonSlots
