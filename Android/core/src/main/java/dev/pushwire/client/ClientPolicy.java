package dev.pushwire.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a device goes by: the parts of {@code pushwire.yaml} that it needs. {@code pushwire generate} writes
 * one.
 */
public final class ClientPolicy extends Coded {
  static final Codec<ClientPolicy> CODEC = Codec.record(ClientPolicy::new);

  /** {@code app.name}: the app's publishable name for the server. */
  public String app = "";
  /** {@code server.publishable_id}; without one a device registers with a ticket only. */
  public String publishableId;
  /** Value moments by name, with the explainer's text. */
  public Map<String, String> moments = new LinkedHashMap<>();
  /** When a declined explainer may come again; null: never. */
  public ReofferPolicy reoffer;
  /** Ask for quiet provisional authorization at the first launch (iOS 12). */
  public boolean provisional;
  /** Classes by name. */
  public Map<String, ClassPolicy> classes = new LinkedHashMap<>();
  /** Destinations by name. */
  public Map<String, DestinationPolicy> destinations = new LinkedHashMap<>();
  /** The destination where a tap ends that leads nowhere else. It takes no parameters and no account. */
  public String home = "home";
  /** Buttons by category. */
  public Map<String, List<ActionPolicy>> categories = new LinkedHashMap<>();
  /** Android's channels by id. */
  public Map<String, ChannelPolicy> channels = new LinkedHashMap<>();
  /** Background tasks by their id. */
  public Map<String, TaskPolicy> tasks = new LinkedHashMap<>();
  /** Universal links, app links and schemes that lead into the app. */
  public LinkPolicy links = new LinkPolicy();
  /** Whether receipts are reported. */
  public boolean receipts = true;

  /** With every member at its default. */
  public ClientPolicy() {}

  /**
   * Reads a policy as {@code pushwire generate} writes it.
   *
   * @throws JsonFault where the text is no JSON
   * @throws IllegalArgumentException where a member is unknown or does not fit
   */
  public static ClientPolicy parse(String text) throws JsonFault {
    List<String> unknown = new ArrayList<>();
    ClientPolicy policy;
    try {
      policy = read(JsonValue.parse(text), new ClientPolicy(), unknown);
    } catch (Codec.Misfit misfit) {
      throw new IllegalArgumentException("the policy has a member that does not fit", misfit);
    }
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException("the policy has members that are not known: " + unknown);
    }
    return policy;
  }

  /** Whether anything is meant for somebody who is not signed in: then a device registers after a logout. */
  boolean hasPublicClasses() {
    return classes.values().stream().anyMatch(policy -> policy.audience != ClassPolicy.Audience.ACCOUNT);
  }

  /** Whether anything is kept in an inbox. */
  boolean hasInbox() {
    return classes.values().stream().anyMatch(policy -> policy.inbox);
  }

  @Override
  ClientPolicy blank() {
    return new ClientPolicy();
  }

  @Override
  void fields(FieldCoder coder) {
    app = coder.text("app", app);
    publishableId = coder.optionalText("publishable_id", publishableId);
    moments = coder.field("moments", moments, Codec.TEXT_BY_NAME);
    reoffer = coder.field("reoffer", reoffer, Codec.optional(ReofferPolicy.CODEC));
    provisional = coder.flag("provisional", provisional);
    classes = coder.field("classes", classes, Codec.map(ClassPolicy.CODEC));
    destinations = coder.field("destinations", destinations, Codec.map(DestinationPolicy.CODEC));
    home = coder.text("home", home);
    categories = coder.field("categories", categories, Codec.map(Codec.list(ActionPolicy.CODEC)));
    channels = coder.field("channels", channels, Codec.map(ChannelPolicy.CODEC));
    tasks = coder.field("tasks", tasks, Codec.map(TaskPolicy.CODEC));
    links = coder.field("links", links, LinkPolicy.CODEC);
    receipts = coder.flag("receipts", receipts);
  }
}
