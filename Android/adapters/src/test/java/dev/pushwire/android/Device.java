package dev.pushwire.android;

import android.app.Activity;
import android.app.Application;
import android.app.PendingIntent;
import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.content.Intent;
import android.os.Bundle;
import com.google.firebase.messaging.RemoteMessage;
import dev.pushwire.client.Access;
import dev.pushwire.client.ActionPolicy;
import dev.pushwire.client.ChannelPolicy;
import dev.pushwire.client.ClassPolicy;
import dev.pushwire.client.ClientPolicy;
import dev.pushwire.client.ClientState;
import dev.pushwire.client.Destination;
import dev.pushwire.client.DestinationPolicy;
import dev.pushwire.client.Presentation;
import dev.pushwire.client.ReofferPolicy;
import dev.pushwire.client.TaskPolicy;
import java.io.File;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A device with the app on it: its processes come and go, the system and the files stay. */
final class Device {
  static final String ACCOUNT = "alice";

  final FakeSystem system;
  final FakeWorker worker = new FakeWorker();
  final FakeServer server = new FakeServer();
  final List<String> log = new ArrayList<>();
  final List<String> metrics = new ArrayList<>();
  final List<String> places = new ArrayList<>();
  final List<String> modes = new ArrayList<>();
  final PushwireHandlers.Router<String> router = navigation -> {
    places.add(navigation.place + (navigation.action == null ? "" : "+" + navigation.action));
    modes.add(navigation.mode.name());
  };
  ClientPolicy policy = policy();
  int apiLevel = 35;
  String deviceKey = "key-of-this-device";
  Executor background = Runnable::run;
  /** Whether Firebase answers at once. */
  boolean givesTokens = true;
  String token = "token-1";
  TokenSource.Answer tokenAnswer;
  int installations;
  PushwireHandlers.Tickets tickets = account -> "ticket-of-" + account;
  PushwireHandlers.Authorizer authorizer = place -> Access.ALLOWED;

  Application app;
  PushwireOptions options;
  Pushwire push;
  Activity activity;

  Device(File folder) {
    system = new FakeSystem(folder);
    PendingIntent.fakeReset();
    install();
  }

  /** A process begins, with its Application's client, not launched. */
  void install() {
    app = new Application();
    app.fakeAttach(system);
    system.run(app);
    options = new PushwireOptions();
    options.transport = server;
    options.log = (code, subject) -> {
      synchronized (log) {
        log.add(subject.isEmpty() ? code : code + " " + subject);
      }
    };
    options.metrics = metric -> {
      synchronized (metrics) {
        metrics.add(metric.label == null ? metric.name : metric.name + " " + metric.label);
      }
    };
    Surroundings around = new Surroundings() {
      @Override
      String newInstallation() {
        return "installation-" + ++installations;
      }

      @Override
      long random(long below) {
        return below / 2;
      }
    };
    around.worker = worker;
    around.background = step -> background.execute(step);
    around.main = Runnable::run;
    around.patience = (latch, milliseconds) -> {
      if (background instanceof Real) {
        latch.await(milliseconds, TimeUnit.MILLISECONDS);
      }
    };
    around.tokens = answer -> {
      tokenAnswer = answer;
      if (givesTokens) {
        answer.token(token);
      }
    };
    around.folder = new File(system.folder, "pushwire");
    around.deviceKey = deviceKey;
    around.apiLevel = apiLevel;
    around.osVersion = "15";
    around.provenance = "sandbox device";
    push = new Pushwire(
        app, policy, "https://push.example.com", options, around, account -> tickets.ticket(account),
        place -> authorizer.mayOpen(place));
  }

  /** The process ends; the next is there, and not launched. */
  void kill() {
    worker.forget();
    activity = null;
    places.clear();
    modes.clear();
    install();
  }

  void launch() {
    push.launch();
  }

  /** Launched, in front, permitted, and registered for the account. */
  void launchRegistered() {
    system.isGranted = true;
    launch();
    push.logIn(ACCOUNT);
    open();
  }

  ClientState state() {
    return push.decisions.state();
  }

  // Activities, as the system runs them

  /** The launcher is tapped. */
  Activity open() {
    return open(new Intent(Intent.ACTION_MAIN));
  }

  Activity open(Intent intent) {
    activity = new Activity();
    activity.fakeAttach(app, intent);
    app.fakeCallbacks.forEach(callbacks -> callbacks.onActivityCreated(activity, null));
    show();
    return activity;
  }

  void show() {
    app.fakeCallbacks.forEach(callbacks -> callbacks.onActivityStarted(activity));
    app.fakeCallbacks.forEach(callbacks -> callbacks.onActivityResumed(activity));
  }

