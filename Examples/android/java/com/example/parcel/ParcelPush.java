// Made by `pushwire generate java` from the app's profile, pushwire.yaml.
// Not to be edited: change the profile and run the command again.
package com.example.parcel;

import dev.pushwire.client.ActionPolicy;
import dev.pushwire.client.ChannelPolicy;
import dev.pushwire.client.ClassPolicy;
import dev.pushwire.client.ClientPolicy;
import dev.pushwire.client.Destination;
import dev.pushwire.client.DestinationPolicy;
import dev.pushwire.client.DestinationValue;
import dev.pushwire.client.Presentation;
import dev.pushwire.client.ReofferPolicy;
import dev.pushwire.client.TaskPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the profile says, for the app's code. */
public final class ParcelPush {
  private ParcelPush() {}

  /** The value moments: tell the client when one is reached. */
  public static final class Moments {
    private Moments() {}
    public static final String DELIVERY_ASKED = "delivery_asked";
    public static final String ORDER_PLACED = "order_placed";
  }

  /** The classes of notification. */
  public static final class Classes {
    private Classes() {}
    public static final String ORDER_SHIPPED = "order_shipped";
    public static final String ORDERS_CHANGED = "orders_changed";
    public static final String PROMO = "promo";
    public static final String SIGN_IN_CODE = "sign_in_code";
  }

  /** The categories of buttons. */
  public static final class Categories {
    private Categories() {}
    public static final String ORDER_UPDATES = "order_updates";
  }

  /** The buttons. */
  public static final class Actions {
    private Actions() {}
    public static final String MUTE = "mute";
    public static final String TRACK = "track";
  }

  /** Android's notification channels. */
  public static final class Channels {
    private Channels() {}
    public static final String OFFERS = "offers";
    public static final String ORDERS = "orders";
    public static final String SECURITY = "security";
  }

  /** The background tasks, by the ids that the system knows. */
  public static final class Tasks {
    private Tasks() {}
    public static final String REFRESH_ORDERS = "com.example.parcel.refresh-orders";
    public static final String UPLOAD_PHOTOS = "com.example.parcel.upload-photos";
  }

  /** The places that a tap or a link leads to. */
  public abstract static class Place {
    private Place() {}

    /** As the client and the payloads name it. */
    public abstract Destination destination();

    /** The address of a link that leads here; null where none does. */
    public String link() {
      return null;
    }

    /** Null where the name is unknown, or a parameter is missing or not of its type. */
    public static Place from(Destination destination) {
      switch (destination.name()) {
        case "home": {
          return new Home();
        }
        case "offers": {
          return new Offers();
        }
        case "order": {
          String order = DestinationValue.id(destination.parameters().get("order"));
          return order == null ? null : new Order(order);
        }
        case "orders": {
          return new Orders();
        }
        case "sign_in": {
          String request = DestinationValue.id(destination.parameters().get("request"));
          return request == null ? null : new SignIn(request);
        }
        default:
          return null;
      }
    }

    @Override
    public final boolean equals(Object other) {
      return other instanceof Place && ((Place) other).destination().equals(destination());
    }

    @Override
    public final int hashCode() {
      return destination().hashCode();
    }

    /** The name alone: parameters are the person's affair. */
    @Override
    public final String toString() {
      return destination().name();
    }

    private static String address(String path) {
      return path == null ? null : "https://parcel.example/" + path;
    }

    public static final class Home extends Place {
      public Home() {}

      @Override
      public Destination destination() {
        return new Destination("home");
      }
    }

    public static final class Offers extends Place {
      public Offers() {}

      @Override
      public Destination destination() {
        return new Destination("offers");
      }

      @Override
      public String link() {
        return address(DestinationValue.path("offers"));
      }
    }

    /** For somebody who is signed in. */
    public static final class Order extends Place {
      public final String order;

      public Order(String order) {
        this.order = order;
      }

      @Override
      public Destination destination() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("order", order);
        return new Destination("order", parameters);
      }

      @Override
      public String link() {
        return address(DestinationValue.path("orders", order));
      }
    }

    /** For somebody who is signed in. */
    public static final class Orders extends Place {
      public Orders() {}

      @Override
      public Destination destination() {
        return new Destination("orders");
      }

      @Override
      public String link() {
        return address(DestinationValue.path("orders"));
      }
    }

    public static final class SignIn extends Place {
      public final String request;

      public SignIn(String request) {
        this.request = request;
      }

