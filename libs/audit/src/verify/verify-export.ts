import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCheckpoint, splitNotes } from '../log/checkpoint.js';
import { Frontier } from '../log/frontier.js';
import { HASH_BYTES, leafHash, type Hash } from '../log/hashes.js';
import { type NoteKey, readNoteKey, writeNoteKey } from '../log/note.js';
import { PrunedRows, type Run } from '../retain/pruned-rows.js';
import { openRetention } from '../retain/retention-entry.js';
import {
  EXPORT_FILES,
  type Manifest,
  readManifest,
  type Rotation,
  type SaidRetention,
} from './export-format.js';
import { KeyChain, rotationIn } from './key-chain.js';
import { verifyProof } from './prove.js';
import { readLines } from './read-lines.js';

export interface Trust {
  /** The verifier key, from another source than the export itself. */
  readonly vkey?: string;
  /** Text of older checkpoints that were kept: the gateway's anchor file, or one's own copies. */
  readonly anchors?: string;
}

export interface Verdict {
  readonly isGood: boolean;
  /** What does not fit, in words. */
  readonly faults: readonly string[];
  /** The first row that is not as it was sealed, when one can be named. */
  readonly firstBadSeq: number | null;
  readonly entries: number;
  /** Of them those that were dropped by retention: a sealed entry says so, and their leaves are here. */
  readonly pruned: number;
  readonly checkpoints: number;
  /** Anchors that could be compared: those of this log whose size lies in the range. */
  readonly anchors: number;
  /** False: the export vouches for itself only, so a forger could have signed it with any key. */
  readonly isKeyTrusted: boolean;
  readonly rowsPerSecond: number;
}

/** A root that the log must have at a size, and who says so. */
interface Milestone {
  readonly size: number;
  readonly root: Hash;
  readonly source: 'checkpoint' | 'anchor';
}

/** Needs no database and no network; reads the entries as a stream. */
export async function verifyExport(dir: string, trust: Trust = {}): Promise<Verdict> {
  const startedMs = performance.now();
  const manifest = readManifest(await readFile(join(dir, EXPORT_FILES.manifest), 'utf8'));
  const key = readNoteKey(trust.vkey ?? manifest.vkey);
  const faults = keyFaults(key, manifest);
  const known = KeyChain.read(key, manifest);
  const chain = known ?? KeyChain.of(key);

  const notes = splitNotes(await readFile(join(dir, EXPORT_FILES.checkpoints), 'utf8'));
  const checkpoints = readMilestones(notes, { key, chain, source: 'checkpoint', faults });
  faults.push(...chain.faults());
  const anchors = readMilestones(splitNotes(trust.anchors ?? ''), {
    key,
    chain,
    source: 'anchor',
    faults,
  });
  const beyond = anchors.findLast(({ size }) => size > manifest.logSize);
  if (beyond) {
    faults.push(
      `The log had ${beyond.size} rows when anchored and claims ${manifest.logSize}: its end is missing, or the anchors are newer than this export. Export again, or take anchors that were copied before it.`,
    );
  }
  // The walk meets what lies in the range, in order; anything else would hide what follows it.
  const milestones = [...checkpoints, ...anchors]
    .filter(({ size }) => size > manifest.from && size <= manifest.to)
    .toSorted((a, b) => a.size - b.size);
  if (!milestones.some(({ size, source }) => size === manifest.to && source === 'checkpoint')) {
    faults.push('No checkpoint covers the end of the range.');
  }
  const pruned = new PrunedRows(
    (manifest.retentions ?? []).flatMap((said) => runsSaid(said, chain)),
  );
  const walk = await walkEntries(dir, manifest, { milestones, pruned });
  faults.push(...walk.faults);
  const seconds = (performance.now() - startedMs) / 1_000;
  return {
    isGood: faults.length === 0,
    faults,
    firstBadSeq: walk.firstBadSeq,
    entries: walk.entries,
    pruned: walk.pruned,
    checkpoints: checkpoints.length,
    anchors: milestones.filter(({ source }) => source === 'anchor').length,
    isKeyTrusted: trust.vkey !== undefined,
    rowsPerSecond: Math.round(walk.entries / seconds),
  };
}