  void leave() {
    app.fakeCallbacks.forEach(callbacks -> callbacks.onActivityPaused(activity));
    app.fakeCallbacks.forEach(callbacks -> callbacks.onActivityStopped(activity));
  }

  /** The app's UI is there and navigates. */
  void ready() {
    push.navigations(Device::place, router);
    push.ready();
  }

  static String place(Destination destination) {
    return destination.parameters().isEmpty()
        ? destination.name() : destination.name() + destination.parameters().values();
  }

  /** What the person answers to the system's dialog. */
  void answer(boolean granted, boolean rationaleAfter, long milliseconds) {
    worker.advance(milliseconds);
    system.isGranted = granted;
    activity.fakeRationale = rationaleAfter;
    push.requestPermissionsResult(
        activity, Permissions.REQUEST, new String[] {"android.permission.POST_NOTIFICATIONS"},
        new int[] {granted ? 0 : -1});
  }

  // Messages

  static RemoteMessage message(String id, String name, String tag, String destination, String... parameters) {
    RemoteMessage made = new RemoteMessage();
    if (id != null) {
      made.fakeData.put("pw.n", id);
    }
    made.fakeData.put("pw.c", name);
    made.fakeData.put("pw.r", "1");
    if (tag != null) {
      made.fakeData.put("pw.b", tag);
    }
    if (destination != null) {
      made.fakeData.put("pw.d", destination);
    }
    for (int index = 0; index < parameters.length; index += 2) {
      made.fakeData.put("pw.p." + parameters[index], parameters[index + 1]);
    }
    return made;
  }

  static RemoteMessage alert(String id, String name, String tag, String destination, String... parameters) {
    RemoteMessage made = message(id, name, tag, destination, parameters);
    made.fakeNotification = new RemoteMessage.Notification();
    made.fakeNotification.fakeTitle = "On its way";
    made.fakeNotification.fakeBody = "Your parcel arrives on Friday.";
    made.fakeNotification.fakeTag = id;
    made.fakeNotification.fakeChannel = policy().classes.get(name).channel;
    return made;
  }

  static RemoteMessage shipped(String id) {
    return alert(id, "order_shipped", "tag-1", "order", "order", "8123");
  }

  /** What Firebase puts into the launcher's intent when a person taps what it has shown. */
  static Intent tapped(RemoteMessage message) {
    Intent intent = new Intent(Intent.ACTION_MAIN);
    message.getData().forEach(intent::putExtra);
    intent.putExtra("google.message_id", "0:1700000000%abc");
    intent.putExtra("google.sent_time", 1_700_000_000_000L);
    intent.putExtra("google.delivered_priority", "high");
    intent.putExtra("google.original_priority", "high");
    intent.putExtra("google.ttl", 172_800);
    intent.putExtra("collapse_key", "com.example.parcel");
    intent.putExtra("from", "1234567890");
    return intent;
  }

  /** What starts when a person taps what we have shown. */
  Intent opens(String tag) {
    return new Intent(system.shown.get(tag + "/0").contentIntent.fakeIntent);
  }

  List<String> shown() {
    return system.shown.keySet().stream().map(key -> key.substring(0, key.lastIndexOf('/')))
        .collect(Collectors.toList());
  }

  // Jobs

  /** The job of a task; null: none is pending. */
  JobInfo job(String id) {
    return system.jobs.values().stream()
        .filter(job -> job.getExtras().getString("task").equals(id)).findFirst().orElse(null);
  }

  /** The system starts it. */
  JobParameters start(PushwireJobService service, String id) {
    JobInfo job = job(id);
    system.jobs.remove(job.getId());
    JobParameters parameters = new JobParameters(job.getId(), job.getExtras());
    service.onStartJob(parameters);
    return parameters;
  }

  List<String> logged(String code) {
    synchronized (log) {
      return log.stream().filter(line -> line.split(" ")[0].equals(code)).collect(Collectors.toList());
    }
  }

  // The profile

