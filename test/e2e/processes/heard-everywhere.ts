import { beforeAll, afterAll, expect, it } from 'vitest';
import { parseVirtualKey } from '#workloads';
import { onServer } from '../../support/test-database.js';
import { ensureBuilt } from '../../support/build.js';
import { withLostMs } from '../../support/undisturbed.js';
import { aFleet, answers, UNPRICED, type Fleet } from './a-fleet.js';

const HEARD_MS_MAX = 2_000;
const HEARD_CUT_OFF_MS_MAX = 5_000;
const HANGS_MS = 120_000;
const QUICK = 'gw/quick';

/** What holds for each way to run several processes. */
interface Ways {
  readonly of: string;
  readonly replicas: readonly Readonly<Record<string, string>>[];
  /** Of the command line. */
  readonly cli: Readonly<Record<string, string>>;
  /** Cuts all connections by which a replica may hear of something. */
  cutOff(fleet: Fleet): Promise<void>;
}

/** From a change to the last that hears of it, but for what a busy machine took of that. */
async function heardAfter(work: () => Promise<number>): Promise<number> {
  const [ms, lostMs] = await withLostMs(work);
  return Math.max(0, Math.round(ms - lostMs));
}

/** Ends every connection of the replicas to their database. */
export const cutDatabase = ({ home }: Fleet): Promise<void> =>
  onServer(
    home.ownEnvironment['DATABASE_URL'] ?? '',
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );

export function describeChanges(ways: () => Promise<Ways>): void {
  let fleet: Fleet;
  let way: Ways;
  beforeAll(async () => {
    await ensureBuilt();
    way = await ways();
    fleet = await aFleet(way.replicas);
  }, HANGS_MS);
  afterAll(() => fleet?.close());

  const say = (what: string, ms: number): void => {
    process.stdout.write(`${way.of}: ${what} is heard everywhere within ${ms} ms\n`);
  };

  it('a key revoked at the command line is refused by all of them', async () => {
    const key = fleet.home.keyOf('first');
    await fleet.untilAll(answers(200, 'sandbox/small', key));
    const heard = fleet.untilAll(answers(401, 'sandbox/small', key));
    const ms = await heardAfter(
      async () => -(await fleet.revoke('first', way.cli)) + (await heard),
    );
    say('a revoked key', ms);
    expect(ms).toBeLessThanOrEqual(HEARD_MS_MAX);
    const steps = await fleet.home.rows(`SELECT key_id FROM audit_row WHERE type = 'admin'`);
    expect(steps).toEqual([{ key_id: parseVirtualKey(key)?.id }]);
  });

  it('so is one of which no message tells', async () => {
    const key = fleet.home.keyOf('second');
    await fleet.untilAll(answers(200, 'sandbox/small', key));
    const heard = fleet.untilAll(answers(401, 'sandbox/small', key));
    const ms = await heardAfter(async () => -(await fleet.revoke('second', {})) + (await heard));
    say('a revoked key without a message', ms);
    expect(ms).toBeLessThanOrEqual(HEARD_MS_MAX);
  });

  it('an edited settings file is in force on all of them', async () => {
    await fleet.untilAll(answers(404, QUICK));
    const ms = await heardAfter(
      async () => -(await fleet.addAlias(QUICK)) + (await fleet.untilAll(answers(200, QUICK))),
    );
    say('an edited settings file', ms);
    expect(ms).toBeLessThanOrEqual(HEARD_MS_MAX);
  });

  it('imported prices are in force on all of them', async () => {
    await fleet.untilAll(answers(503, UNPRICED));
    const heard = fleet.untilAll(answers(200, UNPRICED));
    const ms = await heardAfter(async () => -(await fleet.importPrices(way.cli)) + (await heard));
    say('a price list', ms);
    expect(ms).toBeLessThanOrEqual(HEARD_MS_MAX);
  });

  it('a key is refused by all although their connections were cut', async () => {
    const key = fleet.home.keyOf('third');
    await fleet.untilAll(answers(200, 'sandbox/small', key));
    const heard = fleet.untilAll(answers(401, 'sandbox/small', key));
    const ms = await heardAfter(async () => {
      const revoking = fleet.revoke('third', {});
      await way.cutOff(fleet);
      const atMs = await revoking;
      await way.cutOff(fleet);
      return (await heard) - atMs;
    });
    say('a revoked key, connections cut,', ms);
    expect(ms).toBeLessThanOrEqual(HEARD_CUT_OFF_MS_MAX);
  });

  it('a revoked key stays revoked when a replica starts that has it in its settings', async () => {
    const started = await fleet.home.start(way.replicas[0]);
    expect(await answers(401, 'sandbox/small', fleet.home.keyOf('first'))(started)).toBe(true);
    await started.stop();
    expect((await fleet.home.fsck()).findings).toEqual([]);
  });
}
