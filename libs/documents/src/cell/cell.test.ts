import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { Cancellation, type ErrorKey } from '#kernel';
import { waitFor } from '../../../../test/support/wait-for.js';
import { CELL_QUEUE_MAX } from '../limits.js';
import { openPage, openPdf } from '../pdf/open.js';
import { drawPage } from '../pdf/render.js';
import { aCell } from '../testing/a-cell.js';
import { aPdf, streamOf } from '../testing/a-pdf.js';

const { cell, launcher, read } = aCell();

const LINES = [
  { text: 'Minutes of the meeting', y: 780, size: 20 },
  { text: 'The board met in March and agreed that the northern depot is to be', y: 740 },
  { text: 'closed. All of the staff move to the depot by the river in summer.', y: 726 },
];
const PROSE =
  'The board met in March and agreed that the northern depot is to be closed. ' +
  'All of the staff move to the depot by the river in summer.';

const refusedAs = (key: ErrorKey) => expect.objectContaining({ key }) as unknown;

const READS_ON = fileURLToPath(new URL('../testing/reads-on.ts', import.meta.url));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const NOTHING = (): void => undefined;

const ZLIB_HEAD = Buffer.from([0x78, 0x9c]);

/** A page as a scanner would have it. */
async function scanOf(pdf: Uint8Array): Promise<Buffer> {
  const page = await openPage(await openPdf(new Uint8Array(pdf)), 0);
  const { canvas } = await drawPage(page, { dpi: 200, showsAnnotations: false });
  return canvas.encode('png');
}

it('knows what it can do', async () => {
  expect(await cell.whenKnown()).toEqual({
    canRender: true,
    languages: ['eng', 'deu', 'fra', 'pol', 'spa', 'ita', 'nld', 'ces'],
  });
});

it('has a second look taken by a child that has had no document yet, and no other', async () => {
  const bytes = new TextEncoder().encode('to someone@example.org');
  const ended = new Cancellation();
  await cell.run('openToRewrite', {
    documents: [bytes],
    options: { mediaType: '', filename: 'x.txt' },
    ended,
  });
  const [used] = cell.pids;
  const options = { kind: 'text', values: ['someone@example.org'] } as const;
  const look = () => cell.run('readAgain', { documents: [bytes], options, ended, isFresh: true });
  expect(await look()).toMatchObject({ isLeaking: true });
  // Whoever was used has made room for one more, which waits for the next look and takes no document before.
  const [looked, spare] = await waitFor('a spare one', () => cell.pids.length === 2 && cell.pids);
  expect([looked, spare]).not.toContain(used);
  const document = { documents: [aPdf([LINES])], options: { mediaType: '', filename: '' }, ended };
  await Promise.all([1, 2, 3].map(() => cell.run('countPages', document)));
  expect(cell.pids).toEqual([looked, spare]);
  await look();
  expect(cell.pids[0]).toBe(spare);
  await look();
  expect(cell.pids).not.toContain(spare);
});

describe('a page with a text layer', () => {
  it('is read from it, once its pixels have said the same', async () => {
    const [page] = await read(aPdf([LINES]));
    expect(page).toMatchObject({
      source: 'text_layer',
      index: 0,
      size: { dpi: 200 },
      languages: [],
    });
    expect(page?.markdown).toBe(`# Minutes of the meeting\n\n${PROSE}`);
  });

  it('is recognised where the layer says something else than the page shows', async () => {
    const hidden = LINES.map(({ y }) => ({ text: 'xqz wvk jjq '.repeat(6), y, mode: ' 3 Tr' }));
    const [page] = await read(aPdf([[...hidden, ...LINES]]), { languages: ['eng'] });
    expect(page).toMatchObject({ source: 'ocr', languages: ['eng'] });
    expect(page?.markdown).toContain(PROSE);
    expect(page?.markdown).not.toContain('xqz');
  });
});

