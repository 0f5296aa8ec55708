package dev.pushwire.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.content.Intent;
import android.net.Uri;
import dev.pushwire.client.Access;
import dev.pushwire.client.ClientEngine;
import dev.pushwire.client.ClientEvent;
import dev.pushwire.client.Destination;
import dev.pushwire.client.JsonFault;
import dev.pushwire.client.JsonValue;
import dev.pushwire.client.Response;
import dev.pushwire.client.StateStore;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TapTests {
  @TempDir File folder;
  private Device device;

  @BeforeEach
  void begin() {
    device = new Device(folder);
  }

  private static Intent link(String address) {
    return new Intent(Intent.ACTION_VIEW, Uri.parse(address));
  }

  @Test
  void aTapOnOursLeadsToItsDestination() {
    device.launchRegistered();
    device.ready();
    device.push.messageReceived(Device.shipped("n-1"));
    assertTrue(device.push.opened(device.opens("n-1")));
    assertEquals(Arrays.asList("order[8123]"), device.places);
    device.worker.advance(60_000);
    assertEquals(
        Arrays.asList("n-1 received", "n-1 displayed", "n-1 opened", "n-1 routed"), device.server.receipts());
  }

  @Test
  void aTapOnWhatFirebaseHasShownLeadsThereToo() {
    device.launchRegistered();
    device.ready();
    assertTrue(device.push.opened(Device.tapped(Device.shipped("n-1"))));
    assertEquals(Arrays.asList("order[8123]"), device.places);
    device.worker.advance(60_000);
    // It was not asked about; that it is tapped proves that it was shown.
    assertEquals(Arrays.asList("n-1 displayed", "n-1 opened", "n-1 routed"), device.server.receipts());
  }

  @Test
  void anotherAppsNotificationOrLauncherIsNoTap() {
    device.launch();
    device.ready();
    Intent foreign = new Intent(Intent.ACTION_MAIN).putExtra("google.message_id", "0:1").putExtra("x", "y");
    assertFalse(device.push.opened(foreign));
    assertFalse(device.push.opened(new Intent(Intent.ACTION_MAIN)));
    assertFalse(device.push.opened(null));
    assertEquals(Arrays.asList(), device.places);
  }

  @Test
  void ourOwnMarksAreNoPartOfThePayload() {
    device.launchRegistered();
    device.push.messageReceived(Device.shipped("n-1"));
    Intent track = device.system.shown.get("n-1/0").actions[0].actionIntent.fakeIntent;
    assertEquals("track", track.getStringExtra("pushwire.action"));
    assertEquals(Device.shipped("n-1").getData(), Payload.of(track));
  }

  @Test
  void theListOfRecentAppsIsNoTap() {
    device.launchRegistered();
    device.ready();
    Intent again = Device.tapped(Device.alert("n-1", "promo", null, "offers"));
    again.addFlags(Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY);
    assertFalse(device.push.opened(again));
    assertFalse(device.push.opened(link("https://parcel.example/offers")
        .addFlags(Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY)));
    assertEquals(Arrays.asList(), device.places);
  }

  @Test
  void anActivityThatIsMadeAnewBringsNoTap() {
    device.launch();
    device.open();
    device.ready();
    // A turn of the screen: the same Intent once more, with or without a saved state; and without an id.
    Intent intent = Device.tapped(Device.alert(null, "promo", null, "offers"));
    assertTrue(device.push.opened(intent, null));
    assertFalse(device.push.opened(intent, Device.saved()));
    assertFalse(device.push.opened(intent, null));
    Intent link = link("https://parcel.example/offers");
    assertTrue(device.push.opened(link, null));
    assertFalse(device.push.opened(link, null));
    assertEquals(Arrays.asList("offers", "offers"), device.places);
  }

  @Test
  void linksAndTapsMeetInOneResolver() {
    device.launchRegistered();
    device.ready();
    device.push.opened(link("https://parcel.example/orders/8123"));
    device.push.opened(link("parcel://offers"));
    device.push.openLink(Uri.parse("https://evil.example/orders/8123"));
    assertEquals(Arrays.asList("order[8123]", "offers", "home"), device.places);
    assertEquals(Arrays.asList(), device.system.started);
  }

  @Test
  void aButtonThatOpensTheAppLeadsThereWithItsName() {
    device.launchRegistered();
    device.ready();
    device.push.messageReceived(Device.shipped("n-1"));
    Intent track = new Intent(device.system.shown.get("n-1/0").actions[0].actionIntent.fakeIntent);
    assertEquals("activity", device.system.shown.get("n-1/0").actions[0].actionIntent.fakeKind);
    assertTrue(device.push.opened(track));
    assertEquals(Arrays.asList("order[8123]+track"), device.places);
    assertEquals(Arrays.asList(), device.shown());
  }

  @Test
  void anotherAppCannotRunAnAction() {
    List<String> ran = new ArrayList<>();
    device.push.onAction(action -> ran.add(action.action));
    device.launchRegistered();
    device.ready();
    // Whatever an intent to the launcher names: what runs in the background comes from our receiver alone.
    for (String action : Arrays.asList("mute", "reply", "dismiss", "nonsense")) {
      Intent forged = Device.tapped(Device.shipped("n-" + action)).putExtra("pushwire.action", action);
      device.push.opened(forged);
    }
    assertEquals(Arrays.asList(), ran);
    assertEquals(4, device.places.size());
  }

  @Test
  void theAppsWordCountsWhenItOpens() {
    device.authorizer = place -> place.name().equals("order") ? Access.FORBIDDEN : Access.ALLOWED;
    device.launchRegistered();
    device.ready();
    device.push.opened(Device.tapped(Device.shipped("n-1")));
    assertEquals(Arrays.asList("home"), device.places);
    device.authorizer = place -> {
      throw new IOException("offline");
    };
    device.push.opened(Device.tapped(Device.shipped("n-2")));
    assertEquals(Arrays.asList("home", "home"), device.places);
    assertEquals(Arrays.asList("authorization_failed IOException"), device.logged("authorization_failed"));
  }

  @Test
  void anAppThatDoesNotAnswerSendsThePersonHome() {
    Device.ByHand byHand = new Device.ByHand();
    device.launchRegistered();
    device.ready();
    device.background = byHand;
    device.push.opened(Device.tapped(Device.shipped("n-1")));
    assertEquals(Arrays.asList(), device.places);
    device.worker.advance(Limits.ACCESS);
    assertEquals(Arrays.asList("home"), device.places);
    byHand.run();
    assertEquals(Arrays.asList("home"), device.places);
  }

  @Test
  void aPlaceThatIsOnTheScreenIsRefreshed() {
    device.launchRegistered();
    device.ready();
    device.push.showing(new Destination("order", Collections.singletonMap("order", "8123")));
    device.push.opened(Device.tapped(Device.shipped("n-1")));
    assertEquals(Arrays.asList("REFRESH"), device.modes);
  }

  @Test
  void aRouterThatGoesTakesNothingWithIt() {
    device.launchRegistered();
    device.ready();
    device.push.endNavigations(device.router);
    device.push.opened(Device.tapped(Device.shipped("n-1")));
    assertEquals(Arrays.asList(), device.places);
    List<String> next = new ArrayList<>();
    PushwireHandlers.Router<String> second = navigation -> next.add(navigation.place);
    device.push.navigations(Device::place, second);
    device.push.ready();
    assertEquals(Arrays.asList("order[8123]"), next);
    // The first Activity is destroyed after the second has come: that ends nothing.
    device.push.endNavigations(device.router);
    device.push.opened(Device.tapped(Device.shipped("n-2")));
    assertEquals(2, next.size());
  }

  @Test
  void aPlaceThatTheBuildDoesNotKnowIsHome() {
    device.launch();
    device.open();
    List<String> places = new ArrayList<>();
    PushwireHandlers.Router<String> router = navigation -> places.add(navigation.place);
    device.push.navigations(place -> place.name().equals("offers") ? null : place.name(), router);
    device.push.ready();
    device.push.opened(Device.tapped(Device.alert("n-1", "promo", null, "offers")));
    assertEquals(Arrays.asList("home"), places);
    device.push.navigations(place -> null, router);
    device.push.opened(Device.tapped(Device.alert("n-2", "promo", null, "offers")));
    assertEquals(Arrays.asList("destination_unknown offers"), device.logged("destination_unknown"));
  }

  /** T13: an intent's extras and Apple's userInfo of the same notification lead to the same place. */
  @Test
  void androidsExtrasAndApplesUserInfoLeadToTheSamePlace() throws IOException, JsonFault {
    device.launchRegistered();
    device.ready();
    device.push.opened(Device.tapped(Device.shipped("n-1")));

    JsonValue userInfo = JsonValue.parse("{\"aps\":{\"alert\":\"On its way\"},\"pw\":{\"n\":\"n-2\",\"c\":"
        + "\"order_shipped\",\"r\":1,\"b\":\"tag-1\",\"d\":\"order\",\"p\":{\"order\":\"8123\"}}}");
    Response response = new Response();
    response.payload = userInfo;
    device.push.decisions.post(ClientEvent.responded(response));
    assertEquals(Arrays.asList("order[8123]", "order[8123]"), device.places);

    // And a core of its own, which never saw an intent, navigates by the same command.
    String state = device.state().savedText();
    List<String> commands = new ArrayList<>();
    for (JsonValue payload : Arrays.asList(
        userInfo, Payload.json(Payload.of(Device.tapped(Device.shipped("n-2")))))) {
      ClientEngine engine = new ClientEngine(Device.policy(), new StateStore() {
        @Override
        public String load() {
          return state;
        }

        @Override
        public void save(String text) {}
      });
      response = new Response();
      response.payload = payload;
      engine.state().taps.consumed.clear();
      engine.take(ClientEvent.responded(response), 1_700_000_000_000L);
      commands.add(engine.state().taps.waiting.get(0).destination.json().text());
    }
    assertEquals(commands.get(0), commands.get(1));
    assertTrue(commands.get(0).contains("8123"));
  }
}
