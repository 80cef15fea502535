// The heart as the world and features see it.
@_exported public import CarillonGate
@_exported public import CarillonInbox
@_exported public import CarillonLedger
@_exported public import CarillonOutgoing
@_exported public import CarillonPlanning
@_exported public import CarillonScreen