describe('a picture of a page', () => {
  it('is recognised, and straightened before', async () => {
    const scan = await scanOf(aPdf([LINES]));
    const turned = await sharp(scan).rotate(1.5, { background: '#ffffff' }).jpeg().toBuffer();
    const [page] = await read(turned, { languages: ['eng'] });
    expect(page).toMatchObject({ source: 'ocr', languages: ['eng'] });
    expect(page?.markdown).toBe(`# Minutes of the meeting\n\n${PROSE}`);
  });

  it('is what its bytes say, whatever it is called', async () => {
    const [page] = await read(await scanOf(aPdf([LINES])), {
      mediaType: 'application/pdf',
      filename: 'minutes.pdf',
    });
    expect(page?.markdown).toContain(PROSE);
  });
});

it('reads the pages that are asked for, in their order', async () => {
  const pages = ['one', 'two', 'three'].map((word) => [
    { text: `This is page ${word} of the long report on rivers.`, y: 700 },
  ]);
  const found = await read(aPdf(pages), { pages: [2, 0, 9] });
  expect(found.map(({ index, markdown }) => [index, markdown.split(' ')[3]])).toEqual([
    [2, 'three'],
    [0, 'one'],
  ]);
});

it('has no more in memory for many pages than for a few', async () => {
  const blank = aPdf(
    Array.from({ length: 12 }, () => []),
    { width: 1_190, height: 1_684 }, // A2: what is kept of one would be 80 MB.
  );
  const parts: unknown[] = [];
  await cell.run('seePages', {
    documents: [blank],
    options: { languages: ['eng'], pages: Array.from({ length: 12 }, (_, at) => at), painted: [] },
    onPart: (part) => parts.push(part),
    ended: new Cancellation(),
  });
  expect(parts).toHaveLength(12);
});

describe('is no answer', () => {
  it('a document that is cut off', async () => {
    await expect(read(aPdf([LINES]).subarray(0, 80))).rejects.toEqual(
      refusedAs('document_unreadable'),
    );
  });

  it('a tree of pages that holds itself', async () => {
    const looped = aPdf([LINES], { objects: { 2: '<</Type/Pages/Kids[2 0 R]/Count 1>>' } });
    await expect(read(looped)).rejects.toEqual(refusedAs('document_unreadable'));
  });

  it('a page of a million points, before anything is drawn', async () => {
    const huge = aPdf([[]], { width: 1_000_000, height: 1_000_000, unit: 75_000 });
    await expect(read(huge)).rejects.toEqual(refusedAs('document_too_large_to_scan'));
  });

  it('an image of more pixels than are read', async () => {
    const image = sharp({
      create: { width: 9_000, height: 9_000, channels: 3, background: '#ffffff' },
    });
    await expect(read(await image.png().toBuffer())).rejects.toEqual(
      refusedAs('document_too_large_to_scan'),
    );
  });

  it('a page whose image is left out, rather than a blank one', async () => {
    const bits = deflateSync(Buffer.alloc(20_000 * 2_500));
    const pdf = aPdf([[]], {
      content: 'q 500 0 0 500 0 0 cm /I Do Q',
      resources: '/XObject<</I 100 0 R>>',
      objects: {
        100: streamOf(
          '/Type/XObject/Subtype/Image/Width 20000/Height 20000/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/FlateDecode',
          bits,
        ),
      },
    });
    await expect(read(pdf)).rejects.toEqual(refusedAs('document_too_large_to_scan'));
  });

  it('bytes of no kind', async () => {
    await expect(read(Buffer.from([0, 1, 2, 3, 4, 5]))).rejects.toEqual(
      refusedAs('document_type_unsupported'),
    );
  });

  it('more pages than a call may read', async () => {
    const pages = Array.from({ length: 201 }, () => LINES);
    await expect(read(aPdf(pages))).rejects.toEqual(refusedAs('document_page_budget_exceeded'));
  });
});

