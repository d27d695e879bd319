import { setTimeout } from 'node:timers/promises';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { aPdf, streamOf } from '../../libs/documents/src/testing/a-pdf.js';
import { send } from '../support/http.js';
import { json } from '../support/replay-server.js';
import { addRow } from '../support/table.js';
import { answerWith } from './answers.js';
import { filled, MIB, Sweep } from './sweep.js';

const BOMBS = 2;
const AT_ONCE = 2;
const GROWN_BODIES = 4;
const ASK_MS = 5;
// CPU time of the turn with the kernel's share, which is what a start of a process takes.
const MS_MAX = 50;

const sweep = await Sweep.start();
sweep.provider.answer = () => json(answerWith('ok'));
afterAll(() => sweep.stop());

/** Two kilobytes that ask for a gigabyte: its child dies, and the next one is started. */
function bomb(): Buffer {
  const zeros = deflateRawSync(Buffer.alloc(16 * MIB), { finishFlush: constants.Z_FULL_FLUSH });
  const head = Buffer.from([0x78, 0x9c]);
  const gigabyte = deflateSync(Buffer.concat([head, ...Array<Buffer>(64).fill(zeros)]));
  return aPdf([[]], {
    objects: { 5: streamOf('/Filter[/FlateDecode/FlateDecode]', gigabyte) },
  });
}

const body = Buffer.from(
  JSON.stringify({
    model: 'gw/ocr',
    document: {
      type: 'document_url',
      document_url: `data:application/pdf;base64,${bomb().toString('base64')}`,
    },
  }),
);

/** A gateway that has served for a while: whatever it has in memory, a start of a process could copy. */
async function grow(): Promise<void> {
  const text = '{"model":"plain/m-1","max_tokens":5,"messages":[{"role":"user","content":"';
  const chat = filled(30 * MIB, text, 'word and ', '"}]}');
  for (let sent = 0; sent < GROWN_BODIES; sent++) {
    expect((await sweep.send('/v1/chat/completions', chat)).status).toBe(200);
  }
}

async function refuseBombs(): Promise<void> {
  for (let at = 0; at < BOMBS; at++) {
    const { status, text } = await sweep.send('/v1/ocr', body);
    expect([status, text]).toEqual([422, expect.stringContaining('document_too_large_to_scan')]);
  }
}

it('document bombs', async ({ task }) => {
  await grow();
  await sweep.longestTurnMs();
  const state = { isOver: false };
  const bombs = Promise.all(Array.from({ length: AT_ONCE }, refuseBombs)).finally(() => {
    state.isOver = true;
  });
  const timesMs: number[] = [];
  while (!state.isOver) {
    const startedMs = performance.now();
    expect((await send(`${sweep.url}/healthz`)).status).toBe(200);
    timesMs.push(performance.now() - startedMs);
    await setTimeout(ASK_MS);
  }
  await bombs;
  const [computed, withKernel] = await sweep.longestTurnMs();
  const sorted = timesMs.toSorted((a, b) => a - b);
  addRow(task, {
    body: task.name,
    'held (ms)': Math.round(computed),
    'with kernel (ms)': Math.round(withKernel),
    'healthz p99 (ms)': Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
    'healthz worst (ms)': Math.round(sorted.at(-1) ?? 0),
  });
  expect(withKernel).toBeLessThan(MS_MAX);
});
