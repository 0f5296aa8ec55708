print("pushwire")
