import sharp from 'sharp';
import { deflateSync, crc32 } from 'node:zlib';
import type { Planted } from './hide-in-pdf.js';
import { pictureOf } from './picture-of.js';
import { sentencesOf, type Person } from './people.js';

type Make = (hiding: {
  readonly person: Person;
  readonly other: Person;
  readonly lines: readonly string[];
}) => Promise<{ readonly bytes: Uint8Array; readonly extension: string }>;

const jpegOf = async (
  lines: readonly string[],
  look: Parameters<typeof pictureOf>[1] = {},
): Promise<Buffer> => (await pictureOf(lines, look)).bytes;

const TRAPS: Readonly<Record<string, Make>> = {
  'EXIF of a photograph': async ({ other, lines }) => ({
    bytes: await sharp(await jpegOf(lines))
      .withExif({
        IFD0: { Artist: other.name, ImageDescription: other.email, Copyright: other.iban },
      })
      .jpeg({ quality: 90 })
      .toBuffer(),
    extension: 'jpg',
  }),
  'turned by its EXIF': async ({ other, lines }) => ({
    bytes: await sharp(
      await sharp(await jpegOf(lines))
        .rotate(270)
        .toBuffer(),
    )
      .withMetadata({ orientation: 6, exif: { IFD0: { Artist: other.name } } })
      .jpeg({ quality: 90 })
      .toBuffer(),
    extension: 'jpg',
  }),
  'words of a PNG': async ({ other, lines }) => ({
    bytes: withChunks(
      await sharp(await jpegOf(lines))
        .png()
        .toBuffer(),
      other,
    ),
    extension: 'png',
  }),
  'after its end': async ({ other, lines }) => ({
    bytes: Buffer.concat([await jpegOf(lines), Buffer.from(`\n${other.name};${other.iban}\n`)]),
    extension: 'jpg',
  }),
  'white on dark': async ({ lines }) => ({
    bytes: await jpegOf(lines, { ink: '#ffffff', paper: '#203040' }),
    extension: 'jpg',
  }),
  'grey on white': async ({ lines }) => ({
    bytes: await jpegOf(lines, { ink: '#999999' }),
    extension: 'jpg',
  }),
  'small letters': async ({ lines }) => ({
    bytes: await jpegOf(lines, { dpi: 130 }),
    extension: 'jpg',
  }),
  'a skewed scan': async ({ lines }) => ({
    bytes: await sharp(await jpegOf(lines))
      .rotate(1.5, { background: '#ffffff' })
      .jpeg()
      .toBuffer(),
    extension: 'jpg',
  }),
  'a coarse scan': async ({ lines }) => ({
    bytes: await sharp(await jpegOf(lines))
      .blur(0.8)
      .jpeg({ quality: 45 })
      .toBuffer(),
    extension: 'jpg',
  }),
  'another format': async ({ other, lines }) => ({
    bytes: await sharp(await jpegOf(lines))
      .withExif({ IFD0: { Artist: other.name } })
      .webp()
      .toBuffer(),
    extension: 'webp',
  }),
};

/** Chunks of text, plain and packed, which no picture shows. */
function withChunks(png: Buffer, { name, iban, email }: Person): Buffer {
  const head = png.subarray(0, 33); // The signature and IHDR.
  return Buffer.concat([
    head,
    chunk('tEXt', Buffer.from(`Author\0${name}`, 'latin1')),
    chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(iban)])),
    chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0<x>${email}</x>`)),
    png.subarray(33),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const NAMES = Object.keys(TRAPS);

export async function hideInPicture(
  number: number,
  { person, other }: { readonly person: Person; readonly other: Person },
): Promise<Planted> {
  const trap = NAMES[number % NAMES.length] as string;
  const make = TRAPS[trap] as Make;
  const { bytes, extension } = await make({ person, other, lines: sentencesOf(person) });
  return { bytes, filename: `scan-${number}.${extension}`, traps: [trap] };
}
