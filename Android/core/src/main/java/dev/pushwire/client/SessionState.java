package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;

/** What ends with the process. */
public final class SessionState extends Coded {
  static final Codec<SessionState> CODEC = Codec.record(SessionState::new);

  /** The system. */
  public Platform platform = Platform.IOS;
  /** Android's API level; 0 elsewhere. */
  public long apiLevel;
  /** The launch was told. */
  public boolean isLaunched;
  /** The app is in front. */
  public boolean isForeground;
  /** There is a network. */
  public boolean isOnline;
  /** The app can navigate. */
  public boolean isReady;
  /** What is on the screen. */
  public Screen screen = new Screen();
  /** The moment whose explainer is on the screen. */
  public String explainer;
  /** The prompt is on the screen. */
  public boolean isPrompting;
  /** The number of the question for a token that is open. */
  public Long tokenAttempt;
  /** The registration under way; null: none. */
  public OpenRequest registration;
  /** The logout under way; null: none. */
  public OpenRequest logout;
  /** The server did not take the logout: a registration may go past it. */
  public boolean isLogoutRefused;
  /** How often in a row the server knew a newer generation. */
  public long staleAnswers;
  /** The server named another account than any that is known here, and was told to let go of it. */
  public boolean isUnbindTried;
  /** The post of receipts under way, and how many receipts and events of the front it has. */
  public OpenPost post;
  /** A flush was scheduled and is not due yet. */
  public boolean isFlushDue;
  /** Who waits for a registration. */
  public List<Long> callers = new ArrayList<>();
  /** Work under way. */
  public List<OpenWork> works = new ArrayList<>();
  /** Background tasks that run. */
  public List<OpenRun> runs = new ArrayList<>();
  /** Tasks that have a handler which the system took. */
  public List<String> handledTasks = new ArrayList<>();
  /** Ids that were retried after "too many". */
  public List<String> retriedTasks = new ArrayList<>();

  /** With every member at its default. */
  public SessionState() {}

  @Override
  SessionState blank() {
    return new SessionState();
  }

  @Override
  void fields(FieldCoder coder) {
    platform = coder.field("platform", platform, Platform.CODEC);
    apiLevel = coder.number("api_level", apiLevel);
    isLaunched = coder.flag("launched", isLaunched);
    isForeground = coder.flag("foreground", isForeground);
    isOnline = coder.flag("online", isOnline);
    isReady = coder.flag("ready", isReady);
    screen = coder.field("screen", screen, Screen.CODEC);
    explainer = coder.optionalText("explainer", explainer);
    isPrompting = coder.flag("prompting", isPrompting);
    tokenAttempt = coder.optionalNumber("token_attempt", tokenAttempt);
    registration = coder.field("registration", registration, Codec.optional(OpenRequest.CODEC));
    logout = coder.field("logout", logout, Codec.optional(OpenRequest.CODEC));
    isLogoutRefused = coder.flag("logout_refused", isLogoutRefused);
    staleAnswers = coder.number("stale_answers", staleAnswers);
    isUnbindTried = coder.flag("unbind_tried", isUnbindTried);
    post = coder.field("post", post, Codec.optional(OpenPost.CODEC));
    isFlushDue = coder.flag("flush_due", isFlushDue);
    callers = coder.field("callers", callers, Codec.NUMBERS);
    works = coder.field("works", works, Codec.list(OpenWork.CODEC));
    runs = coder.field("runs", runs, Codec.list(OpenRun.CODEC));
    handledTasks = coder.texts("handled_tasks", handledTasks);
    retriedTasks = coder.texts("retried_tasks", retriedTasks);
  }
}