      @Override
      public Destination destination() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("request", request);
        return new Destination("sign_in", parameters);
      }
    }
  }

  /** What the device goes by: a new copy each time. */
  public static ClientPolicy policy() {
    ClientPolicy policy = new ClientPolicy();
    step1(policy);
    return policy;
  }

  private static void step1(ClientPolicy policy) {
    policy.app = "Parcel";
    policy.provisional = true;
    policy.home = "home";
    policy.moments.put("delivery_asked", "Hear the moment the courier is at the door.");
    policy.moments.put("order_placed", "We tell you when your parcel moves, and about nothing else.");
    policy.reoffer = new ReofferPolicy(1209600, 2);
    {
      ClassPolicy item = new ClassPolicy();
      item.audience = ClassPolicy.Audience.ACCOUNT;
      item.foreground = new ArrayList<>(Arrays.asList(Presentation.BANNER, Presentation.LIST, Presentation.SOUND, Presentation.BADGE));
      item.inbox = true;
      item.badge = ClassPolicy.Badge.SET;
      item.category = "order_updates";
      item.channel = "orders";
      policy.classes.put("order_shipped", item);
    }
    {
      ClassPolicy item = new ClassPolicy();
      item.kind = ClassPolicy.Kind.SILENT;
      item.audience = ClassPolicy.Audience.ACCOUNT;
      item.reconcile = "GET /v1/orders?changed=1";
      policy.classes.put("orders_changed", item);
    }
    {
      ClassPolicy item = new ClassPolicy();
      item.audience = ClassPolicy.Audience.PUBLIC;
      item.inbox = true;
      item.channel = "offers";
      policy.classes.put("promo", item);
    }
    {
      ClassPolicy item = new ClassPolicy();
      item.audience = ClassPolicy.Audience.ACCOUNT;
      item.foreground = new ArrayList<>(Arrays.asList(Presentation.BANNER, Presentation.SOUND));
      item.sensitive = true;
      item.channel = "security";
      policy.classes.put("sign_in_code", item);
    }
    {
      DestinationPolicy item = new DestinationPolicy();
      policy.destinations.put("home", item);
    }
    {
      DestinationPolicy item = new DestinationPolicy();
      item.fallback = "home";
      item.path = "offers";
      policy.destinations.put("offers", item);
    }
    {
      DestinationPolicy item = new DestinationPolicy();
      item.parameters.put("order", "id");
      item.accountRequired = true;
      item.fallback = "orders";
      item.path = "orders/{order}";
      policy.destinations.put("order", item);
    }
    {
      DestinationPolicy item = new DestinationPolicy();
      item.accountRequired = true;
      item.fallback = "home";
      item.path = "orders";
      policy.destinations.put("orders", item);
    }
    {
      DestinationPolicy item = new DestinationPolicy();
      item.parameters.put("request", "id");
      item.fallback = "home";
      policy.destinations.put("sign_in", item);
    }
    {
      ChannelPolicy item = new ChannelPolicy();
      item.name = "Offers";
      item.importance = "low";
      policy.channels.put("offers", item);
    }
    {
      ChannelPolicy item = new ChannelPolicy();
      item.name = "Orders";
      item.importance = "high";
      item.detail = "Where your parcels are";
      policy.channels.put("orders", item);
    }
    {
      ChannelPolicy item = new ChannelPolicy();
      item.name = "Sign-in";
      item.importance = "high";
      policy.channels.put("security", item);
    }
    {
      TaskPolicy item = new TaskPolicy();
      item.earliestBegin = 14400L;
      item.accountBound = true;
      policy.tasks.put("com.example.parcel.refresh-orders", item);
    }
    {
      TaskPolicy item = new TaskPolicy();
      item.kind = TaskPolicy.Kind.PROCESSING;
      item.network = true;
      item.power = true;
      policy.tasks.put("com.example.parcel.upload-photos", item);
    }
    policy.categories.put("order_updates", new ArrayList<>());
    {
      ActionPolicy item = new ActionPolicy();
      item.id = "track";
      item.title = "Track";
      item.foreground = true;
      policy.categories.get("order_updates").add(item);
    }
    {
      ActionPolicy item = new ActionPolicy();
      item.id = "mute";
      item.title = "ACTION_MUTE";
      item.isKey = true;
      item.authenticationRequired = true;
      policy.categories.get("order_updates").add(item);
    }
    policy.links.hosts = new ArrayList<>(Arrays.asList("parcel.example", "www.parcel.example"));
    policy.links.schemes = new ArrayList<>(Arrays.asList("parcel"));
  }
}
