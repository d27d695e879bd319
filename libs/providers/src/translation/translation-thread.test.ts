import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Cancellation, parseJson } from '#kernel';
import type { SpokenProtocol } from '#wire';
import { aModel, anOrganisation, aProvider } from '../../../../test/support/a-call.js';
import { TestClock } from '../../../../test/support/test-clock.js';
import type { BodyOrder } from '../body-order.js';
import { conversationBodies } from '../conversation-bodies.js';
import { FAMILIES } from '../family-names.js';
import { servesOperation } from '../served.js';
import { TranslationThread } from './translation-thread.js';

const JOB_MS_MAX = 20_000;

let clock: TestClock;
let thread: TranslationThread;
beforeEach(() => {
  clock = new TestClock();
  thread = new TranslationThread(clock);
});
afterEach(() => thread.onModuleDestroy());

const asked = (family: string, said: SpokenProtocol = 'chat'): BodyOrder => {
  const { id, explicitPromptCache } = anOrganisation();
  const { credential, apiVersion, servesResponses } = aProvider();
  return {
    organisation: { id, explicitPromptCache },
    provider: { family, credential, apiVersion, servesResponses },
    model: aModel(),
    said,
    requestedModel: 'acme/small',
    isStreaming: false,
    showsThinking: true,
    headers: {},
  };
};

const chatOf = (count: number) =>
  parseJson(
    JSON.stringify({
      model: 'acme/small',
      messages: Array.from({ length: count }, (_, at) => ({
        role: at % 2 ? 'assistant' : 'user',
        content: `żółć 😀 ${at}`,
      })),
    }),
  );
const write = (document = chatOf(3), ended = new Cancellation()) =>
  thread.write(asked('anthropic'), document, ended);
const OVERLOADED = { key: 'gateway_overloaded', spec: { status: 503, retryAfterSeconds: 2 } };

it('writes for every family what would be written here', async () => {
  const document = chatOf(500);
  const conversing = [...FAMILIES.keys()].filter((family) => servesOperation('chat', family));
  for (const family of conversing) {
    const order = asked(family);
    const bodies = await thread.write(order, document, new Cancellation());
    expect(bodies, family).toEqual(conversationBodies(order, document));
  }
});

it('writes each text that is to go on', async () => {
  const document = parseJson('{"model":"m","prompt":["a","b"]}');
  const order = asked('anthropic', 'completions');
  const bodies = await thread.write(order, document, new Cancellation());
  expect(bodies.map(({ text }) => text)).toEqual([
    expect.stringContaining('"a"'),
    expect.stringContaining('"b"'),
  ]);
});

it('refuses as it would be refused here', async () => {
  const document = parseJson('{"model":"m","prompt":[]}');
  const writing = thread.write(asked('anthropic', 'completions'), document, new Cancellation());
  await expect(writing).rejects.toMatchObject({
    key: 'field_invalid',
    details: { param: 'prompt' },
  });
});

it('tells of a fault of ours without what it quotes', async () => {
  const order = { ...asked('anthropic'), provider: { ...asked('').provider, family: 'nobody' } };
  const writing = thread.write(order, chatOf(1), new Cancellation());
  await expect(writing).rejects.toThrow(/^a body could not be written: \w+$/);
});

const nextWorker = async (): Promise<Worker> => (await once(process, 'worker'))[0] as Worker;

it('is started anew when it dies in the middle, and only that body is lost', async () => {
  const started = nextWorker();
  const writing = [write(chatOf(50_000)), write(), write()];
  const worker = await started;
  await once(worker, 'online');
  await worker.terminate();
  await expect(writing[0]).rejects.toMatchObject(OVERLOADED);
  expect(await writing[1]).toHaveLength(1);
  expect(await writing[2]).toHaveLength(1);
});

it('is replaced when one body takes too long', async () => {
  const writing = [write(chatOf(50_000)), write()];
  clock.skip(JOB_MS_MAX);
  await expect(writing[0]).rejects.toMatchObject(OVERLOADED);
  expect(await writing[1]).toHaveLength(1);
});

it('writes nothing for callers who have gone', async () => {
  const [first, second] = [new Cancellation(), new Cancellation()];
  const writing = [write(chatOf(3), first), write(chatOf(3), second), write()];
  const gone = new Error('gone');
  first.cancel(gone);
  second.cancel(gone);
  await expect(writing[0]).rejects.toBe(gone);
  await expect(writing[1]).rejects.toBe(gone);
  expect(await writing[2]).toHaveLength(1);
  await expect(write(chatOf(3), first)).rejects.toBe(gone);
});

it('refuses what is too much to wait for, by its size and by its number', async () => {
  const gone = new Error('gone');
  const ended = new Cancellation();
  const large = { text: ' '.repeat(200 * 1_048_576), nodes: 1 };
  const waiting = [write(chatOf(3), ended), thread.write(asked('anthropic'), large, ended)].map(
    (one) => expect(one).rejects.toBe(gone),
  );
  await expect(thread.write(asked('anthropic'), large, ended)).rejects.toMatchObject(OVERLOADED);
  for (let at = 0; at < 63; at++) waiting.push(expect(write(chatOf(3), ended)).rejects.toBe(gone));
  await expect(write(chatOf(3), ended)).rejects.toMatchObject(OVERLOADED);
  ended.cancel(gone);
  await Promise.all(waiting);
  expect(await write()).toHaveLength(1);
});
