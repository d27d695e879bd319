import { rotationText } from '../log/checkpoint-signer.js';
import { type NoteKey, openNote, readNoteKey, writeNoteKey } from '../log/note.js';
import type { Manifest, Rotation } from './export-format.js';

/** What an entry of the type `key_rotation` says; empty for any other. */
export function rotationIn(entry: Buffer): Omit<Rotation, 'seq'> {
  const { type, detail } = JSON.parse(entry.toString()) as {
    readonly type?: unknown;
    readonly detail?: Partial<Rotation> | null;
  };
  const isRotation = type === 'key_rotation';
  const { from = '', to = '', note = '' } = (isRotation && detail) || {};
  return { from, to, note };
}

/**
 * The keys that signed a log, one after the other. One of them is trusted; it vouches for those before
 * it, whose rotation is in what it signed, and for those behind it: each was named by the key before,
 * in a note of its own, since whoever may write into the database can have any entry sealed.
 */
export class KeyChain {
  private reached = 0;
  private hasTrust = false;
  /** Rotations of the range under no checkpoint of the key that ended with them. */
  private readonly unsigned: Set<number>;

  private constructor(
    private readonly keys: readonly NoteKey[],
    private readonly rotations: readonly Rotation[],
    private readonly trusted: number,
    first = 0,
  ) {
    this.unsigned = new Set(rotations.flatMap(({ seq }, at) => (seq >= first ? [at] : [])));
  }

  /** Undefined when the trusted key is none of the log's. */
  static read(
    trusted: NoteKey,
    { vkey, rotations = [], from: first }: Manifest,
  ): KeyChain | undefined {
    const texts = [rotations[0]?.from ?? vkey, ...rotations.map(({ to }) => to)];
    const isWhole = rotations.every(({ from }, at) => from === texts[at]);
    const keys = texts.map(readNoteKey);
    const isSigned = rotations.every(({ from, to, note }, at) => {
      const key = keys[at];
      return key !== undefined && openNote(note, key) === rotationText(from, to);
    });
    const isOfOneLog = keys.every(({ name }) => name === trusted.name);
    const at = texts.indexOf(writeNoteKey(trusted));
    return isWhole && isSigned && isOfOneLog && at >= 0
      ? new KeyChain(keys, rotations, at, first)
      : undefined;
  }

  /** Alone, where no key followed it. */
  static of(key: NoteKey): KeyChain {
    return new KeyChain([key], [], 0);
  }

  /** In the order of their sizes: whether a key that may sign this one did. */
  opens(note: string, size: number): boolean {
    const at = this.keys.findIndex(
      (key, place) =>
        place >= this.reached &&
        // Who follows signs nothing from before its rotation.
        (place === 0 || size > (this.rotations[place - 1]?.seq ?? Infinity)) &&
        openNote(note, key) !== undefined,
    );
    if (at < 0) return false;
    this.reached = at;
    this.hasTrust ||= at >= this.trusted; // Each that follows the trusted one was named by the one before.
    if (size > (this.rotations[at]?.seq ?? Infinity)) this.unsigned.delete(at);
    return true;
  }

  /** Former keys and those that follow, in their order. */
  get all(): readonly NoteKey[] {
    return this.keys;
  }

  /** Whoever signed, in whatever order: for checkpoints that were kept elsewhere. */
  knows(note: string): boolean {
    return this.keys.some((key) => openNote(note, key) !== undefined);
  }

  /** Once every checkpoint was opened: what anybody could have written, since no known key vouches for it. */
  faults(): string[] {
    const unsigned = this.rotations.flatMap(({ seq }, at) =>
      this.unsigned.has(at) && at < this.reached
        ? [`Row ${seq}: The old key did not sign that it was followed by another.`]
        : [],
    );
    return this.hasTrust || this.keys.length === 1
      ? unsigned
      : [
          ...unsigned,
          'No checkpoint of the range is signed by the trusted key, or by one that followed it.',
        ];
  }
}
