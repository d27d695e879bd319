import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CELL_BYTES_MAX } from '../../libs/documents/src/limits.js';
import { aPdf, streamOf } from '../../libs/documents/src/testing/a-pdf.js';
import { anArchive } from '../../libs/documents/src/testing/an-archive.js';
import { send, type Answer } from '../support/http.js';
import { residentMib, watchPeak } from '../support/processes.js';
import { quantile } from '../support/quantile.js';
import { json } from '../support/replay-server.js';
import { addRow } from '../support/table.js';
import { answerWith } from './answers.js';
import { filled, MIB, Sweep } from './sweep.js';

const AT_ONCE = 2;
const GROWN_BODIES = 4;
const ASK_MS = 5;
// CPU time of the turn with the kernel's share, which is what a start of a process takes.
const MS_MAX = 50;

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

interface Bomb {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** What it may be refused as: time or memory ends first, as the machine is. */
  readonly keys: readonly string[];
}

const TOO_LARGE = ['document_too_large_to_scan'];
const UNREADABLE = ['document_unreadable'];
const ENDED = ['document_processing_timeout', ...TOO_LARGE];

/** Documents kept outside of this repository: `GW_FIXTURES` names the folder. */
const fixtures = process.env['GW_FIXTURES'];
const KEPT: readonly (readonly [name: string, mediaType: string, keys: readonly string[]])[] = [
  ['bomb-flate.pdf', 'application/pdf', TOO_LARGE],
  ['bomb-image.pdf', 'application/pdf', TOO_LARGE],
  ['xobject-bomb.pdf', 'application/pdf', ENDED],
  ['recursive.pdf', 'application/pdf', UNREADABLE],
  ['hugebox.pdf', 'application/pdf', TOO_LARGE],
  ['tenk.pdf', 'application/pdf', ['document_page_budget_exceeded']],
  ['bomb.docx', WORD, TOO_LARGE],
  ['bomb.png', 'image/png', TOO_LARGE],
];

const bombs: readonly Bomb[] = [
  { name: 'a gigabyte of zeros', mediaType: 'application/pdf', bytes: zeros(), keys: TOO_LARGE },
  { name: 'a billion laughs', mediaType: WORD, bytes: laughs(), keys: UNREADABLE },
  ...KEPT.filter(() => fixtures !== undefined).map(([name, mediaType, keys]) => ({
    name,
    mediaType,
    bytes: readFileSync(join(fixtures ?? '', 'documents', name)),
    keys,
  })),
];

const sweep = await Sweep.start();
sweep.provider.answer = () => json(answerWith('ok'));
afterAll(() => sweep.stop());

/** A gateway that has served for a while: whatever it has in memory, a start of a process could copy. */
beforeAll(async () => {
  const text = '{"model":"plain/m-1","max_tokens":5,"messages":[{"role":"user","content":"';
  const chat = filled(30 * MIB, text, 'word and ', '"}]}');
  for (let sent = 0; sent < GROWN_BODIES; sent++) {
    expect((await sweep.send('/v1/chat/completions', chat)).status).toBe(200);
  }
});

it.for(bombs)('$name', async ({ name, mediaType, bytes, keys }, { task }) => {
  await sweep.longestTurnMs();
  const memory = watchPeak(() => Math.max(0, ...sweep.parsers().map(residentMib)));
  const state = { isOver: false };
  const refused = Promise.all(
    Array.from({ length: AT_ONCE }, () => read(bytes, mediaType)),
  ).finally(() => {
    state.isOver = true;
  });
  const timesMs: number[] = [];
  while (!state.isOver) {
    const startedMs = performance.now();
    expect((await send(`${sweep.url}/healthz`)).status).toBe(200);
    timesMs.push(performance.now() - startedMs);
    await setTimeout(ASK_MS);
  }
  const peakMib = memory.end();
  const answers = await refused;
  const [computed, withKernel] = await sweep.longestTurnMs();
  addRow(task, {
    bomb: name,
    'held (ms)': Math.round(computed),
    'with kernel (ms)': Math.round(withKernel),
    'healthz p99 (ms)': Math.round(quantile(timesMs, 0.99)),
    'healthz worst (ms)': Math.round(Math.max(...timesMs)),
    'child at its peak (MiB)': peakMib,
  });
  for (const { status, text } of answers) {
    expect(status).toBe(422);
    expect(keys).toContain((JSON.parse(text) as { error: { code: string } }).error.code);
  }
  expect(withKernel).toBeLessThan(MS_MAX);
  expect(peakMib * MIB).toBeLessThan(CELL_BYTES_MAX);
});

function read(bytes: Uint8Array, mediaType: string): Promise<Answer> {
  const document_url = `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
  const document = { type: 'document_url', document_url };
  return sweep.send('/v1/ocr', Buffer.from(JSON.stringify({ model: 'gw/ocr', document })));
}

/** Two kilobytes that ask for a gigabyte: its child dies, and the next one is started. */
function zeros(): Uint8Array {
  const sixteen = deflateRawSync(Buffer.alloc(16 * MIB), { finishFlush: constants.Z_FULL_FLUSH });
  const head = Buffer.from([0x78, 0x9c]);
  const gigabyte = deflateSync(Buffer.concat([head, ...Array<Buffer>(64).fill(sixteen)]));
  return aPdf([[]], {
    objects: { 5: streamOf('/Filter[/FlateDecode/FlateDecode]', gigabyte) },
  });
}

/** Entities of entities, ten of each, ten deep. */
function laughs(): Uint8Array {
  const entities = Array.from(
    { length: 10 },
    (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  );
  const document = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY l0 "lol">${entities.join('')}]>`;
  return anArchive({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `${document}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&l10;</w:t></w:r></w:p></w:body></w:document>`,
  });
}
