import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { expectError } from '../../support/expect-error.js';
import { aChat, startGateway } from '../../support/gateway.js';
import { waitFor } from '../../support/wait-for.js';

const gateway = await startGateway({
  workloads: [{ name: 'default', budget: { amount: '0', period: 'total' } }],
});

const SOCKETS = 40;
const CALLS_EACH = 260; // Together a little more than the queue before admission holds.

/** Requests one behind the other on one connection, none of which waits for an answer. */
function sendMany(url: URL, key: string): Socket {
  const body = JSON.stringify(aChat({}));
  const request = [
    'POST /v1/chat/completions HTTP/1.1',
    'host: x',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => undefined);
  socket.write(request.repeat(CALLS_EACH));
  return socket;
}

it('more calls than can wait for admission are turned away at once, and nothing is lost', async () => {
  expect((await gateway.chat()).status).toBe(402);
  const lock = gateway.database.owner.dataSource.createQueryRunner();
  await lock.startTransaction();
  await lock.query('LOCK TABLE meter_counter IN ACCESS EXCLUSIVE MODE');
  const url = new URL(gateway.url);
  const sockets = Array.from({ length: SOCKETS }, () => sendMany(url, gateway.key()));
  await waitFor('the queue to be full', async () => (await gateway.records.rowCount()) > 1);
  const answer = await gateway.chat();
  const id = expectError(answer, 'gateway_overloaded');
  expect(answer.headers['retry-after']).toBe('2');
  await lock.rollbackTransaction();
  await lock.release();
  await waitFor('every call to be answered', async () => {
    return (await gateway.records.rowCount()) >= SOCKETS * CALLS_EACH;
  });
  for (const socket of sockets) socket.destroy();
  expect(await gateway.records.entry(id)).toMatchObject({
    type: 'refusal',
    refusal: { code: 'gateway_overloaded', stage: 'meter' },
  });
  expect(await gateway.sandbox.requests()).toEqual([]);
});
