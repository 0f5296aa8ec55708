package dev.pushwire.android;

import android.app.Activity;
import android.app.Application;
import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import com.google.firebase.messaging.RemoteMessage;
import dev.pushwire.client.ClientEvent;
import dev.pushwire.client.ClientPolicy;
import dev.pushwire.client.ClientState;
import dev.pushwire.client.Destination;
import dev.pushwire.client.Screen;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Push for an app on Android: made in {@code Application.onCreate}, and launched there.
 *
 * <p>The app's own FirebaseMessagingService and Activities forward to it, explicitly. What comes becomes an
 * event, is decided by the core, <b>saved</b>, and only then acted on, all on one thread of its own: every
 * method here returns at once but for those of the messaging service, which hold Firebase's thread while
 * there is work. Before {@link #launch} what comes is kept.
 */
public final class Pushwire {
  private static volatile Pushwire current;

  final Application app;
  final ClientPolicy policy;
  final PushwireOptions options;
  final Surroundings around;
  final ServerClient server;
  final PushwireHandlers.Authorizer authorizer;

  final PushwireExplainer explainer;
  final PushwireInbox inbox;
  final Commands commands = new Commands(this);
  final Decisions decisions;
  final Life life;
  final Permissions permissions;
  final Registration registration;
  final Display display;
  final Messages messages;
  final Taps taps;
  final RouteQueue routes;
  final Works works;
  final Tasks tasks;
  final Locals locals;
  private final AtomicLong handles = new AtomicLong();
  private volatile boolean isLaunched;

  /**
   * A client for this app.
   *
   * @param policy generated from {@code pushwire.yaml} by {@code pushwire generate}
   * @param server the address of the Pushwire server
   * @param tickets gets a registration ticket of an account from the app's backend
   * @param authorizer whether a place may open now
   */
  public Pushwire(
      Application app, ClientPolicy policy, String server, PushwireHandlers.Tickets tickets,
      PushwireHandlers.Authorizer authorizer) {
    this(app, policy, server, new PushwireOptions(), tickets, authorizer);
  }

  /** The same with options. */
  public Pushwire(
      Application app, ClientPolicy policy, String server, PushwireOptions options,
      PushwireHandlers.Tickets tickets, PushwireHandlers.Authorizer authorizer) {
    this(app, policy, server, options, Surroundings.system(app, options), tickets, authorizer);
  }

  Pushwire(
      Application app, ClientPolicy policy, String server, PushwireOptions options, Surroundings around,
      PushwireHandlers.Tickets tickets, PushwireHandlers.Authorizer authorizer) {
    this.app = app;
    this.policy = policy;
    this.options = options;
    this.around = around;
    this.server = new ServerClient(server, options.transport, tickets);
    this.authorizer = authorizer;
    explainer = new PushwireExplainer(this);
    inbox = new PushwireInbox(this);
    decisions = new Decisions(this);
    life = new Life(this);
    permissions = new Permissions(this);
    registration = new Registration(this);
    display = new Display(this);
    messages = new Messages(this);
    taps = new Taps(this);
    routes = new RouteQueue(this);
    works = new Works(this);
    tasks = new Tasks(this);
    locals = new Locals(this);
  }

  /** That of this process; null: none was launched. */
  static Pushwire current() {
    return current;
  }

  // What the app does. Set before launch().

  /** The app's work for a silent push: some 9 s at the most, then it is cancelled. */
  public Pushwire onSilentPush(PushwireHandlers.SilentWork work) {
    works.silentWork = work;
    return this;
  }

  /** The app's work for a background task. Each of the profile's ids takes one handler. */
  public Pushwire onTask(String id, PushwireHandlers.Work work) {
    tasks.handle(id, work);
    return this;
  }

  /** Fetches what missed silent pushes would have told, at each launch and return to the front. */
  public Pushwire onReconcile(PushwireHandlers.Work work) {
    works.reconcileWork = work;
    return this;
  }

  /** A button that does not open the app. */
  public Pushwire onAction(PushwireHandlers.Actions actions) {
    works.actions = actions;
    return this;
  }

  /** Lets the app decide what shows while it is in front. Not asked about what is withheld. */
  public Pushwire onForeground(PushwireHandlers.Foreground decide) {
    messages.foreground = decide;
    return this;
  }

  /** Called at the end of {@code Application.onCreate}, after the handlers were set. */
  public void launch() {
    if (isLaunched) {
      log("launched_twice", "");
      return;
    }
    isLaunched = true;
    current = this;
    life.launch();
  }

  // From the app's FirebaseMessagingService

  /** From {@code onMessageReceived}. Returns when all is done that the message asks for, some 9 s at most. */
  public void messageReceived(RemoteMessage message) {
    messageReceived(message, false);
  }

  /**
   * The same where somebody else in the app takes what Pushwire did not send.
   *
   * @return false: it is the other's, and was left alone
   */
  public boolean messageReceived(RemoteMessage message, boolean othersTakeForeign) {
    return messages.received(message, othersTakeForeign);
  }

  /** From {@code onNewToken}. */
  public void newToken(String token) {
    registration.tokenReceived(token);
    registration.holdThread(Limits.MESSAGE_HELD);
  }

  /** From {@code onDeletedMessages}: what Firebase dropped is fetched. */
  public void messagesDeleted() {
    decisions.post(ClientEvent.messagesDeleted());
  }

  // From the app's Activities

  /**
   * From {@code onCreate} of the Activity that navigates, when it can: takes the intent that started it,
   * leads it where taps and links go, and lets it go when it is destroyed. The same as {@link #opened(Intent,
   * Bundle)}, {@link #navigations}, {@link #ready} and {@link #endNavigations}.
   */
  public <P> void attach(
      Activity activity, Bundle savedInstanceState, PushwireHandlers.Parser<P> parser,
      PushwireHandlers.Router<P> router) {
    opened(activity.getIntent(), savedInstanceState);
    navigations(parser, router);
    ready();
    life.attach(activity, router);
  }

  /**
   * From {@code onNewIntent}: a tap on a notification, or a link. The same again, as from the list of recent
   * apps, leads nowhere.
   *
   * @return whether it was one
   */
  public boolean opened(Intent intent) {
    return taps.opened(intent);
  }

  /**
   * From {@code onCreate}, with its own parameter: an Activity that is made anew brings an old intent along.
   */
  public boolean opened(Intent intent, Bundle savedInstanceState) {
    return savedInstanceState == null && taps.opened(intent);
  }

  /**
   * From {@code onRequestPermissionsResult}.
   *
   * @return whether it was the client's own request
   */
  public boolean requestPermissionsResult(
      Activity activity, int requestCode, String[] permissions, int[] grantResults) {
    return this.permissions.answered(activity, requestCode, permissions, grantResults);
  }

  /**
   * Where taps and links lead, in order, for the app's one router. Another one takes its place; what nobody
   * took stays for the next.
   */
  public <P> void navigations(PushwireHandlers.Parser<P> parser, PushwireHandlers.Router<P> router) {
    routes.take(parser, router);
  }

  /** The UI can navigate. Until then taps wait; afterwards each leads somewhere once. */
  public void ready() {
    decisions.post(ClientEvent.uiReady());
  }

  /** It cannot any more: the Activity goes, or a log-in covers everything. */
  public void notReady() {
    decisions.post(ClientEvent.uiNotReady());
  }

  /** The same for an Activity that is destroyed: its router is let go, unless another took its place. */
  public void endNavigations(PushwireHandlers.Router<?> router) {
    routes.end(router);
  }

  // What the app says

  /** The user did what justifies asking for the permission: a value moment of the profile. */
  public void reached(String moment) {
    decisions.post(ClientEvent.momentReached(moment));
  }

  /** Somebody signed in. Also said at each launch while signed in; the same again changes nothing. */
  public void logIn(String account) {
    decisions.post(ClientEvent.loggedIn(account));
  }

  /** The account signed out: what is shown or planned for it goes. */
  public void logOut() {
    decisions.post(ClientEvent.loggedOut());
  }

  /** What is on the screen; null: none that the profile knows. A tap that leads there refreshes it. */
  public void showing(Destination destination) {
    decisions.post(ClientEvent.screenShown(new Screen(destination, null)));
  }

  /** A link that came another way than by an intent: it meets the taps in the same resolver. */
  public void openLink(Uri link) {
    decisions.post(ClientEvent.linkOpened(link.toString()));
  }

  /** Asks Firebase and the server anew, and tells how it ends. Not needed: each launch does. */
  public void register(PushwireHandlers.Registered registered) {
    registration.register(registered);
  }

  /** Plans a background task, or plans it anew. */
  public void submitTask(String id) {
    decisions.post(ClientEvent.taskAsked(id));
  }

  /**
   * Plans a notification that the device shows by itself, under the same rules as remote ones: under one id
   * the two show once, its tap leads where its remote twin's does, and it goes with the account.
   *
   * @param id the notification id, the same as a remote one's where they mean the same
   * @param notificationClass a class of the profile
   * @param destination where a tap leads; null: home
   * @param at milliseconds since 1970; the system may be some minutes late
   */
  public void scheduleLocal(
      String id, String notificationClass, Destination destination, long at, PushwireLocalText text) {
    locals.ask(id, notificationClass, destination, at, text);
  }

  /** A local notification that is not wanted any more. */
  public void withdrawLocal(String id) {
    decisions.post(ClientEvent.localWithdrawn(id));
  }

  /** Opens the page of the settings where notifications of this app, or its blocked channel, are allowed. */
  public void openSettings() {
    permissions.openSettings();
  }

  /** Opens the page of the settings of one channel. */
  public void openChannelSettings(String channel) {
    permissions.openChannelSettings(channel);
  }

  /** What the app draws of the permission. */
  public PushwireExplainer explainer() {
    return explainer;
  }

  /** The account's inbox, as the server keeps it. */
  public PushwireInbox inbox() {
    return inbox;
  }

  /**
   * The id of this installation, for support and {@code pushwire verify --device}; empty before the launch.
   */
  public String installation() {
    ClientState state = decisions.state();
    return state == null ? "" : state.installation;
  }

  boolean isLaunched() {
    return isLaunched;
  }

  long newHandle() {
    return handles.incrementAndGet();
  }

  void log(String code, String subject) {
    options.log.line(code, subject);
  }
}
