package dev.pushwire.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** A place in the app that a tap or a link can lead to. */
public final class DestinationPolicy extends Coded {
  static final Codec<DestinationPolicy> CODEC = Codec.record(DestinationPolicy::new);

  /** Types by parameter: string, id, integer, decimal, boolean, timestamp. */
  public Map<String, String> parameters = new LinkedHashMap<>();
  /** Opens for somebody who is signed in only. */
  public boolean accountRequired;
  /** Where a tap goes instead; null: home. */
  public String fallback;
  /** The path of a link that leads here, as in {@code orders/{order}}; null: no link does. */
  public String path;

  /** With every member at its default. */
  public DestinationPolicy() {}

  @Override
  DestinationPolicy blank() {
    return new DestinationPolicy();
  }

  @Override
  void fields(FieldCoder coder) {
    parameters = coder.field("parameters", parameters, Codec.TEXT_BY_NAME);
    accountRequired = coder.flag("account_required", accountRequired);
    fallback = coder.optionalText("fallback", fallback);
    path = coder.optionalText("path", path);
  }
}
