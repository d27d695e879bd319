import { describe, expect, it } from 'vitest';
import { SystemEntropy } from '#kernel';
import { PIECE_BYTES } from '../limits.js';
import { openPieces, openText, sealedLength, sealPieces, sealText } from './sealed-pieces.js';

const entropy = new SystemEntropy();
const key = Buffer.alloc(32, 7);
const place = 'a-job/input';
const TAG_BYTES = 16;
const SALT_BYTES = 16;

async function together(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const seal = (bytes: Uint8Array): Promise<Buffer> =>
  together(sealPieces({ key, place, entropy }, [bytes]));
const open = (sealed: Uint8Array, other = place): Promise<Buffer> =>
  together(openPieces({ key, place: other }, [sealed]));

const LENGTHS = [0, 1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES];

describe('what is sealed piece by piece', () => {
  it.each(LENGTHS)('opens as it was, of %i bytes, and is as long as was said', async (length) => {
    const bytes = entropy.bytes(length);
    const sealed = await seal(bytes);
    expect(sealed.length).toBe(sealedLength(length));
    expect((await open(sealed)).equals(bytes)).toBe(true);
    if (length > 16) expect(sealed.includes(bytes.subarray(0, 16))).toBe(false);
  });

  it('opens whatever pieces it comes back in', async () => {
    const bytes = entropy.bytes(2 * PIECE_BYTES + 100);
    const sealed = await seal(bytes);
    const crumbs = Array.from({ length: Math.ceil(sealed.length / 4_099) }, (_, n) =>
      sealed.subarray(4_099 * n, 4_099 * (n + 1)),
    );
    expect((await together(openPieces({ key, place }, crumbs))).equals(bytes)).toBe(true);
  });

  it('does not open where it was changed, cut off, put in another order or elsewhere', async () => {
    const sealed = await seal(entropy.bytes(2 * PIECE_BYTES + 100));
    const piece = PIECE_BYTES + TAG_BYTES;
    const [salt, first, second, last] = [
      sealed.subarray(0, SALT_BYTES),
      sealed.subarray(SALT_BYTES, SALT_BYTES + piece),
      sealed.subarray(SALT_BYTES + piece, SALT_BYTES + 2 * piece),
      sealed.subarray(SALT_BYTES + 2 * piece),
    ] as const;
    const turned = Buffer.from(sealed);
    turned.writeUInt8(turned.readUInt8(1_000) ^ 1, 1_000);
    const broken = [
      turned,
      Buffer.concat([salt, first]),
      Buffer.concat([salt, first, second]),
      Buffer.concat([salt, second, first, last]),
      Buffer.concat([salt, first, last]),
      sealed.subarray(0, -1),
      sealed.subarray(0, SALT_BYTES + 4),
      sealed.subarray(0, SALT_BYTES - 1),
      Buffer.alloc(0),
    ];
    for (const bytes of broken) await expect(open(bytes)).rejects.toThrow();
    await expect(open(sealed, 'another-job/input')).rejects.toThrow();
    await expect(open(sealed, 'a-job/result')).rejects.toThrow();
  });

  it('is another each time', async () => {
    const bytes = Buffer.from('the same words');
    expect((await seal(bytes)).equals(await seal(bytes))).toBe(false);
  });
});

it('a text opens where it belongs, and nowhere else', () => {
  const sealed = sealText(key, 'a-job/options', '{"remove":["Blue Heron"]}', entropy);
  expect(openText(key, 'a-job/options', sealed)).toBe('{"remove":["Blue Heron"]}');
  expect(() => openText(key, 'a-job/outcome', sealed)).toThrow();
  expect(() => openText(Buffer.alloc(32, 8), 'a-job/options', sealed)).toThrow();
});
