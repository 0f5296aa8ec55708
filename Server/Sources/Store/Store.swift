internal import CSQLite
enum Store {}
