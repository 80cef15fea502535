import CarillonCommands

// Where Carillon is installed, carillonctl is a link to it. This one needs no toolkit, for computers without a
// desktop that only send.
Commands.main()
