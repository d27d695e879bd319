import { beforeAll, describe, expect, it } from 'vitest';
import { refuse, SystemClock } from '#kernel';
import { testDatabase } from '../../../../test/support/test-database.js';
import { type AuditRow, differences, PROJECTIONS } from '../entry/projections.js';
import { aRoutedCall, anOwner, type Owner } from '../testing/a-call.js';
import { aConfig, type AuditWorld, auditWorld } from '../testing/audit-world.js';
import { fsck } from './fsck.js';

const { app, owner: tamperer } = await testDatabase();

let world: AuditWorld;
let owner: Owner;

/** A log with full tiles, two checkpoints, a pending row and an open call. */
beforeAll(async () => {
  world = auditWorld(app);
  owner = anOwner();
  await world.sealer.start();
  await world.sealer.stop();
  for (const rows of [200, 100]) {
    await world.serveMany(owner, rows);
    await world.seal.refuse(aRoutedCall(owner), refuse('model_missing'));
    await world.sealer.sealNow();
  }
  await world.serve(owner);
  await world.admit(owner);
});

it('finds nothing wrong with a log that is as the gateway left it', async () => {
  expect(await fsck(app, world.signer)).toEqual({
    isGood: true,
    findings: [],
    warnings: [],
    logs: 1,
    rows: 302,
  });
});

/** Nothing is measured to last. */
class StillClock extends SystemClock {
  override monotonicMs(): number {
    return 0;
  }
}

it('warns of rows that no checkpoint covers, until one does', async () => {
  const database = await testDatabase();
  const young = auditWorld(database.app, aConfig(), undefined, new StillClock()); // No checkpoint falls due.
  const other = anOwner();
  await young.serve(other);
  await young.sealer.sealNow();
  await young.serve(other);
  await young.pass.run({ isFinal: false });
  const warnings = async () =>
    (await fsck(database.app, young.signer)).warnings.filter((text) => text.startsWith('log '));
  expect(await warnings()).toEqual([
    `log ${other.organisationId}: 1 row at its end under no checkpoint yet, so nothing proves them.`,
  ]);
  await young.sealer.sealNow();
  expect(await warnings()).toEqual([]);
});

/** What an owner of the tables could do: switch the guards off, change a row, switch them on. */
async function tamper<Result>(
  tables: readonly string[],
  change: string,
  check: () => Promise<Result>,
): Promise<Result> {
  const runAs = (text: string) => tamperer.dataSource.query(text);
  for (const table of tables) {
    await runAs(`CREATE TABLE kept_${table} AS SELECT * FROM ${table};
      ALTER TABLE ${table} DISABLE TRIGGER USER`);
  }
  try {
    await runAs(change);
    return await check();
  } finally {
    for (const table of tables) {
      await runAs(`DELETE FROM ${table};
        INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept_${table};
        DROP TABLE kept_${table};
        DO $$ DECLARE name text; BEGIN
          FOR name IN SELECT tgname FROM pg_trigger WHERE tgrelid = '${table}'::regclass AND NOT tgisinternal LOOP
            EXECUTE format('ALTER TABLE ${table} ENABLE ALWAYS TRIGGER %I', name);
          END LOOP;
        END $$`);
    }
  }
}

const findingsOf = async () => {
  const { findings } = await fsck(app, world.signer);
  return findings.map(({ assertion }) => assertion);
};

const row = (seq: number) => `id = (SELECT id FROM audit_leaf WHERE seq = ${seq})`;