const keyFaults = (key: NoteKey, manifest: Manifest): string[] =>
  key.name === manifest.origin ? [] : [`The key is of the log ${key.name}, not of this one.`];

function readMilestones(
  notes: readonly string[],
  {
    key,
    chain,
    source,
    faults,
  }: { key: NoteKey; chain: KeyChain; source: Milestone['source']; faults: string[] },
): Milestone[] {
  const milestones: Milestone[] = [];
  for (const note of notes) {
    const claimed = readCheckpoint(note);
    // An anchor file holds the anchors of every organisation.
    if (source === 'anchor' && claimed?.origin !== key.name) continue;
    const isSigned =
      source === 'anchor' ? chain.knows(note) : chain.opens(note, claimed?.size ?? 0);
    if (isSigned && claimed?.origin === key.name) milestones.push({ ...claimed, source });
    else faults.push(`A ${source} of size ${claimed?.size ?? '?'} is not signed by this key.`);
  }
  return milestones;
}

/** Of an entry that is in the log, and that one of its keys signed beside. */
function runsSaid({ entry, proof }: SaidRetention, { all }: KeyChain): readonly Run[] {
  const bytes = Buffer.from(entry);
  const isSealed = all.some((key) => verifyProof(proof, bytes, writeNoteKey(key)).isGood);
  return (isSealed && openRetention(bytes, all)?.runs) || [];
}

interface Walk {
  readonly entries: number;
  readonly pruned: number;
  readonly firstBadSeq: number | null;
  readonly faults: readonly string[];
}

/** Rebuilds the tree row by row and compares its root with every milestone on the way. */
async function walkEntries(
  dir: string,
  manifest: Manifest,
  known: { readonly milestones: readonly Milestone[]; readonly pruned: PrunedRows },
): Promise<Walk> {
  const { milestones, pruned } = known;
  const { from, to, frontier } = manifest;
  const rotations = new Map(manifest.rotations?.map((rotation) => [rotation.seq, rotation]));
  const before = frontier.map((hash) => Buffer.from(hash, 'base64'));
  const tree = Frontier.read(from, Buffer.concat(before));
  const leaves = await open(join(dir, EXPORT_FILES.leaves));
  let reached = 0;
  let good = from;
  let dropped = 0;
  try {
    for await (const lines of readLines(join(dir, EXPORT_FILES.entries))) {
      const sealed = Buffer.alloc(lines.length * HASH_BYTES);
      await leaves.read(sealed, 0, sealed.length, (tree.size - from) * HASH_BYTES);
      for (const [index, line] of lines.entries()) {
        const at = index * HASH_BYTES;
        const leaf = sealed.subarray(at, at + HASH_BYTES);
        if (tree.size === to) return stopAt(to, from, 'The range should have ended before.');
        const isDropped = line.length === 0 && pruned.has(tree.size);
        if (isDropped) dropped++;
        else if (!leafHash(line).equals(leaf)) {
          return stopAt(tree.size, from, 'It was changed, or it is gone.');
        }
        const rotation = rotations.get(tree.size);
        if (rotation && !isDropped && !names(line, rotation)) {
          return stopAt(tree.size, from, 'It does not name the keys that the manifest says.');
        }
        tree.append(leaf);
        for (; milestones[reached]?.size === tree.size; reached++) {
          const { source, root } = milestones[reached] as Milestone;
          if (!tree.root().equals(root)) {
            return stopAt(good, from, `From here on the ${source} of ${tree.size} does not fit.`);
          }
          good = tree.size;
        }
      }
    }
  } finally {
    await leaves.close();
  }
  if (tree.size < to) return stopAt(tree.size, from, 'It and all behind it are missing.');
  return { entries: tree.size - from, pruned: dropped, firstBadSeq: null, faults: [] };
}

function names(entry: Buffer, { from, to, note }: Rotation): boolean {
  const named = rotationIn(entry);
  return named.from === from && named.to === to && named.note === note;
}

const stopAt = (seq: number, from: number, fault: string): Walk => ({
  entries: seq - from,
  pruned: 0,
  firstBadSeq: seq,
  faults: [`Row ${seq}: ${fault}`],
});