it('lets a bomb end its child alone: the next document is read', async () => {
  const zeros = deflateRawSync(Buffer.alloc(16 * 1_048_576), {
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const gigabyte = deflateSync(Buffer.concat([ZLIB_HEAD, ...Array<Buffer>(64).fill(zeros)]));
  const bomb = aPdf([[]], {
    objects: { 5: streamOf('/Filter[/FlateDecode/FlateDecode]', gigabyte) },
  });
  const [pid] = cell.pids;
  await expect(read(bomb)).rejects.toEqual(refusedAs('document_too_large_to_scan'));
  expect(cell.pids).not.toContain(pid);
  expect(await read(aPdf([LINES]))).toHaveLength(1);
});

it('takes next to nothing of the event loop to start one, however much its gateway has in memory', async () => {
  await cell.whenKnown(); // What starts them is there.
  const memory = Buffer.alloc(512 * 1_048_576, 1);
  const quiet = { onStarted: NOTHING, onMessage: NOTHING, onGone: NOTHING };
  const times = [1, 2, 3].map(() => {
    const startedMs = performance.now();
    const child = launcher.launch(quiet);
    const tookMs = performance.now() - startedMs;
    child.end();
    return tookMs;
  });
  expect(memory.at(-1)).toBe(1);
  expect(Math.min(...times)).toBeLessThan(5); // A copy of what it has takes tens.
});

it('goes on with other children where what starts them has died, and tells whose was lost', async () => {
  await cell.whenKnown();
  const reading = read(aPdf(Array.from({ length: 100 }, () => LINES)));
  await waitFor('the work', () => cell.load.busy === 1);
  const { pids } = cell;
  process.kill(launcher.pid ?? 0, 'SIGKILL');
  await expect(reading).rejects.toEqual(refusedAs('documents_busy'));
  await waitFor('its children to end', () => !pids.some(isAlive));
  expect(await read(aPdf([LINES]))).toHaveLength(1);
});

it('leaves nobody behind where the gateway is killed in the middle of a document', async () => {
  const host = spawn(process.execPath, [...process.execArgv, READS_ON], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [said] = (await once(host.stdout, 'data')) as [Buffer];
  const [line = ''] = said.toString().split('\n'); // One for each part that was read until then.
  const pids = JSON.parse(line) as number[];
  expect(pids.filter(isAlive)).toHaveLength(2);
  host.kill('SIGKILL');
  await waitFor('all of them to end', () => !pids.some(isAlive));
});

it('ends the work for somebody who has gone', async () => {
  await cell.whenKnown();
  const ended = new Cancellation();
  const gone = new Error('gone');
  const reading = read(aPdf(Array.from({ length: 100 }, () => LINES)), {}, ended);
  ended.cancel(gone);
  await expect(reading).rejects.toBe(gone);
  expect(cell.load.busy).toBe(0);
});

it('turns away what would wait too long', async () => {
  const ended = new Cancellation();
  const asked = Array.from({ length: CELL_QUEUE_MAX + 8 }, () =>
    read(aPdf([LINES]), {}, ended).catch((fault: unknown) => fault),
  );
  const busy = await asked.at(-1);
  expect(busy).toEqual(refusedAs('documents_busy'));
  ended.cancel(new Error('enough'));
  await Promise.all(asked);
});

it('lets nobody wait for all that somebody else brought', async () => {
  const ended = new Cancellation();
  const ends: string[] = [];
  const count = (owner: string) =>
    cell
      .of(owner)
      .run('countPages', {
        documents: [aPdf([LINES])],
        options: { mediaType: '', filename: '' },
        ended,
      })
      .then(() => ends.push(owner));
  const all = Array.from({ length: 9 }, () => count('much'));
  await Promise.all([...all, count('little')]);
  expect(ends.indexOf('little')).toBeLessThan(3);
});

it('leaves room for others where one organisation brings more than its share', async () => {
  const ended = new Cancellation();
  const ask = (owner: string) =>
    cell
      .of(owner)
      .run('countPages', {
        documents: [aPdf([LINES])],
        options: { mediaType: '', filename: '' },
        ended,
      })
      .catch((fault: unknown) => fault);
  const much = Array.from({ length: CELL_QUEUE_MAX }, () => ask('much'));
  const little = ask('little');
  expect(await much.at(-1)).toEqual(refusedAs('documents_busy'));
  expect(await little).toBe(1);
  await Promise.all(much);
});
