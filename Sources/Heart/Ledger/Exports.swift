// The types in the ledger's API, so that importing the ledger is enough.
@_exported public import CarillonDetail
@_exported public import CarillonText
@_exported public import CarillonTime
