import type { EntryDetail } from '../entry/entry.js';
import { type NoteKey, openNote } from '../log/note.js';
import { countOf, readRuns, type Run, writeRuns } from './pruned-rows.js';

/** What an entry of the type `retention` says: these rows of the month are dropped from here on. */
export interface Retention {
  /** As in 2026-08. */
  readonly month: string;
  readonly rows: number;
  /** What the dropped rows cost, in nano-units: the ledger keeps it, and no entry vouches for it any more. */
  readonly nano: string;
  readonly runs: readonly Run[];
}

/**
 * What is signed beside the entry: whoever may write into the database can have any entry sealed. The
 * second line is no number, so it never passes for a checkpoint.
 */
const textOf = (origin: string, { month, rows, nano, runs }: Retention): string =>
  `retention\n${origin}\n${month}\n${rows}\n${nano}\n${writeRuns(runs)}\n`;

/** @param sign as `CheckpointSigner.signText` does: a note of the text, signed for the origin */
export function writeRetention(
  origin: string,
  retention: Retention,
  sign: (text: string) => string,
): EntryDetail {
  const { month, rows, nano, runs } = retention;
  const text = textOf(origin, retention);
  // The text is in the entry already.
  const signature = sign(text)
    .slice(text.length + 1)
    .trimEnd();
  return { month, rows, nano, ranges: writeRuns(runs), signature };
}

/** Undefined when the entry is another one, is not of this log, or none of the keys signed it. */
export function openRetention(entry: Buffer, keys: readonly NoteKey[]): Retention | undefined {
  const detail = detailOf(entry);
  if (!detail) return undefined;
  const { month, rows, nano, ranges, signature } = detail;
  const runs = readRuns(String(ranges));
  if (!runs || typeof rows !== 'number' || rows !== countOf(runs)) return undefined;
  const retention = { month: String(month), rows, nano: String(nano), runs };
  const isSigned = keys.some(
    (key) => openNote(`${textOf(key.name, retention)}\n${signature}\n`, key) !== undefined,
  );
  return isSigned ? retention : undefined;
}

function detailOf(entry: Buffer): EntryDetail | null | undefined {
  try {
    const { type, detail } = JSON.parse(entry.toString()) as {
      readonly type?: unknown;
      readonly detail?: EntryDetail | null;
    };
    return type === 'retention' ? detail : undefined;
  } catch {
    return undefined; // It was tampered with, which whoever compares it with its leaf will say.
  }
}