  static ClientPolicy policy() {
    ClientPolicy policy = new ClientPolicy();
    policy.app = "parcel";
    policy.publishableId = "pub_parcel";
    policy.moments.put("order_placed", "We tell you when your parcel moves.");
    policy.reoffer = new ReofferPolicy();
    policy.reoffer.after = 86_400;
    policy.reoffer.times = 3;

    ClassPolicy shipped = new ClassPolicy();
    shipped.audience = ClassPolicy.Audience.ACCOUNT;
    shipped.foreground =
        new ArrayList<>(Arrays.asList(Presentation.BANNER, Presentation.LIST, Presentation.SOUND));
    shipped.inbox = true;
    shipped.category = "order";
    shipped.channel = "orders";
    policy.classes.put("order_shipped", shipped);
    ClassPolicy code = new ClassPolicy();
    code.audience = ClassPolicy.Audience.ACCOUNT;
    code.foreground = new ArrayList<>(Arrays.asList(Presentation.BANNER, Presentation.SOUND));
    code.sensitive = true;
    code.channel = "security";
    policy.classes.put("sign_in_code", code);
    ClassPolicy promo = new ClassPolicy();
    promo.audience = ClassPolicy.Audience.PUBLIC;
    promo.foreground = new ArrayList<>(Arrays.asList(Presentation.LIST));
    promo.channel = "offers";
    policy.classes.put("promo", promo);
    ClassPolicy quiet = new ClassPolicy();
    quiet.audience = ClassPolicy.Audience.PUBLIC;
    quiet.channel = "offers";
    policy.classes.put("quiet", quiet);
    ClassPolicy changed = new ClassPolicy();
    changed.kind = ClassPolicy.Kind.SILENT;
    changed.audience = ClassPolicy.Audience.PUBLIC;
    changed.reconcile = "GET /prices";
    policy.classes.put("prices_changed", changed);
    ClassPolicy orders = new ClassPolicy();
    orders.kind = ClassPolicy.Kind.SILENT;
    orders.audience = ClassPolicy.Audience.ACCOUNT;
    policy.classes.put("orders_changed", orders);

    policy.destinations.put("home", new DestinationPolicy());
    DestinationPolicy offers = new DestinationPolicy();
    offers.path = "offers";
    policy.destinations.put("offers", offers);
    DestinationPolicy order = new DestinationPolicy();
    order.parameters.put("order", "id");
    order.accountRequired = true;
    order.path = "orders/{order}";
    policy.destinations.put("order", order);
    policy.links.hosts = new ArrayList<>(Arrays.asList("parcel.example"));
    policy.links.schemes = new ArrayList<>(Arrays.asList("parcel"));

    channel(policy, "orders", "Orders", "high", "Where your parcels are");
    channel(policy, "security", "Sign-in", "high", null);
    channel(policy, "offers", "Offers", "low", null);

    List<ActionPolicy> buttons = new ArrayList<>();
    buttons.add(button("track", "Track"));
    buttons.get(0).foreground = true;
    buttons.add(button("mute", "ACTION_MUTE"));
    buttons.get(1).isKey = true;
    buttons.add(button("reply", "Reply"));
    buttons.get(2).textInput = true;
    buttons.add(button("pay", "Pay"));
    buttons.get(3).authenticationRequired = true;
    policy.categories.put("order", buttons);

    TaskPolicy refresh = new TaskPolicy();
    refresh.earliestBegin = 14_400;
    refresh.accountBound = true;
    policy.tasks.put("com.example.refresh", refresh);
    TaskPolicy upload = new TaskPolicy();
    upload.kind = TaskPolicy.Kind.PROCESSING;
    upload.network = true;
    upload.power = true;
    policy.tasks.put("com.example.upload", upload);
    return policy;
  }

  private static ActionPolicy button(String id, String title) {
    ActionPolicy button = new ActionPolicy();
    button.id = id;
    button.title = title;
    return button;
  }

  private static void channel(ClientPolicy policy, String id, String name, String importance, String detail) {
    ChannelPolicy channel = new ChannelPolicy();
    channel.name = name;
    channel.importance = importance;
    channel.detail = detail;
    policy.channels.put(id, channel);
  }

  /** Steps that wait until the test runs them. */
  static final class ByHand implements Executor {
    final Queue<Runnable> waiting = new ArrayDeque<>();

    @Override
    public void execute(Runnable step) {
      waiting.add(step);
    }

    void run() {
      for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
        next.run();
      }
    }
  }

  /** Threads. */
  static final class Real implements Executor {
    private final List<Thread> threads = new ArrayList<>();

    @Override
    public void execute(Runnable step) {
      Thread thread = new Thread(step, "test-work");
      thread.setDaemon(true);
      synchronized (threads) {
        threads.add(thread);
      }
      thread.start();
    }

    /** Waits until all have ended, also those that they begin. */
    void join() throws InterruptedException {
      while (true) {
        Thread next;
        synchronized (threads) {
          if (threads.isEmpty()) {
            return;
          }
          next = threads.remove(0);
        }
        next.join();
      }
    }
  }

  /** At a test's end: nothing writes into its folder any more. */
  void settle() throws InterruptedException {
    if (background instanceof Real) {
      ((Real) background).join();
    }
  }

  /** An empty bundle, as of an Activity that is made anew. */
  static Bundle saved() {
    return new Bundle();
  }
}
