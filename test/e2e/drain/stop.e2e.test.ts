import { expect, it } from 'vitest';
import { blocksOf, streamedOf } from '../../support/events.js';
import { expectError } from '../../support/expect-error.js';
import { startGateway } from '../../support/gateway.js';
import { send } from '../../support/http.js';
import { waitFor } from '../../support/wait-for.js';

const gateway = await startGateway({}, { env: { GW_DRAIN_SECONDS: '120' } });

it('a gateway that stops serves what is open, then ends it with server_restarting, and loses nothing', async () => {
  await gateway.sandbox.script('slow=10,tokens=40', 'stall=5', 'hang');
  const quick = gateway.stream();
  const sees = (count: number) => async () => (await gateway.sandbox.openCount()) === count;
  await waitFor('the first stream', sees(1));
  const stalled = await gateway.open();
  const blocks = blocksOf(stalled.body);
  const taken: string[] = [];
  for (let count = 0; count < 5; count++) taken.push(String((await blocks.next()).value));
  const hanging = gateway.chat();
  await waitFor('both calls', async () => (await gateway.sandbox.requests()).length === 3);

  const stopping = gateway.stop();
  const ready = await send(`${gateway.url}/readyz`).catch(() => undefined);
  if (ready) expect(ready.status).toBe(503);
  const served = await quick;
  expect(served).toMatchObject({ isDone: true, finish: 'stop' });

  await waitFor('the listener to be closed', () =>
    send(`${gateway.url}/healthz`).then(
      () => false,
      () => true,
    ),
  );
  gateway.clock.skip(120_000);
  for await (const block of blocks) taken.push(block);
  const { error, isDone, finish } = streamedOf(taken);
  expect(error).toMatchObject({
    type: 'api_error',
    code: 'server_restarting',
    message: 'The gateway is restarting. Send the request again.',
    param: null,
  });
  expect({ isDone, finish }).toEqual({ isDone: false, finish: null });
  const answer = await hanging;
  expectError(answer, 'server_restarting');
  expect(answer.headers['retry-after']).toBe('1');
  await stopping;

  const rows: { entry: Buffer }[] = await gateway.database.app.dataSource.query(
    'SELECT r.entry FROM audit_row r JOIN audit_leaf l USING (id) ORDER BY l.seq',
  );
  const endings = rows.map(({ entry }) => {
    const { ended_by, price } = JSON.parse(entry.toString()) as {
      ended_by: string;
      price: { basis: string };
    };
    return `${ended_by} by ${price.basis}`;
  });
  expect(endings.toSorted()).toEqual([
    'server_restarting by input_estimate',
    'server_restarting by progress',
    'upstream by usage',
  ]);
  expect((await gateway.finalReport).findings).toEqual([]);
});
