// What the ledger's words are made of: whoever imports it can say them.
@_exported public import CarillonDetail
@_exported public import CarillonText
@_exported public import CarillonTime
