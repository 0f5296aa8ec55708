package dev.pushwire.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.pushwire.client.ClientConstant;
import dev.pushwire.client.RegistrationOutcome;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class RegistrationTests {
  @TempDir File folder;
  private Device device;
  private final List<RegistrationOutcome> outcomes = new ArrayList<>();

  @AfterEach
  void end() throws InterruptedException {
    device.settle();
  }

  @BeforeEach
  void begin() {
    device = new Device(folder);
  }

  private List<Long> generations() {
    List<Long> generations = new ArrayList<>();
    device.server.registrations().forEach(body -> generations.add(body.get("generation").integer()));
    return generations;
  }

  @Test
  void whoAsksToRegisterIsToldHowItEnds() {
    device.launch();
    device.push.register(outcomes::add);
    device.server.answers = call -> FakeServer.reply(400, "{\"code\":\"invalid_value\"}");
    device.push.register(outcomes::add);
    device.server.answers = call -> null;
    device.push.register(outcomes::add);
    assertEquals(
        Arrays.asList(RegistrationOutcome.REGISTERED, RegistrationOutcome.REFUSED, RegistrationOutcome.WAITING),
        outcomes);
    assertEquals(Arrays.asList("server_refused invalid_value", "server_unreachable"),
        device.log.subList(device.log.size() - 2, device.log.size()));
  }

  @Test
  void aNewTokenIsANewGeneration() {
    device.launch();
    device.push.newToken("token-2");
    device.push.newToken("token-2"); // Firebase tells it twice
    assertEquals(Arrays.asList(1L, 2L), generations());
    assertEquals("token-2", device.server.registrations().get(1).get("token").string());
  }

  @Test
  void firebasesRefusalIsReportedWithItsCodeAndTheAppGoesOn() {
    device.givesTokens = false;
    device.launch();
    device.push.register(outcomes::add);
    device.tokenAnswer.failed("SERVICE_NOT_AVAILABLE");
    assertEquals(Arrays.asList(RegistrationOutcome.FAILED), outcomes);
    assertEquals(Arrays.asList("token_failed SERVICE_NOT_AVAILABLE"), device.logged("token_failed"));
    assertEquals(Arrays.asList(), device.server.calls);
    device.kill();
    device.givesTokens = true;
    device.launch();
    assertEquals(1, device.server.registrations().size());
  }

  @Test
  void aTokenThatComesLateIsTaken() {
    device.givesTokens = false;
    device.launch();
    device.worker.advance(ClientConstant.TOKEN_WAIT);
    assertTrue(device.metrics.contains("registration unavailable"));
    device.tokenAnswer.token("token-late");
    assertEquals("token-late", device.server.registrations().get(0).get("token").string());
  }

  @Test
  void offlineItWaitsAndOnlyTheNewestIsSent() {
    device.system.isOnline = false;
    device.launch();
    device.push.newToken("token-2");
    device.push.newToken("token-3");
    assertEquals(Arrays.asList(), device.server.calls);
    device.system.network.onAvailable(null);
    assertEquals(Arrays.asList(3L), generations());
  }

  @Test
  void aTicketThatDoesNotComeHoldsTheLoginBack() {
    device.tickets = account -> {
      throw new IOException("offline");
    };
    device.launch();
    device.push.logIn("alice");
    assertEquals("PENDING", device.state().account.binding.name());
    assertEquals(Arrays.asList("server_unreachable no_ticket"), device.logged("server_unreachable"));
    device.tickets = account -> {
      throw new IllegalStateException("signed out there");
    };
    device.open();
    assertEquals("server_unauthorized no_ticket", device.logged("server_unauthorized").get(0));
    device.tickets = account -> "ticket";
    device.leave();
    device.show();
    assertEquals("BOUND", device.state().account.binding.name());
  }

  @Test
  void aRequestThatIsOvertakenIsNotWaitedFor() {
    Device.ByHand byHand = new Device.ByHand();
    device.background = byHand;
    device.launch();
    device.push.newToken("token-2");
    assertEquals(2, byHand.waiting.size());
    byHand.run();
    // The first was cancelled before it began, and its answer counts for nothing.
    assertEquals(Arrays.asList(2L), generations());
    assertEquals(2, device.state().registration.acknowledged);
  }

  /** Behind, the process may be frozen as soon as Firebase's thread returns. */
  @Test
  void firebasesThreadIsHeldUntilTheServerHasAnswered() throws Exception {
    device.launch();
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    device.server.answers = call -> {
      asked.countDown();
      try {
        answer.await();
      } catch (InterruptedException stopped) {
        return null;
      }
      return FakeServer.usual(call);
    };
    device.background = new Device.Real();
    FutureTask<Void> firebase = new FutureTask<>(() -> {
      device.push.newToken("token-2");
      return null;
    });
    new Thread(firebase).start();
    asked.await();
    assertFalse(firebase.isDone());
    answer.countDown();
    firebase.get();
    assertEquals(2, device.state().registration.acknowledged);
  }

  @Test
  void behindAMessageHoldsItUntilItsRequestIsAnswered() {
    device.launch();
    Device.ByHand byHand = new Device.ByHand();
    device.background = byHand;
    List<Long> open = new ArrayList<>();
    device.push.around.patience = (latch, milliseconds) -> {
      open.add(latch.getCount());
      if (latch.getCount() > 0) {
        byHand.run(); // the server answers meanwhile
      }
      open.add(latch.getCount());
    };
    com.google.firebase.messaging.RemoteMessage challenge =
        Device.message(null, "pushwire.challenge", null, null);
    challenge.fakeData.put("pushwire_challenge", "echo-me");
    device.push.messageReceived(challenge, true);
    // The message is done at once; its echo is under way.
    assertEquals(Arrays.asList(0L, 0L, 1L, 0L), open);
    assertEquals("echo-me", device.server.registrations().get(1).get("challenge").string());
    open.clear();
    device.push.newToken("token-2");
    assertEquals(Arrays.asList(1L, 0L), open);
  }

  @Test
  void aChallengeIsEchoedWhileFirebasesThreadIsHeld() {
    device.launch();
    com.google.firebase.messaging.RemoteMessage challenge =
        Device.message(null, "pushwire.challenge", null, null);
    challenge.fakeData.put("pushwire_challenge", "echo-me");
    device.push.messageReceived(challenge, true);
    assertEquals("echo-me", device.server.registrations().get(1).get("challenge").string());
  }

  @Test
  void receiptsWaitForCompanyAndAreSpread() {
    device.launchRegistered();
    device.worker.advance(60_000);
    int posts = device.server.calls("POST", "/receipts").size();
    device.push.messageReceived(Device.shipped("n-1"));
    device.push.messageReceived(Device.shipped("n-2"));
    // 2 s, and of the 8 s more what chance says: here the half.
    assertEquals(Arrays.asList(6_000L), device.worker.waits());
    device.worker.advance(5_999);
    assertEquals(posts, device.server.calls("POST", "/receipts").size());
    device.worker.advance(1);
    List<HttpCall> all = device.server.calls("POST", "/receipts");
    assertEquals(posts + 1, all.size());
    assertEquals(4, FakeServer.json(all.get(posts)).get("receipts").array().size());
    assertEquals(
        "sandbox device",
        FakeServer.json(all.get(posts)).get("receipts").array().get(0).get("provenance").string());
  }

  @Test
  void receiptsAreRetriedLaterAndLaterAndNotLost() {
    device.launchRegistered();
    device.worker.advance(60_000);
    device.server.answers = call -> FakeServer.reply(503, "{}");
    device.push.messageReceived(Device.shipped("n-1"));
    device.worker.advance(6_000);
    assertEquals(Arrays.asList(15_000L), device.worker.waits());
    device.worker.advance(15_000);
    assertEquals(Arrays.asList(30_000L), device.worker.waits());
    device.kill();
    device.server.answers = FakeServer::usual;
    device.server.calls.clear();
    device.launch();
    device.worker.advance(60_000);
    assertEquals(Arrays.asList("n-1 received", "n-1 displayed"), device.server.receipts());
  }

  @Test
  void retryAfterIsObeyed() {
    device.launchRegistered();
    device.worker.advance(60_000);
    device.server.answers = call -> new HttpReply(429, 600L, new byte[0]);
    device.push.messageReceived(Device.shipped("n-1"));
    device.worker.advance(6_000);
    assertEquals(Arrays.asList(605_000L), device.worker.waits());
  }
}
