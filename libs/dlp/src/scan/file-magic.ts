import type { Unreadable } from '#wire';

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** How files begin, at least three bytes of each: fewer begin many a random token, too. */
const BEGINNINGS: readonly (readonly [beginning: Buffer, kind: Unreadable])[] = [
  [bytes('89504e47'), 'image'], // PNG
  [bytes('ffd8ff'), 'image'], // JPEG
  [ascii('GIF8'), 'image'],
  [bytes('49492a00'), 'image'], // TIFF, in both orders of bytes
  [bytes('4d4d002a'), 'image'],
  [ascii('ID3'), 'audio'],
  [ascii('OggS'), 'audio'],
  [ascii('fLaC'), 'audio'],
  [bytes('504b0304'), 'document'], // ZIP, and with it the formats of offices
  [bytes('d0cf11e0'), 'document'], // Their older ones
  [bytes('1f8b08'), 'document'], // gzip
  [bytes('377abcaf'), 'document'], // 7z
  [bytes('fd377a58'), 'document'], // xz
  [bytes('28b52ffd'), 'document'], // Zstandard
  [ascii('BZh'), 'document'],
  [ascii('Rar!'), 'document'],
  [ascii('{\\rtf'), 'document'],
  [ascii('%!PS'), 'document'],
  [ascii('SQLite'), 'document'],
  [ascii('PAR1'), 'document'],
  [bytes('1a45dfa3'), 'document'], // Matroska, WebM
];

/** Asked for every text there is, so by the first byte, which few of them begin with. */
const BY_FIRST_BYTE = Array.from({ length: 256 }, (_, first) =>
  BEGINNINGS.filter(([beginning]) => beginning[0] === first),
);

/** In a box behind its length: pictures and recordings of the family of MP4; all others are films. */
const BRANDS: readonly (readonly [pattern: RegExp, kind: Unreadable])[] = [
  [/^ftyp(?:avif|avis|heic|heix|mif1|msf1)/, 'image'],
  [/^ftyp(?:M4A|M4B)/, 'audio'],
  [/^ftyp/, 'document'],
];

/** Behind `RIFF` and a length. */
const RIFFS: Readonly<Record<string, Unreadable>> = { WEBP: 'image', WAVE: 'audio' };

/** As far as readers look for the head of a PDF, which therefore hides behind anything. */
export const HEAD_BYTES = 1_024;
const PDF = ascii('%PDF-');

/** What kind of file its first bytes say it is; null where they are those of none that is known. */
export function kindOfFile(file: Buffer): Unreadable | null {
  const head = file.subarray(0, HEAD_BYTES);
  if (head.includes(PDF)) return 'document';
  for (const [beginning, kind] of BY_FIRST_BYTE[head[0] ?? 0] ?? []) {
    if (beginning.every((byte, at) => head[at] === byte)) return kind;
  }
  const text = head.toString('latin1', 0, 16);
  if (text.startsWith('RIFF')) return RIFFS[text.slice(8, 12)] ?? 'document';
  return BRANDS.find(([pattern]) => pattern.test(text.slice(4)))?.[1] ?? null;
}
