import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { SystemEntropy } from '#kernel';
import { loadConfig, openInstance } from '#platform';
import { createApi } from '../../../apps/api/src/create-api.js';
import { startGateway, type TestGateway } from '../../support/gateway.js';
import { MemoryLogger } from '../../support/memory-logger.js';
import { aClassifier, keptClassifier, slowedBy } from '../../support/onnx/a-classifier.js';
import { TestClock } from '../../support/test-clock.js';

/** A name in small letters that no list has: only the operator's model can find it. */
const NAME = 'zorblax quintor';
const ADDRESS = 'ann@example.org';
const RESTART_MS = 1_000;

const settings = {
  organisation: { protection: { allow_weaker_overrides: true } },
  workloads: [
    { name: 'tokenize', protection: { mode: 'tokenize' } },
    { name: 'block', protection: { mode: 'block' } },
    {
      name: 'nameless',
      protection: { mode: 'tokenize', kinds: [{ name: 'person_name', enabled: false }] },
    },
  ],
};
const folders = [keptClassifier(), keptClassifier({ graph: slowedBy(3) })] as const;
const processes: ChildProcess[] = [];
const note = (message: unknown) =>
  void processes.push((message as { readonly process: ChildProcess }).process);
subscribe('child_process', note);

// Far more than it takes, but for the one whose model has no time.
const gateway = await startGateway(settings, {
  env: { GW_NER_MODEL_DIR: folders[0], GW_NER_BUDGET_MS: '10000', GW_NER_PROCESSES: '1' },
});
const hasty = await startGateway(settings, {
  env: { GW_NER_MODEL_DIR: folders[1], GW_NER_BUDGET_MS: '1', GW_NER_PROCESSES: '1' },
});
afterAll(() => {
  unsubscribe('child_process', note);
  for (const folder of folders) rmSync(folder, { recursive: true });
});
beforeEach(() => gateway.sandbox.clear());

const textWith = (what: string) => `The mail of ${what} is ${ADDRESS}.`;

async function ask(at: TestGateway, content: string, workload = 'tokenize') {
  await at.sandbox.clear();
  const answer = await at.chat(
    { model: 'sandbox/echo', messages: [{ role: 'user', content }] },
    { workload },
  );
  const [seen] = await at.sandbox.requests();
  const entry = await at.records.entry(String(answer.headers['request-id']));
  return { answer, body: seen?.body ?? '', entry };
}

const PSEUDONYMS = /The mail of PERSON_NAME_\w{6} is EMAIL_\w{6}\./;

describe('a token classifier of the operator', () => {
  it('finds names that go out as pseudonyms and come back in the answer', async () => {
    const { answer, body, entry } = await ask(gateway, textWith(NAME));
    expect(body).toMatch(PSEUDONYMS);
    expect(answer.text).toContain(textWith(NAME));
    expect(entry).toMatchObject({ marks: [], dlp: { findings: { person_name: 1, email: 1 } } });
    expect(JSON.stringify(entry) + gateway.log.lines.join()).not.toContain(NAME);
  });

  it('has names refused where the policy says so', async () => {
    const { answer } = await ask(gateway, `The mail of ${NAME}.`, 'block');
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('person_name at messages[0].content');
  });

  it('takes part in no call whose policy does not ask for what it finds', async () => {
    const { body, entry } = await ask(gateway, textWith(NAME), 'nameless');
    expect(body).toContain(NAME);
    expect(entry.marks).toEqual([]);
  });

  it('is loaded nowhere in the gateway itself', () => {
    const { sharedObjects } = process.report.getReport() as unknown as {
      readonly sharedObjects: readonly string[];
    };
    expect(sharedObjects.filter((path) => path.includes('onnxruntime'))).toEqual([]);
  });
});

describe('without an answer of it', () => {
  it('a call that has spent its budget goes on with what else is found, and is marked', async () => {
    const { answer, body, entry } = await ask(hasty, textWith(NAME));
    expect(answer.status).toBe(200);
    expect(body).toMatch(/zorblax quintor is EMAIL_\w{6}\./);
    expect(entry).toMatchObject({ marks: ['ner_degraded'], dlp: { findings: { email: 1 } } });
    const metrics = await hasty.get('/metrics', { workload: 'tokenize' });
    expect(metrics.text).toContain('gw_ner_degraded_total 1');
    expect(metrics.text).toContain('gw_ner_seconds_count 1');
  });

  it('nobody waits for one that died, what it has read before is known, and a new one takes its place', async () => {
    const known = textWith(`${NAME} here`);
    await ask(gateway, known);
    const first = processes.find(({ spawnargs }) => spawnargs.join().includes('local-models'));
    const gone = once(first as ChildProcess, 'exit');
    first?.kill('SIGKILL');
    await gone;

    const unread = await ask(gateway, textWith(`${NAME}, is`));
    expect(unread.body).toMatch(/zorblax quintor, is is EMAIL_\w{6}\./);
    expect(unread.entry.marks).toEqual(['ner_degraded']);
    const again = await ask(gateway, known);
    expect(again.body).toMatch(/PERSON_NAME_\w{6} here/);
    expect(again.entry.marks).toEqual([]);

    gateway.clock.skip(RESTART_MS);
    const served = await ask(gateway, textWith(`${NAME}, is`));
    expect(served.body).toMatch(/PERSON_NAME_\w{6}, is/);
    expect(served.entry.marks).toEqual([]);
  });
});

it('with a file that its manifest does not name, the gateway does not start and says what to do', async () => {
  const folder = aClassifier();
  appendFileSync(join(folder, 'model.onnx'), ' ');
  const config = loadConfig({
    DATABASE_URL: gateway.database.url,
    GW_MASTER_KEY: 'ab'.repeat(32),
    GW_DATA_DIR: folder,
    GW_NER_MODEL_DIR: folder,
  });
  const [clock, entropy] = [new TestClock(), new SystemEntropy()];
  const instance = await openInstance(config, clock, entropy, { migrates: false });
  await expect(
    createApi({ config, clock, entropy, ...instance }, new MemoryLogger()),
  ).rejects.toThrow(/model\.onnx has SHA-256 .* copy the model again/);
  await instance.close();
});
