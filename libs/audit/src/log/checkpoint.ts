import { HASH_BYTES, type Hash } from './hashes.js';

/** C2SP tlog-checkpoint: what a log commits to at one moment. */
export interface Checkpoint {
  /** Name of the log and of its signing key. */
  readonly origin: string;
  readonly size: number;
  readonly root: Hash;
}

/** The text that is signed. */
export const writeCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

/** Reads a checkpoint's text, signed or not. The signature is `openNote`'s concern. */
export function readCheckpoint(text: string): Checkpoint | undefined {
  const [origin, size, encodedRoot] = text.split('\n');
  const root = Buffer.from(encodedRoot ?? '', 'base64');
  if (!origin || !/^(0|[1-9]\d{0,15})$/.test(size ?? '') || root.length !== HASH_BYTES) {
    return undefined;
  }
  return { origin, size: Number(size), root };
}

/** Signed checkpoints one after the other, each followed by an empty line. */
export const joinNotes = (notes: readonly string[]): string =>
  notes.map((note) => `${note}\n`).join('');

export function splitNotes(text: string): string[] {
  const blocks = text.split('\n\n').filter((block) => block.trim() !== '');
  const notes: string[] = [];
  for (let block = 0; block + 1 < blocks.length; block += 2) {
    notes.push(`${blocks[block]}\n\n${blocks[block + 1]?.trimEnd()}\n`);
  }
  return notes;
}
