enum Service {}
