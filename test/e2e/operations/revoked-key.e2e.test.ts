import { beforeEach, describe, expect, it } from 'vitest';
import { LiveSettings } from '#operations';
import { KeyRepository, parseVirtualKey } from '#workloads';
import { blocksOf, readStream } from '../../support/events.js';
import { startGateway } from '../../support/gateway.js';
import { waitFor } from '../../support/wait-for.js';

const gateway = await startGateway({
  workloads: [
    { name: 'default' },
    { name: 'cut', on_key_revoked: 'cut' },
    { name: 'other', on_key_revoked: 'cut' },
  ],
});
const keys = gateway.app.get(KeyRepository, { strict: false });

beforeEach(() => gateway.sandbox.clear());

/** A stream that goes on for longer than a test waits. */
async function aRunningStream(workload: string, script: string) {
  await gateway.sandbox.script(script);
  const { body, headers } = await gateway.open({}, { workload });
  const blocks = blocksOf(body);
  await blocks.next();
  const rest = async () => {
    const streamed = await readStream(blocks);
    return { ...streamed, entry: await gateway.records.entry(String(headers['request-id'])) };
  };
  return { rest };
}

async function revoke(workload: string): Promise<void> {
  const { id } = parseVirtualKey(gateway.key(workload)) ?? { id: '' };
  await gateway.database.app.transaction((tx) => keys.revokeKey(tx, id));
  await gateway.app.get(LiveSettings).refresh();
  expect((await gateway.chat({}, { workload })).status).toBe(401);
}

describe('a stream that runs while its key is revoked', () => {
  it('ends with the error of its format where the workload wants that, and is paid for', async () => {
    const stream = await aRunningStream('cut', 'slow=20,tokens=5000');
    const bystander = await aRunningStream('other', 'slow=5,tokens=100');
    await revoke('cut');
    const { isDone, error, entry } = await stream.rest();
    expect(isDone).toBe(false);
    expect(error).toMatchObject({
      type: 'authentication_error',
      message: 'The key was revoked while the answer came.',
    });
    expect(entry).toMatchObject({ outcome: 'error', ended_by: 'error' });
    expect(Number(entry.price?.nano)).toBeGreaterThan(0);
    await waitFor('the provider to be left', async () => {
      gateway.clock.skip(2_000);
      return (await gateway.sandbox.openCount()) <= 1;
    });
    expect((await bystander.rest()).isDone).toBe(true);
  });

  it('goes on to its end otherwise', async () => {
    const stream = await aRunningStream('default', 'slow=5,tokens=100');
    await revoke('default');
    const { isDone, error } = await stream.rest();
    expect({ isDone, error }).toEqual({ isDone: true, error: undefined });
  });
});
