import { BACKGROUND_MS_MAX } from '../record/background-records.js';

const BACKGROUND_LATE_MS = 3_600_000; // Whoever settles them may have been away.

export interface Assertion {
  readonly name: string;
  readonly holds: string;
  /** Selects up to `CASES_MAX` places, as `at`, where it does not hold. */
  readonly failing: string;
}

export const CASES_MAX = 5; // Enough to look for the cause; the rest would only fill the screen.

/** Table and `tgtype` of its row trigger: 1 each row, 2 before, 8 delete, 16 update. */
const GUARDED = `
  ('audit_row', 27), ('audit_leaf', 27), ('audit_tile', 27), ('audit_checkpoint', 27),
  ('ledger_entry', 27), ('credit_entry', 27), ('audit_head', 11), ('audit_pending', 19), ('audit_private', 19)`;

/** Of the body of `gw_refuse_change`, which every guard calls. */
const REFUSAL_MD5 = '6f18fc9758d93176cdde05bd762f4f1a';

/** What must hold between the tables at every moment, in one snapshot. */
export const ASSERTIONS: readonly Assertion[] = [
  {
    name: 'counters',
    holds: 'held is the sum of the open calls, and spent is the sum of the ledger',
    failing: `
      WITH open AS (
        SELECT key, sum(hold_nano) AS nano
        FROM call_intent i, unnest(string_to_array(i.counters, ' ')) AS key
        WHERE i.is_counted_here GROUP BY key
      ), ledger AS (
        SELECT key, sum(nano) AS nano
        FROM ledger_entry l, unnest(string_to_array(l.counters, ' ')) AS key GROUP BY key
      ), counter AS (
        SELECT scope || ':' || scope_id || ':' || period AS key, held, spent FROM meter_counter
      )
      SELECT 'counter ' || key || ': held ' || coalesce(counter.held, 0)
        || ', expected ' || coalesce(open.nano, 0)
        || '; spent ' || coalesce(counter.spent, 0)
        || ', expected ' || coalesce(ledger.nano, 0) AS at
      FROM counter FULL JOIN open USING (key) FULL JOIN ledger USING (key)
      WHERE coalesce(counter.held, 0) <> coalesce(open.nano, 0)
        OR coalesce(counter.spent, 0) <> coalesce(ledger.nano, 0)
      ORDER BY key LIMIT ${CASES_MAX}`,
  },
  {
    name: 'ledger-counters',
    holds: 'every amount of the ledger stands on the counter of its workload',
    failing: `
      SELECT 'call ' || id || ': ' || nano || ' on ' || coalesce(nullif(counters, ''), 'nothing') AS at
      FROM ledger_entry WHERE nano <> 0
        AND left(counters, 39) IS DISTINCT FROM '1:' || workload_id || ':'
      ORDER BY id LIMIT ${CASES_MAX}`,
  },
  {
    name: 'rows-once',
    holds: 'every row is either sealed or pending, once',
    failing: `
      SELECT 'row ' || r.id || ': ' || count(l.id) || ' leaves, ' || count(p.id) || ' pending' AS at
      FROM audit_row r LEFT JOIN audit_leaf l USING (id) LEFT JOIN audit_pending p USING (id)
      WHERE NOT EXISTS (SELECT FROM audit_set_aside s WHERE s.id = r.id AND s.stage = 'seal')
      GROUP BY r.id, r.at HAVING count(l.id) + count(p.id) <> 1
      ORDER BY r.id LIMIT ${CASES_MAX}`,
  },
  {
    name: 'set-aside',
    holds: 'no row is set aside',
    failing: `
      SELECT 'row ' || id || ': ' || reason || ' at its ' || stage || '; gw audit repair' AS at
      FROM audit_set_aside s ORDER BY s.at, id LIMIT ${CASES_MAX}`,
  },
  {
    name: 'pending-rows',
    holds: 'every pending row has its entry, with the same leaf',
    failing: `
      SELECT 'pending ' || p.id AS at FROM audit_pending p LEFT JOIN audit_row r USING (id)
      WHERE r.leaf_hash IS DISTINCT FROM p.leaf_hash OR r.org_id IS DISTINCT FROM p.org_id
      ORDER BY p.n LIMIT ${CASES_MAX}`,
  },
  {
    name: 'intent-or-row',
    holds: 'no call is both open and recorded',
    failing: `
      SELECT 'call ' || i.id AS at FROM call_intent i JOIN audit_row r USING (id)
      ORDER BY i.id LIMIT ${CASES_MAX}`,
  },
  {
    name: 'stuck-holds',
    holds: 'every hold is of a replica that lives, or is ended by one that does',
    failing: `
      SELECT 'call ' || i.id || ': ' || i.hold_nano || ' held, its replica is gone' AS at
      FROM call_intent i
      WHERE i.background IS NULL
        AND EXISTS (SELECT FROM replica_lease l WHERE l.seen_at > now() - interval '30 seconds')
        AND NOT EXISTS (
          SELECT FROM replica_lease l
          WHERE l.replica_id = i.replica_id AND l.seen_at > now() - interval '5 minutes'
        )
        -- The id begins with the time of the call, in milliseconds.
        AND ('x' || left(replace(i.id::text, '-', ''), 12))::bit(48)::bigint / 1000
          < extract(epoch FROM now()) - 300
      ORDER BY i.id LIMIT ${CASES_MAX}`,
  },
  {
    name: 'background-calls',
    holds: 'every answer in the background is settled within its time',
    failing: `
      SELECT 'call ' || id || ': ' || hold_nano || ' held since ' || at AS at FROM (
        SELECT id, hold_nano, to_timestamp((background::jsonb->>'sinceMs')::bigint / 1000.0) AS at
        FROM call_intent WHERE background IS NOT NULL
      ) b
      WHERE at < now() - interval '${BACKGROUND_MS_MAX + BACKGROUND_LATE_MS} milliseconds'
        AND EXISTS (SELECT FROM replica_lease l WHERE l.seen_at > now() - interval '30 seconds')
      ORDER BY id LIMIT ${CASES_MAX}`,
  },
  {
    name: 'keys-and-workloads',
    holds: 'every key is of the organisation that its workload is of',
    failing: `
      SELECT 'key ' || k.id AS at FROM virtual_key k LEFT JOIN workload w ON w.id = k.workload_id
      WHERE w.org_id IS DISTINCT FROM k.org_id
      ORDER BY k.id LIMIT ${CASES_MAX}`,
  },
  {
    name: 'ledger-of-calls',
    holds: 'every recorded call has one ledger entry with the amount of its entry',
    failing: `
      WITH dropped AS MATERIALIZED (
        SELECT a.id FROM audit_pruned p
        JOIN audit_leaf a ON a.org_id = p.org_id AND a.seq BETWEEN p.first_seq AND p.last_seq
      )
      SELECT 'call ' || coalesce(r.id, l.id) || ': entry ' || coalesce(r.price_nano::text, 'none')
        || ', ledger ' || coalesce(l.nano::text, 'none') AS at
      FROM (SELECT id, price_nano FROM audit_row WHERE price_nano IS NOT NULL) r
      FULL JOIN (SELECT id, nano FROM ledger_entry) l USING (id)
      WHERE r.price_nano IS DISTINCT FROM l.nano
        AND NOT (r.id IS NULL AND EXISTS (SELECT FROM dropped d WHERE d.id = l.id))
      ORDER BY 1 LIMIT ${CASES_MAX}`,
  },
  {
    name: 'ledger-of-dropped',
    holds: 'the ledger of dropped rows adds up to what was said of them',
    failing: `
      WITH said AS (
        SELECT id, max(nano) AS nano, sum(s.ledger) AS ledger FROM audit_pruned p, LATERAL (
          SELECT sum(l.nano) AS ledger FROM audit_leaf a JOIN ledger_entry l USING (id)
          WHERE a.org_id = p.org_id AND a.seq BETWEEN p.first_seq AND p.last_seq
        ) s GROUP BY id
      )
      SELECT 'entry ' || id || ': said ' || coalesce(nano::text, 'nothing')
        || ', ledger ' || coalesce(ledger, 0) AS at
      FROM said WHERE nano IS DISTINCT FROM coalesce(ledger, 0)
      ORDER BY id LIMIT ${CASES_MAX}`,
  },
  {
    name: 'head-size',
    holds: "every head's size is the number of its leaves, numbered without a gap",
    failing: `
      WITH counted AS (
        SELECT org_id, count(*) AS leaves, min(seq) AS first_seq, max(seq) AS last_seq
        FROM audit_leaf GROUP BY org_id
      )
      SELECT 'log ' || coalesce(h.org_id, c.org_id) || ': size ' || coalesce(h.size, 0)
        || ', leaves ' || coalesce(c.leaves, 0) || ', last seq ' || coalesce(c.last_seq, -1) AS at
      FROM audit_head h FULL JOIN counted c USING (org_id)
      WHERE coalesce(h.size, 0) <> coalesce(c.leaves, 0)
        OR c.leaves <> c.last_seq + 1 OR c.first_seq <> 0
      ORDER BY 1 LIMIT ${CASES_MAX}`,
  },
  {
    name: 'guards',
    holds: 'every table of the log and the ledger refuses changes, whoever asks',
    failing: `
      WITH named(name, type) AS (VALUES ${GUARDED}), tables AS (
        SELECT name::regclass AS id, type FROM named
        UNION ALL SELECT i.inhrelid::regclass, n.type
        FROM named n JOIN pg_inherits i ON i.inhparent = n.name::regclass
      ), wanted AS (
        SELECT id, 'append_only' AS trigger, type FROM tables
        UNION ALL SELECT id, 'never_truncated', 34 FROM tables
      )
      SELECT w.id || ': the trigger ' || w.trigger || ' is gone, off, or another one' AS at
      FROM wanted w WHERE NOT EXISTS (
        SELECT FROM pg_trigger g
        WHERE g.tgrelid = w.id AND g.tgname = w.trigger AND g.tgtype = w.type
          AND g.tgenabled = 'A' AND g.tgqual IS NULL AND g.tgfoid = 'gw_refuse_change'::regproc
      )
      UNION ALL
      SELECT 'the function gw_refuse_change is another one' FROM pg_proc
      WHERE oid = 'gw_refuse_change'::regproc AND md5(prosrc) <> '${REFUSAL_MD5}'
      UNION ALL
      SELECT t.id || ': ' || role || ' may ' || what FROM tables t,
        unnest(ARRAY['gw_app', 'gw_seal', 'gw_retention']) AS role,
        unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) AS what
      WHERE has_table_privilege(role, t.id, what)
        AND (role, t.id::text, what) NOT IN (
          ('gw_seal', 'audit_head', 'UPDATE'), ('gw_seal', 'audit_pending', 'DELETE'),
          ('gw_retention', 'audit_private', 'DELETE')
        )
      LIMIT ${CASES_MAX}`,
  },
];
