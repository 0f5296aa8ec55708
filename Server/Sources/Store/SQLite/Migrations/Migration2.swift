/// What many nodes, campaigns and topics need. Only adds, so that a version before goes on beside it.
enum Migration2 {
  static let sql = """
    -- Which node holds the lease of a message; 0: none does; -1: it is queued, and given to the feed until it
    -- is due (``FeedSession``).
    ALTER TABLE messages ADD COLUMN holder INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX messages_fed ON messages(due) WHERE holder = -1;
    CREATE INDEX messages_holder ON messages(holder, due) WHERE state = 1;
    -- A topic or condition that it goes to, where it is for no installation.
    ALTER TABLE notifications ADD COLUMN topic TEXT;

    -- Processes that work on this store. seen_at: a node that is not seen any more has lost what it held.
    CREATE TABLE nodes(
      id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, roles TEXT NOT NULL,
      version TEXT NOT NULL, started_at INTEGER NOT NULL, seen_at INTEGER NOT NULL);
    -- Work that one node does for all: who, and until when.
    CREATE TABLE duties(name TEXT PRIMARY KEY, node INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;

    -- Token buckets that nodes share. tokens: thousandths, as of at.
    CREATE TABLE buckets(name TEXT PRIMARY KEY, tokens INTEGER NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;

    -- state: see CampaignState. audience, ramp: JSON as it was asked for.
    CREATE TABLE campaigns(
      id INTEGER PRIMARY KEY AUTOINCREMENT, tenant INTEGER NOT NULL, key TEXT NOT NULL, digest BLOB NOT NULL,
      class INTEGER NOT NULL, state INTEGER NOT NULL, audience TEXT NOT NULL, parameters BLOB NOT NULL,
      way INTEGER NOT NULL, rate INTEGER NOT NULL, ramp TEXT NOT NULL, sampling INTEGER NOT NULL,
      created_at INTEGER NOT NULL, starts_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
      started_at INTEGER, ended_at INTEGER, why TEXT, last_row INTEGER NOT NULL, total INTEGER NOT NULL);
    CREATE UNIQUE INDEX campaigns_key ON campaigns(tenant, key);
    CREATE INDEX campaigns_live ON campaigns(state, starts_at) WHERE state < 4;
    -- The registrations first_row ..< end_row. checkpoint: all rows before it are done. reach: rows before it
    -- may have been sent to. holder, until: the node that works on it.
    CREATE TABLE campaign_segments(
      id INTEGER PRIMARY KEY AUTOINCREMENT, campaign INTEGER NOT NULL, first_row INTEGER NOT NULL,
      end_row INTEGER NOT NULL, checkpoint INTEGER NOT NULL, reach INTEGER NOT NULL,
      is_done INTEGER NOT NULL DEFAULT 0, holder INTEGER NOT NULL DEFAULT 0, until INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX campaign_segments_open ON campaign_segments(campaign, until) WHERE is_done = 0;
    -- Only what was not accepted: to be tried again at due, or ended so (state as of messages).
    CREATE TABLE campaign_exceptions(
      campaign INTEGER NOT NULL, registration INTEGER NOT NULL, state INTEGER NOT NULL, due INTEGER NOT NULL,
      attempts INTEGER NOT NULL, unanswered INTEGER NOT NULL, holder INTEGER NOT NULL DEFAULT 0,
      http INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL, verdict TEXT, reason TEXT,
      PRIMARY KEY(campaign, registration)) WITHOUT ROWID;
    CREATE INDEX campaign_exceptions_due ON campaign_exceptions(campaign, due) WHERE state < 2;
    -- An audience's list of accounts; apart, so that an account can be erased.
    CREATE TABLE campaign_accounts(
      campaign INTEGER NOT NULL, account TEXT NOT NULL, PRIMARY KEY(campaign, account)) WITHOUT ROWID;
    -- What devices in the sample reported, so that it is counted once.
    CREATE TABLE campaign_receipts(
      campaign INTEGER NOT NULL, registration INTEGER NOT NULL, kind TEXT NOT NULL,
      PRIMARY KEY(campaign, registration, kind)) WITHOUT ROWID;
    -- kind: accepted, rejected, suppressed, …; reason: verbatim, or empty.
    CREATE TABLE campaign_counts(
      campaign INTEGER NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL, count INTEGER NOT NULL,
      PRIMARY KEY(campaign, kind, reason)) WITHOUT ROWID;

    -- Words that the backend gave an installation, for audiences.
    CREATE TABLE registration_tags(
      registration INTEGER NOT NULL, tag TEXT NOT NULL, PRIMARY KEY(registration, tag)) WITHOUT ROWID;
    CREATE INDEX registration_tags_tag ON registration_tags(tag, registration);

    -- What installations want of FCM's topics, and whether the provider knows it: state 0 wanted,
    -- 1 subscribed, 2 to be unsubscribed, 3 refused. generation: of the token that it was done for.
    CREATE TABLE topic_subscriptions(
      registration INTEGER NOT NULL, topic TEXT NOT NULL, state INTEGER NOT NULL, generation INTEGER NOT NULL,
      due INTEGER NOT NULL, attempts INTEGER NOT NULL, reason TEXT, at INTEGER NOT NULL,
      PRIMARY KEY(registration, topic)) WITHOUT ROWID;
    CREATE INDEX topic_subscriptions_due ON topic_subscriptions(due) WHERE state IN (0, 2);
    CREATE INDEX topic_subscriptions_topic ON topic_subscriptions(topic);
    """
}
