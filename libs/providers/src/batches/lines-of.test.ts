import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesOf, TooLong } from './lines-of.js';

const BOUNDS = { lineBytesMax: 1_000, bytesMax: 10_000 };

async function read(chunks: readonly Uint8Array[], bounds = BOUNDS): Promise<string[]> {
  const lines: string[] = [];
  const file = (async function* () {
    yield* chunks;
  })();
  for await (const line of linesOf(file, bounds)) lines.push(Buffer.concat(line).toString());
  return lines;
}

it('reads the same lines, wherever the file is cut', async () => {
  const text = fc.array(fc.constantFrom('a', 'é', '😀', 'a longer line'), { maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(40), { maxLength: 6 }), async (lines, cuts) => {
      const bytes = Buffer.from(lines.join('\n'));
      const places = [0, ...cuts.filter((at) => at < bytes.length).toSorted((a, b) => a - b)];
      const chunks = places.map((at, index) => bytes.subarray(at, places[index + 1]));
      expect(await read(chunks)).toEqual(lines);
    }),
  );
});

it.each(['a\nb', 'a\nb\n', '\n\na\r\n \t\r\nb\n\n'])(
  'leaves out what is blank: %j',
  async (text) => {
    expect((await read([Buffer.from(text)])).map((line) => line.trim())).toEqual(['a', 'b']);
  },
);

it.each([
  ['a line', 'a'.repeat(1_001), BOUNDS],
  ['a line with its end', `${'a'.repeat(1_001)}\n`, BOUNDS],
  ['a file', 'a\n'.repeat(6), { lineBytesMax: 10, bytesMax: 11 }],
])('reads %s no further than it may', async (_what, text, bounds) => {
  const bytes = Buffer.from(text);
  await expect(read([bytes], bounds)).rejects.toBeInstanceOf(TooLong);
  const pieces = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
  await expect(read(pieces, bounds)).rejects.toBeInstanceOf(TooLong);
});
