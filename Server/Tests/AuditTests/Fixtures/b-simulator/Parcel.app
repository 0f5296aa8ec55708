build simulator
