/** One folder: what an auditor takes away. */
export const EXPORT_FILES = {
  /** The entries' own bytes, one a line, in the order of the log. A missing row is an empty line. */
  entries: 'entries.ndjson',
  /** The leaf hashes the database holds, 32 bytes each: they name the row that does not fit. */
  leaves: 'leaves.bin',
  /** Signed checkpoints of the range, each followed by an empty line. */
  checkpoints: 'checkpoints.txt',
  manifest: 'manifest.json',
} as const;

export interface Manifest {
  readonly format: 'gateway-audit-export/1';
  readonly origin: string;
  /** C2SP verifier key. Trust it only if it came another way too. */
  readonly vkey: string;
  /** Sequence numbers: `from` up to, not including, `to`. */
  readonly from: number;
  readonly to: number;
  /** Size of the newest checkpoint when the export was made. */
  readonly logSize: number;
  /**
   * Changes of the signing key, from the log's first key on. Those in the range are in its entries, too; the
   * others stand on the signature of the key that was followed.
   */
  readonly rotations?: readonly Rotation[];
  /** Why rows of the range are missing, where one of them was dropped by retention. */
  readonly retentions?: readonly SaidRetention[];
  /** Roots of the complete subtrees before `from`, largest first, base64. */
  readonly frontier: readonly string[];
}

export interface Rotation {
  readonly seq: number;
  /** Verifier keys. */
  readonly from: string;
  readonly to: string;
  /** Both, signed with the first. */
  readonly note: string;
}

/** An entry that says which rows are dropped. It lies behind them, and maybe behind the range. */
export interface SaidRetention {
  /** Its own bytes, as text. */
  readonly entry: string;
  /** That it is in the log, in the form of C2SP tlog-proof. */
  readonly proof: string;
}

const isSaid = (value: Partial<SaidRetention>): boolean =>
  typeof value.entry === 'string' && typeof value.proof === 'string';

const isRotation = (value: Partial<Rotation>): boolean =>
  Number.isSafeInteger(value.seq) &&
  [value.from, value.to, value.note].every((text) => typeof text === 'string');

/** @throws when it is not a manifest of this format */
export function readManifest(text: string): Manifest {
  const value = JSON.parse(text) as Partial<Manifest>;
  const isWhole =
    value.format === 'gateway-audit-export/1' &&
    typeof value.origin === 'string' &&
    typeof value.vkey === 'string' &&
    [value.from, value.to, value.logSize].every((seq) => Number.isSafeInteger(seq)) &&
    (value.rotations === undefined ||
      (Array.isArray(value.rotations) && value.rotations.every(isRotation))) &&
    (value.retentions === undefined ||
      (Array.isArray(value.retentions) && value.retentions.every(isSaid))) &&
    Array.isArray(value.frontier) &&
    value.frontier.every((hash) => typeof hash === 'string');
  if (!isWhole) throw new Error('manifest.json is not that of an audit export.');
  return value as Manifest;
}
