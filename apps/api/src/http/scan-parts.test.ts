import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanParts } from './scan-parts.js';

interface Part {
  readonly head: string;
  readonly data: Buffer;
}

async function* piecesOf(body: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0;
  for (let piece = 0; at < body.length; piece++) {
    const size = sizes.length > 0 ? (sizes[piece % sizes.length] ?? 1) : body.length;
    yield body.subarray(at, at + size);
    at += size;
  }
}

async function scan(
  body: Buffer | string,
  sizes: readonly number[] = [],
  headMax = 1_000,
): Promise<Part[]> {
  const parts: Part[] = [];
  let head: string | undefined;
  let data: Buffer[] = [];
  for await (const event of scanParts(piecesOf(Buffer.from(body), sizes), 'XX', headMax)) {
    if (event.type === 'head') {
      expect(head).toBeUndefined();
      head = event.head.toString();
      data = [];
    } else if (event.type === 'data') data.push(Buffer.from(event.data));
    else {
      parts.push({ head: head ?? '', data: Buffer.concat(data) });
      head = undefined;
    }
  }
  expect(head).toBeUndefined();
  return parts;
}

const write = (parts: readonly Part[], around = { before: '', after: '' }) =>
  Buffer.concat([
    Buffer.from(around.before),
    ...parts.flatMap(({ head, data }) => [
      Buffer.from(`--XX\r\n${head}\r\n\r\n`),
      data,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--XX--${around.after}`),
  ]);

/** Data full of what looks like a border and is none. */
const trickyData = fc
  .array(
    fc.constantFrom('\r\n', '--', '-', 'X', '\r', '\n', '\r\n--', '\r\n--X', 'a', '\0', '--XX'),
    { maxLength: 30, size: 'max' },
  )
  .map((bits) => bits.join(''))
  .filter((text) => !text.includes('\r\n--XX'));
const aPart = fc.record({
  head: fc.constantFrom('content-disposition: form-data; name="a"', 'a: é\r\nb: c'),
  data: fc.oneof(
    trickyData.map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200, size: 'max' }).map((bytes) => Buffer.from(bytes)),
  ),
});

describe('scanParts', () => {
  it('finds each part as it was written, wherever the body is cut', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
    const around = fc.record({
      before: fc.constant(''),
      after: fc.constantFrom('', '\r\n'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(aPart, { minLength: 1, maxLength: 4 }),
        sizes,
        around,
        async (parts, sizes, around) => {
          fc.pre(parts.every(({ data }) => !data.includes('\r\n--XX')));
          expect(await scan(write(parts, around), sizes)).toEqual(parts);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('finds no part in a form without any', async () => {
    expect(await scan('--XX--\r\n')).toEqual([]);
  });

  it('hands data on as it arrives, and keeps back only what may become a border', async () => {
    const sizes: number[] = [];
    const body = write([{ head: 'a: b', data: Buffer.alloc(100_000, 'x') }]);
    for await (const event of scanParts(piecesOf(body, [10_000]), 'XX', 1_000)) {
      if (event.type === 'data') sizes.push(event.data.length);
    }
    expect(sizes.length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(10_010);
  });

  it.each([
    ['that ends in its middle', '--XX\r\na: b\r\n\r\ndata'],
    ['that ends before its first part', 'nothing here'],
    ['that ends with a border only', '--XX\r\na: b\r\n\r\ndata\r\n--XX'],
    ['of nothing', ''],
    ['with text behind a border', '--XXY\r\na: b\r\n\r\ndata\r\n--XX--'],
    ['whose part has too long a head', `--XX\r\na: ${'b'.repeat(2_000)}\r\n\r\ndata\r\n--XX--`],
    ['whose head never ends', `--XX\r\n${'b'.repeat(2_000)}`],
    ['with spaces behind a border', '--XX \r\na: b\r\n\r\ndata\r\n--XX--'],
    ['with text before its parts', 'x\r\n--XX\r\na: b\r\n\r\ndata\r\n--XX--'],
    ['with a line before its parts', '\r\n--XX\r\na: b\r\n\r\ndata\r\n--XX--'],
    ['with text behind its parts', '--XX\r\na: b\r\n\r\ndata\r\n--XX--\r\nx'],
    ['with text behind its last border', '--XX\r\na: b\r\n\r\ndata\r\n--XX--x'],
    ['whose lines end in one character', '--XX\na: b\n\ndata\n--XX--\n'],
    ['whose border never ends', `--XX${' '.repeat(2_000)}`],
  ])('refuses a form %s', async (_what, body) => {
    for (const sizes of [[], [1], [7]]) {
      await expect(scan(body, sizes)).rejects.toMatchObject({ key: 'form_malformed' });
    }
  });
});
