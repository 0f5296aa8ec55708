package dev.pushwire.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import android.app.Application;
import android.content.pm.ApplicationInfo;
import android.os.Handler;
import android.provider.Settings;
import com.google.android.gms.tasks.OnCompleteListener;
import com.google.android.gms.tasks.Task;
import com.google.firebase.messaging.FirebaseMessaging;
import dev.pushwire.client.ClientPolicy;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real surroundings, as far as a plain machine has them. */
@Timeout(60)
class SystemTests {
  @TempDir File folder;
  private final List<String> answers = new ArrayList<>();
  private final TokenSource.Answer answer = new TokenSource.Answer() {
    @Override
    public void token(String token) {
      answers.add("token " + token);
    }

    @Override
    public void failed(String code) {
      answers.add("failed " + code);
    }
  };

  @AfterEach
  void end() {
    FirebaseMessaging.fakeInstance = null;
    Settings.Secure.fakeAndroidId = "9774d56d682e549c";
  }

  private static void answersWith(String token, Exception fault) {
    FirebaseMessaging.fakeInstance = new FirebaseMessaging() {
      @Override
      public Task<String> getToken() {
        return new Task<String>() {
          @Override
          public Task<String> addOnCompleteListener(Executor executor, OnCompleteListener<String> listener) {
            executor.execute(() -> listener.onComplete(this));
            return this;
          }

          @Override
          public boolean isSuccessful() {
            return fault == null;
          }

          @Override
          public String getResult() {
            return token;
          }

          @Override
          public Exception getException() {
            return fault;
          }
        };
      }
    };
  }

  @Test
  void firebasesTokensAndFaultsAreTaken() {
    FirebaseTokens tokens = new FirebaseTokens();
    tokens.ask(answer);
    answersWith("t-1", null);
    tokens.ask(answer);
    answersWith(null, new IOException("java.util.concurrent.ExecutionException: java.io.IOException: AUTHENTICATION_FAILED"));
    tokens.ask(answer);
    answersWith(null, new RuntimeException(new IOException("SERVICE_NOT_AVAILABLE")));
    tokens.ask(answer);
    answersWith(null, new IOException("no network at alice's house"));
    tokens.ask(answer);
    answersWith(null, null);
    tokens.ask(answer);
    assertEquals(
        Arrays.asList(
            "failed firebase_not_set_up", "token t-1", "failed AUTHENTICATION_FAILED",
            "failed SERVICE_NOT_AVAILABLE", "failed IOException", "failed cancelled"),
        answers);
  }

  @Test
  void theDeviceIsHashedAndBound() {
    FakeSystem system = new FakeSystem(folder);
    Surroundings one = Surroundings.system(system, new PushwireOptions());
    assertTrue(one.deviceKey.matches("[0-9a-f]{64}"));
    assertFalse(one.deviceKey.contains("9774d56d"));
    Settings.Secure.fakeAndroidId = "another";
    Surroundings other = Surroundings.system(system, new PushwireOptions());
    assertNotEquals(one.deviceKey, other.deviceKey);
    Settings.Secure.fakeAndroidId = null;
    assertEquals("", Surroundings.system(system, new PushwireOptions()).deviceKey);
    assertEquals(new File(folder, "pushwire"), one.folder);
    assertTrue(one.newInstallation().matches("[0-9A-F-]{36}"));
    assertNotEquals(one.newRequestCode(), one.newRequestCode());
    for (int count = 0; count < 1_000; count++) {
      long number = one.random(8_000);
      assertTrue(number >= 0 && number < 8_000);
    }
    assertEquals(0, one.random(0));
  }

  @Test
  void provenanceIsThatOfTheBuild() {
    FakeSystem system = new FakeSystem(folder);
    assertEquals("production device", Surroundings.system(system, new PushwireOptions()).provenance);
    system.info.flags = ApplicationInfo.FLAG_DEBUGGABLE;
    assertEquals("sandbox device", Surroundings.system(system, new PushwireOptions()).provenance);
  }

  @Test
  void theWorkersThreadKeepsOrderTimesAndLives() throws InterruptedException {
    List<String> log = new ArrayList<>();
    ThreadWorker worker = new ThreadWorker((code, subject) -> log.add(code + " " + subject));
    List<String> steps = new ArrayList<>();
    CountDownLatch done = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    worker.run(() -> {
      try {
        held.await();
      } catch (InterruptedException stopped) {
        steps.add("stopped");
      }
    });
    // It is due at once, and cannot run before it is cancelled.
    Worker.Timer cancelled = worker.after(0, () -> steps.add("cancelled"));
    cancelled.cancel();
    held.countDown();
    worker.run(() -> {
      worker.run(() -> steps.add("second"));
      steps.add("first");
    });
    worker.run(() -> {
      throw new IllegalStateException("not to be logged");
    });
    worker.run(() -> worker.after(0, done::countDown));
    done.await();
    assertEquals(Arrays.asList("first", "second"), steps);
    assertEquals(Arrays.asList("fault IllegalStateException"), log);
    assertTrue(worker.now() > 1_700_000_000_000L);
  }

  /** With threads, files and Firebase's own way; the main thread is the stub's queue. */
  @Test
  void itLaunchesWithRealThreads() throws InterruptedException {
    answersWith("t-1", null);
    FakeSystem system = new FakeSystem(folder);
    Application app = new Application();
    app.fakeAttach(system);
    FakeServer server = new FakeServer();
    CountDownLatch registered = new CountDownLatch(1);
    server.answers = call -> {
      registered.countDown();
      return FakeServer.usual(call);
    };
    PushwireOptions options = new PushwireOptions();
    options.transport = server;
    ClientPolicy policy = Device.policy();
    policy.receipts = false; // nothing comes later
    Pushwire push = new Pushwire(
        app, policy, "https://push.example.com", options, account -> "ticket",
        place -> dev.pushwire.client.Access.ALLOWED);
    push.launch();
    registered.await();
    assertTrue(new File(folder, "pushwire/state.json").exists());
    CountDownLatch ended = new CountDownLatch(1);
    push.register(outcome -> ended.countDown());
    while (ended.getCount() > 0) {
      Handler.fakeRun();
      Thread.yield();
    }
    assertEquals(36, push.installation().length());
    push.messageReceived(Device.alert("n-1", "promo", null, "offers"), true);
    assertTrue(system.shown.containsKey("n-1/0"));
  }
}