describe('is found:', () => {
  it.each([
    {
      what: 'an entry of which one byte was changed',
      tables: 'audit_row',
      change: `UPDATE audit_row SET entry = set_byte(entry, 300, 65) WHERE ${row(17)}`,
      assertion: 'every leaf is the hash of its entry',
    },
    {
      what: 'an entry that was changed together with its column and its leaf hashes',
      tables: 'audit_row audit_leaf',
      change: `
        UPDATE audit_row SET entry = convert_to(
          replace(convert_from(entry, 'UTF8'), '"latency_ms":430', '"latency_ms":431'), 'UTF8'
        ), latency_ms = 431 WHERE ${row(17)};
        UPDATE audit_row SET leaf_hash = sha256('\\x00' || entry) WHERE ${row(17)};
        UPDATE audit_leaf l SET leaf_hash = r.leaf_hash FROM audit_row r WHERE r.id = l.id`,
      assertion: 'every checkpoint fits the leaves',
    },
    {
      what: 'an entry that was deleted',
      tables: 'audit_row',
      change: `DELETE FROM audit_row WHERE ${row(301)}`,
      assertion: 'every leaf has its entry',
    },
    {
      what: 'a column that says something else than its entry',
      tables: 'audit_row',
      change: `UPDATE audit_row SET model_requested = 'other' WHERE ${row(5)}`,
      assertion: 'every column says what the entry says',
    },
    {
      what: 'a leaf that was deleted',
      tables: 'audit_leaf',
      change: 'DELETE FROM audit_leaf WHERE seq = 301',
      assertion: "every head's size is the number of its leaves, numbered without a gap",
    },
    {
      what: 'a leaf that was deleted and the next ones moved up',
      tables: 'audit_leaf',
      change: `DELETE FROM audit_leaf WHERE seq = 10;
        UPDATE audit_leaf SET seq = seq + 10000 WHERE seq > 10;
        UPDATE audit_leaf SET seq = seq - 10001 WHERE seq > 10000`,
      assertion: 'every checkpoint fits the leaves',
    },
    {
      what: 'a tile that was changed',
      tables: 'audit_tile',
      change: 'UPDATE audit_tile SET hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1)',
      assertion: 'every full tile fits the leaves',
    },
    {
      what: 'a tile that is missing',
      tables: 'audit_tile',
      change: 'DELETE FROM audit_tile',
      assertion: 'every full tile fits the leaves',
    },
    {
      what: 'a head that was changed',
      tables: 'audit_head',
      change: 'UPDATE audit_head SET frontier = set_byte(frontier, 0, get_byte(frontier, 0) # 1)',
      assertion: 'every head fits the leaves',
    },
    {
      what: 'a checkpoint that nobody signed',
      tables: 'audit_checkpoint',
      change: `UPDATE audit_checkpoint SET note = replace(note, E'\\n201\\n', E'\\n202\\n')`,
      assertion: 'every checkpoint is signed by this instance',
    },
    {
      what: 'a ledger entry with another amount',
      tables: 'ledger_entry',
      change: `UPDATE ledger_entry SET nano = 1 WHERE ${row(3)}`,
      assertion: 'every recorded call has one ledger entry with the amount of its entry',
    },
    {
      what: 'a ledger entry that was deleted',
      tables: 'ledger_entry',
      change: `DELETE FROM ledger_entry WHERE ${row(3)}`,
      assertion: 'held is the sum of the open calls, and spent is the sum of the ledger',
    },
    {
      what: 'a counter that was set back',
      tables: 'meter_counter',
      change: 'UPDATE meter_counter SET spent = spent - 1',
      assertion: 'held is the sum of the open calls, and spent is the sum of the ledger',
    },
    {
      what: 'a hold that nothing holds any more',
      tables: 'call_intent',
      change: 'DELETE FROM call_intent',
      assertion: 'held is the sum of the open calls, and spent is the sum of the ledger',
    },
    {
      what: 'a row that was taken out of the queue unsealed',
      tables: 'audit_pending',
      change: 'DELETE FROM audit_pending',
      assertion: 'every row is either sealed or pending, once',
    },
    {
      what: 'a pending row without its entry',
      tables: 'audit_pending',
      change: `UPDATE audit_pending SET leaf_hash = sha256('\\x00')`,
      assertion: 'every pending row has its entry, with the same leaf',
    },
    {
      what: 'a call that is open and recorded',
      tables: 'call_intent',
      change: `UPDATE call_intent SET id = (SELECT id FROM audit_leaf WHERE seq = 0)`,
      assertion: 'no call is both open and recorded',
    },
  ])('$what', async ({ tables, change, assertion }) => {
    expect(await tamper(tables.split(' '), change, findingsOf)).toContain(assertion);
    expect(await findingsOf()).toEqual([]);
  });
});

it('finds every column that says something else than its entry', async () => {
  const columns = Object.entries(PROJECTIONS).map(([name, { type }]) => {
    if (type === 'boolean') return `${name} = ${name} IS NOT TRUE`;
    if (type === 'uuid') return `${name} = gen_random_uuid()`;
    if (type === 'timestamptz') return `${name} = ${name} + interval '1 millisecond'`;
    return type === 'text' ? `${name} = coalesce(${name}, '') || '!'` : `${name} = ${name} + 1`;
  });
  const change = `UPDATE audit_row SET ${columns.join()} WHERE ${row(5)}`;
  const found = await tamper(['audit_row'], change, async () => {
    const forged = await app.dataSource.query<AuditRow[]>(
      `SELECT * FROM audit_row WHERE ${row(5)}`,
    );
    return forged.flatMap(differences);
  });
  expect(found).toEqual(Object.keys(PROJECTIONS));
});
