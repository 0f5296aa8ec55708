package dev.pushwire.android;

/** Whoever gives tokens. */
interface TokenSource {
  /** One of the two is called, or neither ever. */
  interface Answer {
    void token(String token);

    /** A code, never a text. */
    void failed(String code);
  }

  void ask(Answer answer);
}
