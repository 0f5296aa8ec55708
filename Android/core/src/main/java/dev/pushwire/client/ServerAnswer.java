package dev.pushwire.client;

/** What a request to the server came to. */
public final class ServerAnswer extends Coded {
  static final Codec<ServerAnswer> CODEC = Codec.record(ServerAnswer::new);

  /** What kind of answer it is. */
  public enum Outcome implements CodedWord {
    /** 2xx. */
    OK,
    /** No connection, no answer, 5xx, 429: the same again later. */
    UNREACHABLE,
    /** 409 with the server's generation. */
    STALE,
    /** The app's backend gave no ticket, or the server did not take it. */
    UNAUTHORIZED,
    /** Anything else: the same again would not help. */
    REFUSED;

    static final Codec<Outcome> CODEC = Codec.words(values());
  }

  /** What kind of answer it is. */
  public Outcome outcome = Outcome.OK;
  /** The server's generation, of an {@code ok} or {@code stale} answer. */
  public Long generation;
  /** {@code bound}, {@code unbound} or {@code ambiguous}. */
  public String binding;
  /** The tag under which the server sends to the bound account here. */
  public String bindingTag;
  /** The problem's code, verbatim. */
  public String code;
  /** Retry-After, seconds. */
  public Long retryAfter;

  /** With every member at its default. */
  public ServerAnswer() {}

  /** With this outcome and nothing else. */
  public ServerAnswer(Outcome outcome) {
    this.outcome = outcome;
  }

  /**
   * What an answer means for the device.
   *
   * @param status the HTTP status; null: there was no answer
   * @param retryAfter the header's seconds; null: there is none
   * @param body the answer's JSON; {@link JsonValue#NULL} where it has none
   */
  public static ServerAnswer of(Integer status, Long retryAfter, JsonValue body) {
    ServerAnswer answer = new ServerAnswer();
    answer.retryAfter = retryAfter;
    answer.code = body.get("code").string();
    Long current = body.get("current_generation").integer();
    if (status == null || status == 408 || status == 429 || status >= 500) {
      answer.outcome = Outcome.UNREACHABLE;
    } else if (status >= 200 && status < 300) {
      answer.outcome = Outcome.OK;
      answer.generation = body.get("generation").integer();
      answer.binding = body.get("binding").string();
      answer.bindingTag = body.get("binding_tag").string();
    } else if (status == 409 && current != null) {
      answer.outcome = Outcome.STALE;
      answer.generation = current;
    } else if (status == 401 || status == 403) {
      answer.outcome = Outcome.UNAUTHORIZED;
    } else {
      answer.outcome = Outcome.REFUSED;
    }
    return answer;
  }

  @Override
  ServerAnswer blank() {
    return new ServerAnswer();
  }

  @Override
  void fields(FieldCoder coder) {
    outcome = coder.field("outcome", outcome, Outcome.CODEC);
    generation = coder.optionalNumber("generation", generation);
    binding = coder.optionalText("binding", binding);
    bindingTag = coder.optionalText("binding_tag", bindingTag);
    code = coder.optionalText("code", code);
    retryAfter = coder.optionalNumber("retry_after", retryAfter);
  }
}
