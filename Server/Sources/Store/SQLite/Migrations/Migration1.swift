/// The first schema. Row numbers count up with time, so that what is new lies together; text keys stand
/// in indexes of their own. Times are milliseconds since 1970.
enum Migration1 {
  static let sql = """
    CREATE TABLE tenants(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    -- What the profile last said of a class, for messages that wait through a restart.
    CREATE TABLE classes(
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, silent INTEGER NOT NULL DEFAULT 0,
      audience INTEGER NOT NULL DEFAULT 1, channel TEXT);

    -- token_hash: 64 bits over platform, environment and token; NULL without a token. Two rows have the
    -- same one only while both are held. confirmed_day: so that a confirmed launch changes no index but
    -- once a day.
    -- AUTOINCREMENT: messages and receipts of one that is gone must never be taken for another's.
    CREATE TABLE registrations(
      id INTEGER PRIMARY KEY AUTOINCREMENT, tenant INTEGER NOT NULL, installation TEXT NOT NULL,
      platform INTEGER NOT NULL, environment INTEGER NOT NULL, environment_source TEXT NOT NULL,
      topic TEXT NOT NULL, token TEXT, token_kind INTEGER NOT NULL, token_hash INTEGER,
      generation INTEGER NOT NULL, account TEXT, binding INTEGER NOT NULL, permission TEXT,
      os_version TEXT NOT NULL, app_version TEXT NOT NULL, locale TEXT NOT NULL, time_zone TEXT NOT NULL,
      created_at INTEGER NOT NULL, confirmed_at INTEGER NOT NULL, confirmed_day INTEGER NOT NULL,
      hold_kind INTEGER, hold_reason TEXT, hold_since INTEGER, secret_hash BLOB NOT NULL,
      challenge_hash BLOB, challenge_until INTEGER NOT NULL DEFAULT 0, proved_at INTEGER NOT NULL DEFAULT 0);
    CREATE UNIQUE INDEX registrations_installation ON registrations(installation);
    CREATE INDEX registrations_token ON registrations(token_hash) WHERE token_hash IS NOT NULL;
    CREATE INDEX registrations_account ON registrations(tenant, account) WHERE account IS NOT NULL;
    CREATE INDEX registrations_day ON registrations(confirmed_day);
    CREATE INDEX registrations_hold ON registrations(hold_kind, hold_since) WHERE hold_kind IS NOT NULL;

    CREATE TABLE tombstones(
      id INTEGER PRIMARY KEY, registration INTEGER NOT NULL, tenant INTEGER NOT NULL,
      installation TEXT NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL, token TEXT NOT NULL,
      generation INTEGER NOT NULL, at INTEGER NOT NULL);
    CREATE INDEX tombstones_installation ON tombstones(installation);
    CREATE INDEX tombstones_registration ON tombstones(registration);

    -- A notification's messages are the rows first_message ..< first_message + messages.
    CREATE TABLE notifications(
      id INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, key TEXT NOT NULL, digest BLOB NOT NULL,
      class INTEGER NOT NULL, band INTEGER NOT NULL, is_challenge INTEGER NOT NULL,
      accepted_at INTEGER NOT NULL, not_before INTEGER NOT NULL, expires_at INTEGER NOT NULL,
      first_message INTEGER NOT NULL, messages INTEGER NOT NULL, suppressed INTEGER NOT NULL);
    CREATE UNIQUE INDEX notifications_key ON notifications(tenant, key);
    -- Apart, since they go as soon as the messages have ended.
    CREATE TABLE parameters(notification INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, body BLOB NOT NULL);

    -- due: when it may be claimed; while it is leased, when the lease ends. registration 0: the target
    -- was unknown, and reason_detail names it. meant: a keyed hash of the account it is for (BindingKey);
    -- no account's name is kept here.
    CREATE TABLE messages(
      id INTEGER PRIMARY KEY, notification INTEGER NOT NULL, registration INTEGER NOT NULL,
      state INTEGER NOT NULL, lane INTEGER NOT NULL, band INTEGER NOT NULL, tenant INTEGER NOT NULL,
      due INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, lost_leases INTEGER NOT NULL DEFAULT 0,
      unanswered INTEGER NOT NULL DEFAULT 0, http INTEGER NOT NULL DEFAULT 0, at INTEGER NOT NULL,
      meant INTEGER, verdict TEXT, reason TEXT, reason_detail TEXT, provider_id TEXT, log_id TEXT);
    -- state: so that what waits can be counted here alone.
    CREATE INDEX messages_due ON messages(lane, band, tenant, due, state) WHERE state < 2;
    CREATE INDEX messages_registration ON messages(registration);
    CREATE INDEX messages_dead ON messages(id) WHERE state = 8;

    -- The silent pushes of the last hour, time and message, eight bytes each, little-endian; and those
    -- that wait for the budget, one a class.
    CREATE TABLE silent_sends(registration INTEGER PRIMARY KEY, sends BLOB NOT NULL);
    CREATE TABLE silent_waiting(
      registration INTEGER NOT NULL, class INTEGER NOT NULL, message INTEGER NOT NULL,
      PRIMARY KEY(registration, class)) WITHOUT ROWID;

    CREATE TABLE receipts(
      message INTEGER NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL, received_at INTEGER NOT NULL,
      result TEXT, milliseconds INTEGER, provenance TEXT, PRIMARY KEY(message, kind)) WITHOUT ROWID;
    CREATE TABLE client_events(
      row INTEGER PRIMARY KEY, registration INTEGER NOT NULL, id TEXT NOT NULL, received_at INTEGER NOT NULL,
      UNIQUE(registration, id));

    CREATE TABLE inbox(
      id INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, account TEXT NOT NULL, notification TEXT NOT NULL,
      class INTEGER NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL, parameters BLOB, at INTEGER NOT NULL,
      read_at INTEGER);
    -- at: it is not shown before. Also what is scheduled lies here from its acceptance on.
    CREATE INDEX inbox_account ON inbox(tenant, account, at, id);
    CREATE INDEX inbox_at ON inbox(at, notification);
    CREATE INDEX inbox_unread ON inbox(tenant, account) WHERE read_at IS NULL;

    CREATE TABLE rollups(
      day INTEGER NOT NULL, metric TEXT NOT NULL, class TEXT NOT NULL, platform TEXT NOT NULL,
      os_major TEXT NOT NULL, app_version TEXT NOT NULL, count INTEGER NOT NULL,
      /*+pg shard INTEGER NOT NULL DEFAULT pg_backend_pid() % 16, */
      PRIMARY KEY(day, metric, class, platform, os_major, app_version/*+pg , shard */)) WITHOUT ROWID;

    CREATE TABLE server_keys(
      id TEXT PRIMARY KEY, name TEXT NOT NULL, tenant TEXT NOT NULL, scopes TEXT NOT NULL,
      secret_hash BLOB NOT NULL, created_at INTEGER NOT NULL, revoked_at INTEGER) WITHOUT ROWID;
    CREATE TABLE secrets(name TEXT PRIMARY KEY, value BLOB NOT NULL, created_at INTEGER NOT NULL) WITHOUT ROWID;

    -- Receivers know an event by its id: none is given twice.
    CREATE TABLE webhook_events(
      id INTEGER PRIMARY KEY AUTOINCREMENT, tenant INTEGER NOT NULL, kind TEXT NOT NULL, body BLOB NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL, created_at INTEGER NOT NULL);
    CREATE INDEX webhook_events_due ON webhook_events(due);
    """
}
