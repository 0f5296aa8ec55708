package dev.pushwire.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where payloads and links lead. Pure: the profile and the wish in, a destination out.
 *
 * <pre>
 * a place of the profile, each of its parameters there
 *   and of its form                                        that place; other parameters are left out
 * home                                                     home, also where the profile does not describe it
 * an unknown place, a parameter missing or of another form nowhere
 * a link that LinkPath reads                               the place whose path fits; without a path home
 * any other link                                           nowhere
 * </pre>
 */
final class DestinationResolver {
  private final ClientPolicy policy;

  DestinationResolver(ClientPolicy policy) {
    this.policy = policy;
  }

  Destination home() {
    return new Destination(policy.home);
  }

  /** Null: nowhere, or there was no wish. */
  Destination resolve(Destination wish) {
    if (wish == null) {
      return null;
    }
    DestinationPolicy place = policy.destinations.get(wish.name());
    if (place == null) {
      return wish.name().equals(policy.home) ? home() : null;
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    for (Map.Entry<String, String> parameter : place.parameters.entrySet()) {
      String value = wish.parameters().get(parameter.getKey());
      if (value == null || !ParameterForm.fits(value, parameter.getValue())) {
        return null;
      }
      parameters.put(parameter.getKey(), value);
    }
    return new Destination(wish.name(), parameters);
  }

  /** Null: nowhere. Such a link is never handed on to be opened elsewhere. */
  Destination resolveLink(String link) {
    List<String> path = new LinkPath(policy.links).read(link);
    if (path == null) {
      return null;
    }
    if (path.isEmpty()) {
      return home();
    }
    List<String> names = new ArrayList<>(policy.destinations.keySet());
    names.sort(Utf8.ORDER);
    for (String name : names) {
      String template = policy.destinations.get(name).path;
      Map<String, String> parameters = template == null ? null : LinkPath.match(path, template);
      if (parameters != null) {
        return resolve(new Destination(name, parameters));
      }
    }
    return null;
  }

  boolean needsAccount(Destination destination) {
    DestinationPolicy place = policy.destinations.get(destination.name());
    return place != null && place.accountRequired;
  }

  /**
   * Where a person goes who cannot go to a place: along the fallbacks to the first one that takes no account
   * and no parameters, else home. It follows from the place's name alone, so that forbidden, deleted and
   * unknown look the same.
   */
  Destination safePlace(String insteadOf) {
    DestinationPolicy from = policy.destinations.get(insteadOf);
    String next = from == null ? null : from.fallback;
    // A chain that is longer than there are places goes round in a circle.
    for (int count = policy.destinations.size(); count > 0; count--) {
      DestinationPolicy place = next == null ? null : policy.destinations.get(next);
      if (place == null) {
        break;
      }
      if (!place.accountRequired && place.parameters.isEmpty()) {
        return new Destination(next);
      }
      next = place.fallback;
    }
    return home();
  }
}
