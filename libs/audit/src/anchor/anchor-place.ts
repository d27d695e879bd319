import type { EntryHead } from '../entry/entry.js';

/** A fork that an operator accepted: what was anchored before no longer holds. */
export interface AnchorFork {
  readonly organisationId: string;
  readonly lost: EntryHead;
  readonly kept: EntryHead;
}

export interface AnchorNote {
  readonly organisationId: string;
  readonly size: number;
  /** As it was signed. */
  readonly note: string;
}

/** Where checkpoints are kept beside the file, out of reach of whoever holds database and machine. */
export interface AnchorPlace {
  readonly name: 'webhook' | 's3';
  /** The newest note of each log that is kept there since its last fork. */
  read(): Promise<readonly string[]>;
  write(anchor: AnchorNote): Promise<void>;
  /** From here on, older notes of the log are not read any more. They stay there. */
  acceptFork(fork: AnchorFork): Promise<void>;
}
