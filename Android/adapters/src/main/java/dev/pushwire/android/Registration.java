package dev.pushwire.android;

import dev.pushwire.client.ClientConstant;
import dev.pushwire.client.ClientEvent;
import dev.pushwire.client.DeviceToken;
import dev.pushwire.client.ReceiptBatch;
import dev.pushwire.client.RegistrationCall;
import dev.pushwire.client.RegistrationOutcome;
import dev.pushwire.client.ServerAnswer;
import dev.pushwire.client.ServerCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** Tokens, and requests to the server. On the worker, but for what says otherwise. */
final class Registration {
  private final Pushwire push;
  private final Map<Long, FutureTask<Void>> requests = new HashMap<>();
  private List<Runnable> idle = new ArrayList<>();
  private final Map<Long, PushwireHandlers.Registered> callers = new HashMap<>();
  private final AtomicLong nextCaller = new AtomicLong();
  private Worker.Timer tokenTimer = () -> { };
  private Worker.Timer flushTimer = () -> { };

  Registration(Pushwire push) {
    this.push = push;
  }

  // Tokens

  void askForToken(long attempt) {
    tokenTimer.cancel();
    // Firebase may never answer.
    tokenTimer = push.around.worker.after(
        ClientConstant.TOKEN_WAIT, () -> push.decisions.post(ClientEvent.tokenTimedOut(attempt)));
    push.around.tokens.ask(new TokenSource.Answer() {
      @Override
      public void token(String token) {
        tokenReceived(token);
      }

      @Override
      public void failed(String code) {
        push.around.worker.run(() -> {
          tokenTimer.cancel();
          push.log("token_failed", code);
          push.decisions.decide(ClientEvent.tokenFailed(code), () -> { });
        });
      }
    });
  }

  /** From any thread. */
  void tokenReceived(String value) {
    DeviceToken token = new DeviceToken();
    token.value = value == null ? "" : value;
    push.around.worker.run(() -> {
      tokenTimer.cancel();
      push.decisions.decide(ClientEvent.tokenReceived(token), () -> { });
    });
  }

  // Who asks to register, from any thread

  void register(PushwireHandlers.Registered registered) {
    long caller = nextCaller.incrementAndGet();
    push.around.worker.run(() -> {
      callers.put(caller, registered);
      push.decisions.decide(
          ClientEvent.registrationAsked(caller), () -> settle(caller, RegistrationOutcome.FAILED));
    });
  }

  void settle(long caller, RegistrationOutcome outcome) {
    PushwireHandlers.Registered registered = callers.remove(caller);
    if (registered != null) {
      push.around.main.execute(() -> registered.ended(outcome));
    }
  }

  // Requests

  void put(RegistrationCall call) {
    ServerCall server;
    try {
      server = ServerCall.register(call, push.life.facts, push.policy);
    } catch (ServerCall.NeedsAccount nobody) {
      ServerAnswer answer = new ServerAnswer(ServerAnswer.Outcome.REFUSED);
      answer.code = "needs_account";
      push.decisions.post(ClientEvent.registrationAnswered(call.request, answer));
      return;
    }
    request(call.request, server, answer -> ClientEvent.registrationAnswered(call.request, answer));
  }

  void logout(long number, long generation) {
    request(
        number, ServerCall.logout(push.installation(), generation),
        answer -> ClientEvent.logoutAnswered(number, answer));
  }

  void postReceipts(long number, ReceiptBatch batch) {
    request(
        number, ServerCall.receipts(push.installation(), batch, push.around.provenance),
        answer -> ClientEvent.receiptsAnswered(number, answer));
  }

  private void request(long number, ServerCall call, Function<ServerAnswer, ClientEvent> event) {
    Identity identity = push.life.identity;
    FutureTask<Void> task = new FutureTask<>(() -> {
      ServerAnswer answer = push.server.answer(call, identity);
      push.around.worker.run(() -> answered(number, answer, event));
      return null;
    });
    requests.put(number, task);
    push.around.background.execute(task);
  }

  private void answered(long number, ServerAnswer answer, Function<ServerAnswer, ClientEvent> event) {
    if (requests.remove(number) == null) {
      return; // it is not waited for any more
    }
    if (answer.outcome != ServerAnswer.Outcome.OK) {
      push.log("server_" + answer.outcome.word(), answer.code == null ? "" : answer.code);
    }
    push.decisions.decide(event.apply(answer), () -> { });
    tellIdle();
  }

  void cancel(long number) {
    FutureTask<Void> task = requests.remove(number);
    if (task != null) {
      task.cancel(true);
      // What takes its place comes in the same step.
      push.around.worker.run(this::tellIdle);
    }
  }

  private void tellIdle() {
    if (requests.isEmpty()) {
      List<Runnable> told = idle;
      idle = new ArrayList<>();
      told.forEach(Runnable::run);
    }
  }

  /** From any thread: when nothing is under way to the server. */
  void whenIdle(Runnable then) {
    push.around.worker.run(() -> {
      idle.add(then);
      tellIdle();
    });
  }

  /** Holds the caller's thread until then: behind, the process may be frozen as soon as it goes. */
  void holdThread(long milliseconds) {
    CountDownLatch latch = new CountDownLatch(1);
    whenIdle(latch::countDown);
    try {
      push.around.patience.await(latch, milliseconds);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  // Receipts

  /**
   * Waits and spreads: campaigns come back as a wave of receipts. Behind, a process is frozen or killed
   * before that: there a job wakes it.
   */
  void scheduleFlush(long after, long spread) {
    long delay = after + push.around.random(spread);
    flushTimer.cancel();
    flushTimer = push.around.worker.after(delay, this::flush);
    if (!push.life.isForeground()) {
      push.tasks.submitFlush(delay);
    }
  }

  void flush() {
    flushTimer.cancel();
    push.tasks.cancelFlush();
    push.decisions.decide(ClientEvent.flushDue(), () -> { });
  }
}
