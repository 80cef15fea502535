import CarillonApp
import CarillonFeatures
import Glibc

exit(App.main(.all))
