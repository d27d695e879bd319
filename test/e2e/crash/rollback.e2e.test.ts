import { expect, it } from 'vitest';
import { acceptForks, Anchors, RemoteAnchors, CheckpointSigner, SealPass } from '#audit';
import { Clock, Ids } from '#kernel';
import { Config, ReplicaId } from '#platform';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { backUp } from '../../support/set-back.js';
import { waitFor } from '../../support/wait-for.js';

const ANCHOR_MS = 10_000;

const gateway = await startGateway();
const { app, database, clock } = gateway;
const the = <Service>(service: { prototype: Service }): Service =>
  app.get<Service>(service as never, { strict: false });

/** Served, recorded and sealed. */
async function serve(): Promise<void> {
  const answer = await gateway.chat();
  expect(answer.status).toBe(200);
  await gateway.records.entry(String(answer.headers['request-id']));
}

it('a database that is set back under a running gateway: calls are refused until its fork is accepted', async () => {
  await serve();
  const [organisation] = await database.app.dataSource.query<{ id: string }[]>(
    'SELECT id FROM organisation',
  );
  const restore = await backUp(database.owner, organisation?.id ?? '');
  await serve();
  await serve();
  await the(Anchors).tick();
  await restore();

  clock.skip(ANCHOR_MS);
  await waitFor('the rollback to be found', () => the(Anchors).rollback !== undefined);
  await gateway.sandbox.clear();
  const answer = await gateway.chat();
  expectError(answer, 'audit_unavailable');
  expect(answer.headers['retry-after']).toBe('60');
  expect(await gateway.sandbox.requests()).toEqual([]);
  const ready = await gateway.send('/readyz');
  expect(ready.status).toBe(503);
  expect(ready.json()).toMatchObject({ checks: { audit_log: 'failed', postgres: 'ok' } });

  // As the command line does, in a process of its own.
  const anchors = new Anchors(database.app, the(Config), the(Clock), the(RemoteAnchors));
  const forks = await acceptForks({
    database: database.app,
    anchors,
    pass: new SealPass(database.app, the(CheckpointSigner), anchors, the(Clock)),
    clock: the(Clock),
    ids: the(Ids),
    replica: the(ReplicaId),
  });
  expect(forks).toMatchObject([{ kept: { size: 1 }, lost: { size: 3 } }]);
  clock.skip(ANCHOR_MS);
  await waitFor('the fork to be accepted', () => the(Anchors).rollback === undefined);
  await serve();
});
