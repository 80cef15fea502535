print("carillonctl")
