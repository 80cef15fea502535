import CarillonApp
import Glibc
import Toys

// Carillon with two features that no line of it knows. Only end-to-end tests start it.
exit(App.main(.withToys))
