import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Ids, SystemClock, SystemEntropy } from '#kernel';
import { loadConfig, ReplicaId } from '#platform';
import { SentCalls } from './sent-calls.js';

const ids = new Ids(new SystemClock(), new SystemEntropy());
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gw-sent-'));
  return () => rm(folder, { recursive: true });
});

function aProcess() {
  const replica = ids.callId();
  const sent = new SentCalls(loadConfig({ GW_DATA_DIR: folder }), new ReplicaId(replica));
  sent.start();
  return { replica, sent };
}

const fileOf = (replica: string) => join(folder, 'sent', replica);

describe('calls that were sent', () => {
  it('are known to another process, and those that were not are not among them', () => {
    const [dead, alive] = [aProcess(), aProcess()];
    const [first, second, unsent] = [ids.callId(), ids.callId(), ids.callId()];
    for (const id of [first, second, first]) dead.sent.note(id);
    const known = alive.sent.sentBy(dead.replica);
    expect([first, second, unsent].map((id) => known?.has(id))).toEqual([true, true, false]);
  });

  it('take no more room than calls that were open at once', async () => {
    const { replica, sent } = aProcess();
    for (let calls = 0; calls < 1_000; calls++) {
      const open = [ids.callId(), ids.callId()];
      for (const id of open) sent.note(id);
      for (const id of open) expect(sent.sentBy(replica)?.has(id)).toBe(true);
      for (const id of open) sent.forget(id);
    }
    expect((await readFile(fileOf(replica))).length).toBe(64 + 2 * 16);
  });

  it('are not told of by a file of the machine’s last run, nor by none', async () => {
    const [dead, alive] = [aProcess(), aProcess()];
    const bytes = await readFile(fileOf(dead.replica));
    bytes.write('0', 6);
    bytes.write('1', 7);
    await writeFile(fileOf(dead.replica), bytes);
    expect(alive.sent.sentBy(dead.replica)).toBeUndefined();
    expect(alive.sent.sentBy(ids.callId())).toBeUndefined();
  });

  it('leave no file behind when their process ends as it should', async () => {
    const { sent } = aProcess();
    sent.note(ids.callId());
    sent.stop();
    expect(await readdir(join(folder, 'sent'))).toEqual([]);
    sent.note(ids.callId()); // Nothing is known from here on.
  });

  it('are not kept where no file can be', async () => {
    await writeFile(join(folder, 'sent'), 'a file in the place of the folder');
    const { replica, sent } = aProcess();
    sent.note(ids.callId());
    expect(sent.sentBy(replica)).toBeUndefined();
    await rm(join(folder, 'sent'));
  });
});
