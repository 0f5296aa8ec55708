internal import CCurl
enum Webhooks {}
