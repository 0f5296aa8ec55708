package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;

/** The account that was signed in last. */
public final class FormerAccount extends Coded {
  static final Codec<FormerAccount> CODEC = Codec.record(FormerAccount::new);

  /** The account. */
  public String account = "";
  /** The tags under which the server sent to it, newest first. */
  public List<String> tags = new ArrayList<>();
  /** When it left, milliseconds since 1970. */
  public long leftAt;

  /** With every member at its default. */
  public FormerAccount() {}

  @Override
  FormerAccount blank() {
    return new FormerAccount();
  }

  @Override
  void fields(FieldCoder coder) {
    account = coder.text("account", account);
    tags = coder.texts("tags", tags);
    leftAt = coder.number("left_at", leftAt);
  }
}
