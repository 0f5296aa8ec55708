package dev.pushwire.client;

/** Numbers that the decisions rest on; times are milliseconds. */
public final class ClientConstant {
  private ClientConstant() {}

  /**
   * Silent work is ended after so long, of the 30 s that iOS gives (Apple, Pushing background updates to your
   * app).
   */
  public static final long WORK_BUDGET = 25_000;
  /** How long the system may take to give a token. */
  public static final long TOKEN_WAIT = 15_000;
  /** How long a tap waits for its account or the UI. */
  public static final long TAP_LIFETIME = 600_000;
  /** How many taps wait at the most; the oldest go first. */
  public static final int TAP_CAPACITY = 10;
  /** How many local notifications may be pending: so many does iOS keep (Apple, UNUserNotificationCenter). */
  public static final int LOCAL_CAPACITY = 64;
  /** A local notification that is due for so long without a word was shown by the system. */
  public static final long LOCAL_GRACE = 60_000;
  /** The longest link that is read, bytes. */
  public static final int LINK_LENGTH = 2_048;
  /** How many notification ids are remembered. */
  public static final int SEEN_CAPACITY = 500;
  /** How many consumed taps are remembered. */
  public static final int CONSUMED_CAPACITY = 200;
  /** How many receipts and events wait at the most; the oldest go first. */
  public static final int RECEIPT_CAPACITY = 500;
  /** A dialog on the screen for less than this was answered by the system, not by a person. */
  public static final long INSTANT_ANSWER = 250;
  /** Further value moments before a declined explainer comes again. */
  public static final long MOMENTS_BEFORE_REOFFER = 2;
  /** Receipts wait this long for company. */
  public static final long FLUSH_DELAY = 2_000;
  /** And a random share of this, so that many devices do not come at once. */
  public static final long FLUSH_SPREAD = 8_000;
  /** After a failed post: doubled each time up to {@link #LONGEST_RETRY_DELAY}, spread over the same. */
  public static final long RETRY_DELAY = 10_000;
  /** The longest wait after failed posts. */
  public static final long LONGEST_RETRY_DELAY = 3_600_000;
  /** How many receipts, and how many events, one post has at the most. The server takes 500 of each. */
  public static final int POST_CAPACITY = 200;
  /** The earliest time that the server takes of a receipt: 1973. */
  public static final long EARLIEST_TIME = 100_000_000_000L;
  /** The latest: the end of the year 9999. */
  public static final long LATEST_TIME = 253_402_300_799_999L;
  /** The longest work that a receipt tells of. */
  public static final long LONGEST_WORK = 86_400_000;
  /** The longest challenge that the server takes back, bytes. */
  public static final int CHALLENGE_LENGTH = 128;
  /** The longest detail of an event, bytes. */
  public static final int DETAIL_LENGTH = 256;
  /** How many tags of one account are remembered while its token changes. */
  public static final int TAG_CAPACITY = 3;
  /** How many answers in a row that name a newer generation are followed at once. */
  public static final int STALE_FOLLOWED = 5;
  /** The highest generation that the server takes. */
  public static final long HIGHEST_GENERATION = 1L << 53;
}
