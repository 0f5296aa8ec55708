package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;

/** Who is signed in on this device, as the server has confirmed it. */
public final class AccountState extends Coded {
  static final Codec<AccountState> CODEC = Codec.record(AccountState::new);

  /** How an account and this device belong together. */
  public enum Binding implements CodedWord {
    /** Nobody is signed in. */
    UNBOUND,
    /** Signed in, and the server has not confirmed it. */
    PENDING,
    BOUND,
    /** Two accounts may claim this device: nothing that is meant for an account is shown. */
    AMBIGUOUS;

    static final Codec<Binding> CODEC = Codec.words(values());
  }

  /** How far the binding is. */
  public Binding binding = Binding.UNBOUND;
  /** Who is signed in, or was when the binding became ambiguous; null: nobody. */
  public String account;
  /**
   * The tags under which the server sends to this account on this installation, newest first. More than one
   * while a token changes; all gone when the account goes.
   */
  public List<String> tags = new ArrayList<>();
  /** The account that the server may still hold to be bound here. */
  public String replaces;
  /** A logout that the server has not confirmed: the generation it ends. */
  public Long tombstone;
  /**
   * All of an account, or of an earlier installation, is being taken away: done when the next event comes,
   * and done again by the next launch where the process ended before.
   */
  public boolean isLeaving;
  /** Who was here last, so that a tap waits for the same person to come back. */
  public FormerAccount former;

  /** With every member at its default. */
  public AccountState() {}

  @Override
  AccountState blank() {
    return new AccountState();
  }

  @Override
  void fields(FieldCoder coder) {
    binding = coder.field("binding", binding, Binding.CODEC);
    account = coder.optionalText("account", account);
    tags = coder.texts("tags", tags);
    replaces = coder.optionalText("replaces", replaces);
    tombstone = coder.optionalNumber("tombstone", tombstone);
    isLeaving = coder.flag("leaving", isLeaving);
    former = coder.field("former", former, Codec.optional(FormerAccount.CODEC));
  }
}
