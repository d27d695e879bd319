import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync, inflateSync } from 'node:zlib';
import { squeezed } from './people.js';

/** What somebody sees who looks for values in a file, by the way that he looks. */
export interface Look {
  readonly by: string;
  readonly text: string;
}

/**
 * All looks at a file that was handed out. Nothing of the gateway's own is used: the bytes are taken apart here,
 * and read and recognised by Debian's poppler and tesseract.
 */
export function looksAt(bytes: Uint8Array, extension: string): readonly Look[] {
  const file = Buffer.from(bytes);
  const looks: Look[] = [];
  for (const part of partsOf(file)) {
    looks.push({ by: 'bytes', text: part.toString('utf8') });
    looks.push({ by: 'bytes', text: part.toString('latin1') });
    looks.push({ by: 'utf-16', text: copyOf(part).toString('utf16le') });
    looks.push({ by: 'utf-16', text: copyOf(part.subarray(1)).toString('utf16le') });
    looks.push({ by: 'utf-16', text: swapped(part).toString('utf16le') });
    for (const [, hex = ''] of part.toString('latin1').matchAll(/<([\da-fA-F\s]{8,})>/g)) {
      const read = Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');
      looks.push({ by: 'hex', text: read.toString('latin1') });
      looks.push({ by: 'hex', text: swapped(read).toString('utf16le') });
    }
    looks.push({ by: 'without tags', text: withoutTags(part.toString('utf8')) });
  }
  return [...looks, ...secondLooks(file, extension)];
}

/** Node 24 writes beyond its memory when it reads UTF-16 from an odd address. */
const copyOf = (bytes: Buffer): Buffer => Buffer.from(bytes);

const swapped = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16();

const withoutTags = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#x([\da-f]+);/gi, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    )
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

/** The file, and all that is packed in it: streams of a PDF, entries of an archive, whatever inflates. */
function partsOf(file: Buffer): readonly Buffer[] {
  const parts = [file];
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    const from = file.indexOf('\n', at) + 1;
    parts.push(...tried(() => inflateSync(file.subarray(from), { maxOutputLength: 1e8 })));
  }
  for (let at = file.indexOf('PK\x03\x04'); at >= 0; at = file.indexOf('PK\x03\x04', at + 4)) {
    const from = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
    parts.push(...tried(() => inflateRawSync(file.subarray(from), { maxOutputLength: 1e8 })));
  }
  return parts;
}

function tried(read: () => Buffer): readonly Buffer[] {
  try {
    return [read()];
  } catch {
    return []; // Not packed in this way.
  }
}

const PROGRAM_MS_MAX = 300_000; // A machine may do other things, too.
const PICTURES: ReadonlySet<string> = new Set(['jpg', 'png', 'webp']);

function secondLooks(file: Buffer, extension: string): readonly Look[] {
  if (extension !== 'pdf' && !PICTURES.has(extension)) return [];
  const folder = mkdtempSync(join(tmpdir(), 'gw-leaks-'));
  const run = (program: string, args: readonly string[]): string =>
    execFileSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      timeout: PROGRAM_MS_MAX,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, OMP_THREAD_LIMIT: '1' },
    });
  try {
    writeFileSync(join(folder, `look.${extension}`), file);
    const looks: Look[] = [];
    if (extension === 'pdf') {
      looks.push({ by: 'pdftotext', text: run('pdftotext', ['look.pdf', '-']) });
      looks.push({ by: 'pdftotext', text: run('pdftotext', ['-raw', 'look.pdf', '-']) });
      looks.push({ by: 'pdfinfo', text: run('pdfinfo', ['look.pdf']) });
      run('pdftoppm', ['-r', '200', '-gray', '-png', 'look.pdf', 'page']);
    }
    for (const picture of readdirSync(folder).filter((name) => !name.endsWith('.pdf'))) {
      for (const mode of ['3', '11']) {
        looks.push({ by: 'tesseract', text: run('tesseract', [picture, '-', '--psm', mode]) });
      }
    }
    return looks;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** How the values that stand in it still were seen, each way once. */
export const leaksIn = (
  looks: readonly Look[],
  planted: readonly string[],
): readonly { readonly by: string; readonly value: string }[] =>
  planted.flatMap((value) => {
    const ways = looks.filter(({ text }) => squeezed(text).includes(value)).map(({ by }) => by);
    return [...new Set(ways)].map((by) => ({ by, value }));
  });
