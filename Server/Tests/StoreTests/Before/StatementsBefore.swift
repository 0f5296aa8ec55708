/// Every statement of the version that knew only the first schema, word for word, without the files of attempts.
/// A later schema may add to what they use, and take nothing away.
enum StatementsBefore {
  static let all = sql.split(separator: ";").map {
    $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
  .filter { !$0.isEmpty }

  private static let sql = """
    INSERT INTO registrations( tenant, installation, platform, environment, environment_source, topic,
      token, token_kind, token_hash, generation, account, binding, permission, os_version, app_version,
      locale, time_zone, created_at, confirmed_at, confirmed_day, hold_kind, hold_reason, hold_since,
      secret_hash, challenge_hash, challenge_until, proved_at) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9,
      ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27);
    UPDATE registrations SET tenant=?1, platform=?3, environment=?4, environment_source=?5, topic=?6,
      token=?7, token_kind=?8, token_hash=?9, generation=?10, account=?11, binding=?12, permission=?13,
      os_version=?14, app_version=?15, locale=?16, time_zone=?17, confirmed_at=?19, confirmed_day=?20,
      hold_kind=?21, hold_reason=?22, hold_since=?23, challenge_hash=?25, challenge_until=?26,
      proved_at=?27 WHERE id=?28;
    INSERT INTO rollups(day, metric, class, platform, os_major, app_version, count) VALUES(?1, ?2, ?3,
      ?4, ?5, ?6, ?7) ON CONFLICT(day, metric, class, platform, os_major, app_version) DO UPDATE SET
      count=count+excluded.count;
    SELECT * FROM registrations WHERE installation=?1;
    SELECT * FROM registrations WHERE id=?1;
    SELECT * FROM registrations WHERE tenant=?1 AND account=?2;
    SELECT id FROM tenants WHERE name=?1;
    SELECT name FROM tenants WHERE id=?1;
    INSERT INTO tenants(name) VALUES(?1);
    SELECT id FROM classes WHERE name=?1;
    SELECT name FROM classes WHERE id=?1;
    INSERT INTO classes(name) VALUES(?1);
    SELECT id, notification, class, title, body, parameters, at, read_at FROM inbox WHERE tenant=?1 AND
      account=?2 AND at<=?3 AND (?4 IS NULL OR (at, id)<(SELECT at, id FROM inbox WHERE id=?4 AND
      tenant=?1 AND account=?2)) ORDER BY at DESC, id DESC LIMIT ?5;
    SELECT count(*) FROM inbox INDEXED BY inbox_unread WHERE tenant=?1 AND account=?2 AND read_at IS
      NULL AND at<=?3;
    SELECT day, metric, class, platform, os_major, app_version, count FROM rollups WHERE day>=?1 AND
      day<=?2 ORDER BY day, metric, class, platform, os_major, app_version;
    SELECT lane, band, count(*), min(due) FROM messages INDEXED BY messages_due WHERE state<2 GROUP BY
      lane, band ORDER BY lane, band;
    SELECT e.id, t.name, e.kind, e.body, e.attempts, e.created_at FROM webhook_events e LEFT JOIN
      tenants t ON t.id=e.tenant WHERE e.due<=?1 ORDER BY e.due, e.id LIMIT ?2;
    SELECT n.id, n.class, n.band, n.accepted_at, n.not_before, n.expires_at, n.first_message,
      n.messages, n.digest FROM tenants t CROSS JOIN notifications n INDEXED BY notifications_key ON
      n.tenant=t.id AND n.key=?1 WHERE ?2 IS NULL OR t.name=?2 ORDER BY n.id DESC LIMIT 1;
    SELECT m.id, m.state, m.lane, m.due, m.attempts, m.http, m.at, m.verdict, m.reason, m.reason_detail,
      m.provider_id, m.log_id, n.key, n.class, n.accepted_at, n.not_before, r.installation, m.registration
      FROM messages m JOIN notifications n ON n.id=m.notification LEFT JOIN registrations r ON
      r.id=m.registration WHERE m.id>=?1 AND m.id<?2 AND m.id>?3 ORDER BY m.id LIMIT ?4;
    SELECT m.id, m.state, m.lane, m.due, m.attempts, m.http, m.at, m.verdict, m.reason, m.reason_detail,
      m.provider_id, m.log_id, n.key, n.class, n.accepted_at, n.not_before, r.installation, m.registration
      FROM registrations r JOIN messages m INDEXED BY messages_registration ON m.registration=r.id JOIN
      notifications n ON n.id=m.notification JOIN tenants t ON t.id=n.tenant WHERE r.installation=?1 AND
      (?2 IS NULL OR t.name=?2) ORDER BY m.id DESC LIMIT ?3;
    SELECT m.id, m.state, m.lane, m.due, m.attempts, m.http, m.at, m.verdict, m.reason, m.reason_detail,
      m.provider_id, m.log_id, n.key, n.class, n.accepted_at, n.not_before, r.installation, m.registration
      FROM messages m JOIN notifications n ON n.id=m.notification LEFT JOIN registrations r ON
      r.id=m.registration WHERE m.state=8 AND m.id>?1 ORDER BY m.id LIMIT ?2;
    SELECT installation FROM tombstones WHERE registration=?1 ORDER BY id DESC LIMIT 1;
    SELECT kind, at, result, milliseconds, provenance FROM receipts WHERE message=?1 ORDER BY at, kind;
    SELECT * FROM registrations WHERE id>?1;
    SELECT tenant, kind, detail, token, generation, at FROM tombstones WHERE installation=?1 ORDER BY id
      DESC;
    SELECT platform, environment, token IS NOT NULL, binding, hold_kind IS NOT NULL, confirmed_at,
      permission FROM registrations;
    SELECT id, name, tenant, scopes, secret_hash, created_at, revoked_at FROM server_keys ORDER BY
      created_at, id;
    SELECT name, value, created_at FROM secrets WHERE substr(name, 1, length(?1))=?1 ORDER BY name;
    SELECT count(*) FROM server_keys WHERE name=?1 AND revoked_at IS NULL;
    INSERT INTO server_keys(id, name, tenant, scopes, secret_hash, created_at, revoked_at) VALUES(?1,
      ?2, ?3, ?4, ?5, ?6, ?7);
    UPDATE server_keys SET revoked_at=?2 WHERE id=?1 AND revoked_at IS NULL;
    INSERT OR REPLACE INTO secrets(name, value, created_at) VALUES(?1, ?2, ?3);
    DELETE FROM secrets WHERE name=?1;
    SELECT 1 FROM messages INDEXED BY messages_due WHERE state<2 AND lane=?1 AND band=?2 AND state=0
      LIMIT 1;
    SELECT tenant, count(*) FROM messages INDEXED BY messages_due WHERE state<2 GROUP BY tenant;
    SELECT tenant, sum(length(body)) FROM parameters GROUP BY tenant;
    SELECT due FROM messages INDEXED BY messages_due WHERE state<2 AND lane=?1 AND band=?2 AND tenant=?3
      ORDER BY due LIMIT 1;
    UPDATE messages SET state=?3, due=?4, attempts=?5, unanswered=max(unanswered, ?6), at=?7 WHERE id=?1
      AND state=1 AND due=?2;
    UPDATE messages SET state=?3, due=0, attempts=?4, unanswered=max(unanswered, ?5), http=?6, at=?7,
      verdict=?8, reason=?9, provider_id=?10, log_id=?11 WHERE id=?1 AND state=1 AND due=?2;
    SELECT first_message, messages, class, max(accepted_at, not_before) FROM notifications WHERE
      tenant=?1 AND key=?2;
    SELECT m.id, m.state, m.due, m.attempts, m.lost_leases, m.unanswered, m.lane, n.class FROM messages
      m INDEXED BY messages_due JOIN notifications n ON n.id=m.notification WHERE m.state<2 AND m.state=1;
    SELECT id FROM messages WHERE state=8 ORDER BY id LIMIT ?1;
    SELECT tenant, due FROM messages INDEXED BY messages_due WHERE state<2 AND lane=?1 AND band=?2 AND
      tenant>?3 ORDER BY tenant, due LIMIT 1;
    SELECT m.id, m.notification, m.registration, m.state, m.due, m.attempts, m.lost_leases,
      m.unanswered, m.meant, n.class, n.is_challenge, n.accepted_at, n.not_before, n.expires_at, n.key,
      r.id, r.tenant, r.installation, r.generation, r.platform, r.environment, r.token, r.token_kind,
      r.binding, r.account, r.permission, r.confirmed_at, r.hold_kind FROM messages m INDEXED BY
      messages_due JOIN notifications n ON n.id=m.notification LEFT JOIN registrations r ON
      r.id=m.registration WHERE m.state<2 AND m.lane=?1 AND m.band=?2 AND m.tenant=?3 AND m.due<=?4 ORDER
      BY m.due LIMIT ?5;
    UPDATE messages SET lane=?2 WHERE id=?1;
    SELECT body FROM parameters WHERE notification=?1;
    SELECT id, tenant, installation, generation, platform, environment, token, token_kind, binding,
      account, permission, confirmed_at, hold_kind FROM registrations WHERE tenant=?1 AND account=?2 ORDER
      BY id;
    SELECT id, tenant, installation, generation, platform, environment, token, token_kind, binding,
      account, permission, confirmed_at, hold_kind FROM registrations WHERE installation=?1;
    SELECT id, notification FROM inbox INDEXED BY inbox_unread WHERE tenant=?1 AND account=?2 AND
      read_at IS NULL;
    UPDATE inbox SET read_at=?2 WHERE id=?1;
    DELETE FROM inbox WHERE at=?1 AND notification=?2 AND tenant=?3;
    DELETE FROM inbox WHERE tenant=?1 AND account=?2;
    SELECT m.id, n.id, n.class, m.lane FROM parameters p CROSS JOIN notifications n ON
      n.id=p.notification CROSS JOIN messages m NOT INDEXED ON m.id>=n.first_message AND
      m.id<n.first_message+n.messages WHERE p.tenant=?1 AND m.meant=?2;
    DELETE FROM parameters WHERE notification=?1;
    SELECT 1 FROM notifications n CROSS JOIN messages m NOT INDEXED ON m.id>=n.first_message AND
      m.id<n.first_message+n.messages WHERE n.id=?1 AND m.state IN (0, 1, 8) AND m.meant IS NOT ?2 LIMIT
      1;
    SELECT id, tenant, secret_hash, platform, os_version, app_version FROM registrations WHERE
      installation=?1;
    SELECT m.id, n.class, n.tenant, n.accepted_at, n.not_before, m.state, m.due, m.attempts,
      m.lost_leases, m.unanswered FROM notifications n JOIN messages m INDEXED BY messages_registration ON
      m.registration=?3 AND m.id>=n.first_message AND m.id<n.first_message+n.messages WHERE n.tenant=?1
      AND n.key=?2;
    SELECT m.id, n.class, n.tenant, n.accepted_at, n.not_before, m.state, m.due, m.attempts,
      m.lost_leases, m.unanswered FROM (SELECT * FROM messages WHERE registration=?1 ORDER BY id DESC
      LIMIT 256) m JOIN notifications n ON n.id=m.notification WHERE n.key=?2 AND n.tenant<>?3 LIMIT 1;
    INSERT OR IGNORE INTO receipts(message, kind, at, received_at, result, milliseconds, provenance)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7);
    INSERT OR IGNORE INTO client_events(registration, id, received_at) VALUES(?1, ?2, ?3);
    SELECT id, first_message + messages FROM notifications ORDER BY id DESC LIMIT 1;
    SELECT max(id) FROM messages;
    INSERT OR IGNORE INTO notifications( id, tenant, key, digest, class, band, is_challenge,
      accepted_at, not_before, expires_at, first_message, messages, suppressed) VALUES(?1, ?2, ?3, ?4, ?5,
      ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13);
    INSERT INTO messages( id, notification, registration, state, lane, band, tenant, due, at, meant,
      reason, reason_detail) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12);
    INSERT INTO parameters(notification, tenant, body) VALUES(?1, ?2, ?3);
    INSERT INTO inbox(tenant, account, notification, class, title, body, parameters, at) VALUES(?1, ?2,
      ?3, ?4, ?5, ?6, ?7, ?8);
    UPDATE notifications SET suppressed=?2 WHERE id=?1;
    SELECT id, digest, accepted_at, messages, suppressed FROM notifications WHERE tenant=?1 AND key=?2;
    UPDATE classes SET silent=?2, audience=?3, channel=?4 WHERE id=?1 AND (silent<>?2 OR audience<>?3 OR
      channel IS NOT ?4);
    SELECT name, silent, audience, channel FROM classes WHERE id=?1;
    SELECT value FROM secrets WHERE name=?1;
    INSERT OR REPLACE INTO silent_waiting(registration, class, message) VALUES(?1, ?2, ?3);
    SELECT sends FROM silent_sends WHERE registration=?1;
    INSERT OR REPLACE INTO silent_sends(registration, sends) VALUES(?1, ?2);
    SELECT message FROM silent_waiting WHERE registration=?1 AND class=?2;
    DELETE FROM silent_waiting WHERE registration=?1 AND class=?2;
    SELECT state, due, attempts, lost_leases, unanswered, lane FROM messages WHERE id=?1;
    UPDATE messages SET state=?2, due=?3, attempts=?4, lost_leases=?5, unanswered=?6, at=?7,
      reason=coalesce(?8, reason) WHERE id=?1;
    DELETE FROM inbox WHERE id IN (SELECT id FROM inbox WHERE at<?1 ORDER BY at LIMIT ?2);
    SELECT id, accepted_at, first_message, messages FROM notifications WHERE id>?1 AND id<(SELECT
      max(id) FROM notifications) ORDER BY id LIMIT ?2;
    DELETE FROM notifications WHERE id=?1;
    SELECT min(id) FROM messages WHERE id>=?1 AND id<?2;
    DELETE FROM receipts WHERE message>=?1 AND message<?2;
    DELETE FROM messages WHERE id>=?1 AND id<?2;
    SELECT 1 FROM messages WHERE id>=?1 AND id<?2 LIMIT 1;
    SELECT 1 FROM messages WHERE id>=?1 AND id<?2 AND (state<2 OR state=8 AND ?3) LIMIT 1;
    SELECT p.notification, n.first_message, n.messages FROM parameters p LEFT JOIN notifications n ON
      n.id=p.notification WHERE p.notification>?1 ORDER BY p.notification LIMIT ?2;
    DELETE FROM client_events WHERE row IN (SELECT row FROM client_events ORDER BY row LIMIT ?2) AND
      received_at<?1;
    SELECT message, max(received_at) FROM receipts WHERE message>?1 AND message<?2 GROUP BY message
      ORDER BY message LIMIT ?3;
    DELETE FROM receipts WHERE message=?1;
    SELECT (SELECT min(id) FROM notifications), (SELECT max(id) FROM notifications);
    SELECT id, accepted_at FROM notifications WHERE id>=?1 ORDER BY id LIMIT 1;
    SELECT first_message FROM notifications WHERE id>=?1 ORDER BY id LIMIT 1;
    SELECT day, metric FROM rollups WHERE day<?1 ORDER BY day, metric LIMIT 1;
    DELETE FROM rollups WHERE day=?1 AND metric=?2;
    SELECT m.id, m.state, m.due, m.attempts, m.lost_leases, m.unanswered, m.lane, m.band, m.tenant,
      n.class, max(n.accepted_at, n.not_before), n.expires_at FROM messages m INDEXED BY messages_due JOIN
      notifications n ON n.id=m.notification WHERE m.state<2 AND (m.lane, m.band, m.tenant, m.due,
      m.state, m.id)>(?1, ?2, ?3, ?4, ?5, ?6) ORDER BY m.lane, m.band, m.tenant, m.due, m.state, m.id
      LIMIT ?7;
    DELETE FROM webhook_events WHERE id=?1;
    UPDATE webhook_events SET due=?2, attempts=attempts+1 WHERE id=?1;
    INSERT INTO webhook_events(tenant, kind, body, due, created_at) VALUES(?1, ?2, ?3, ?4, ?4);
    SELECT n.tenant, n.key, r.installation FROM messages m JOIN notifications n ON n.id=m.notification
      LEFT JOIN registrations r ON r.id=m.registration WHERE m.id=?1;
    SELECT count(*) FROM ( SELECT 1 FROM registrations INDEXED BY registrations_account WHERE tenant=?1
      AND account=?2 AND account IS NOT NULL LIMIT ?3);
    DELETE FROM tombstones WHERE registration=?1;
    SELECT * FROM registrations WHERE token_hash=?1;
    UPDATE registrations SET confirmed_at=?2 WHERE id=?1;
    UPDATE registrations SET confirmed_at=?2, confirmed_day=?3 WHERE id=?1;
    UPDATE registrations SET confirmed_at=?2, confirmed_day=?3, permission=?4, os_version=?5,
      app_version=?6, locale=?7, time_zone=?8 WHERE id=?1;
    INSERT INTO tombstones(registration, tenant, installation, kind, detail, token, generation, at)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8);
    DELETE FROM registrations WHERE id=?1;
    DELETE FROM silent_sends WHERE registration=?1;
    DELETE FROM silent_waiting WHERE registration=?1;
    SELECT * FROM registrations WHERE confirmed_day<=?1 AND confirmed_at<?2 ORDER BY confirmed_day LIMIT
      ?3;
    UPDATE registrations SET hold_kind=NULL, hold_reason=NULL, hold_since=NULL WHERE id IN ( SELECT id
      FROM registrations WHERE hold_kind=1 AND hold_since<?1 ORDER BY hold_since LIMIT ?2);
    DELETE FROM tombstones WHERE id IN ( SELECT id FROM (SELECT id, at FROM tombstones ORDER BY id LIMIT
      ?2) WHERE at<?1);
    """
}
