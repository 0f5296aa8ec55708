package dev.pushwire.client;

/** Something to count, in order. {@code label} tells kinds apart; never an id, token or text of a person. */
public final class ClientMetric extends Coded {
  static final Codec<ClientMetric> CODEC = Codec.record(ClientMetric::new);

  /** What is counted. */
  public String name = "";
  /** The kind; null: there is one only. */
  public String label;

  /** With every member at its default. */
  public ClientMetric() {}

  ClientMetric(String name, String label) {
    this.name = name;
    this.label = label;
  }

  @Override
  ClientMetric blank() {
    return new ClientMetric();
  }

  @Override
  void fields(FieldCoder coder) {
    name = coder.text("name", name);
    label = coder.optionalText("label", label);
  }
}
