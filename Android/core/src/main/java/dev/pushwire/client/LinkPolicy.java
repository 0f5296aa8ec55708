package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;

/** Which addresses are the app's own. */
public final class LinkPolicy extends Coded {
  static final Codec<LinkPolicy> CODEC = Codec.record(LinkPolicy::new);

  /** Hosts of universal and app links, lower case. */
  public List<String> hosts = new ArrayList<>();
  /** Schemes of the app's own, lower case. */
  public List<String> schemes = new ArrayList<>();

  /** With every member at its default. */
  public LinkPolicy() {}

  @Override
  LinkPolicy blank() {
    return new LinkPolicy();
  }

  @Override
  void fields(FieldCoder coder) {
    hosts = coder.texts("hosts", hosts);
    schemes = coder.texts("schemes", schemes);
  }
}
