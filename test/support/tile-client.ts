import { createHash, createPublicKey, verify } from 'node:crypto';

/**
 * A client of C2SP tlog-tiles, written from its text and RFC 9162 and not from our code: it trusts a
 * verifier key and nothing that it is given.
 */

export type Fetch = (path: string) => Promise<Buffer>;

export interface Head {
  readonly size: number;
  readonly root: Buffer;
}

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const leafOf = (entry: Uint8Array): Buffer => sha256(Buffer.of(0), entry);
const nodeOf = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Buffer.of(1), left, right);

/** MTH of RFC 9162, 2.1.1. */
export function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256();
  const [first] = leaves;
  if (leaves.length === 1 && first) return first;
  const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return nodeOf(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

/** @throws when the key did not sign it */
export function openCheckpoint(note: string, vkey: string): Head {
  const [name = '', id = '', encoded = ''] = vkey.split(/\+([0-9a-f]{8})\+/);
  const key = Buffer.from(encoded, 'base64');
  const text = note.slice(0, note.indexOf('\n\n') + 1);
  const [, signer, signature = ''] = note.slice(text.length + 1).split(/[ \n]/);
  const bytes = Buffer.from(signature, 'base64');
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: key.subarray(1).toString('base64url') },
    format: 'jwk',
  });
  const isSigned =
    signer === name &&
    bytes.subarray(0, 4).toString('hex') === id &&
    sha256(Buffer.from(`${name}\n`), key)
      .toString('hex')
      .startsWith(id) &&
    verify(null, Buffer.from(text), publicKey, new Uint8Array(bytes.subarray(4)));
  const [origin, size, root = ''] = text.split('\n');
  if (!isSigned || origin !== name) throw new Error('The checkpoint is not signed by this key.');
  return { size: Number(size), root: Buffer.from(root, 'base64') };
}

/** Every tile of every level of a tree of that size, each hash of them recomputed from below. */
export async function readTree(fetch: Fetch, { size, root }: Head): Promise<Buffer[]> {
  let below: Buffer[] | undefined;
  let leaves: Buffer[] = [];
  for (let level = 0, width = size; width > 0; level++, width = Math.floor(width / 256)) {
    const hashes = await readLevel(fetch, `tile/${level}`, width);
    for (const [index, hash] of (below ? hashes : []).entries()) {
      const made = rootOf((below ?? []).slice(index * 256, index * 256 + 256));
      if (!made.equals(hash)) throw new Error(`Hash ${index} of level ${level} does not fit.`);
    }
    if (level === 0) leaves = hashes;
    below = hashes;
  }
  if (!rootOf(leaves).equals(root)) throw new Error('The tiles do not make the root.');
  return leaves;
}

async function readLevel(fetch: Fetch, prefix: string, width: number): Promise<Buffer[]> {
  const hashes: Buffer[] = [];
  for (let index = 0; index * 256 < width; index++) {
    const tile = await fetch(`${prefix}/${placeOf(index, width)}`);
    for (let at = 0; at < tile.length; at += 32) hashes.push(tile.subarray(at, at + 32));
  }
  if (hashes.length !== width) throw new Error(`${prefix} has ${hashes.length} hashes.`);
  return hashes;
}

/** Every entry, of which each must be the leaf in its place. */
export async function readEntries(fetch: Fetch, leaves: readonly Buffer[]): Promise<Buffer[]> {
  const entries: Buffer[] = [];
  for (let index = 0; index * 256 < leaves.length; index++) {
    const bundle = await fetch(`tile/entries/${placeOf(index, leaves.length)}`);
    for (let at = 0; at < bundle.length;) {
      const end = at + 2 + bundle.readUInt16BE(at);
      const entry = bundle.subarray(at + 2, end);
      if (!leafOf(entry).equals(leaves[entries.length] ?? Buffer.of())) {
        throw new Error(`Entry ${entries.length} is not the one that was sealed.`);
      }
      entries.push(entry);
      at = end;
    }
  }
  return entries;
}

function placeOf(index: number, width: number): string {
  const groups =
    String(index)
      .padStart(Math.ceil(String(index).length / 3) * 3, '0')
      .match(/\d{3}/g) ?? [];
  const place = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  const rest = width - index * 256;
  return rest < 256 ? `${place}.p/${rest}` : place;
}

/** RFC 9162, 2.1.4.2. */
export function isConsistent(old: Head, head: Head, proof: readonly Buffer[]): boolean {
  if (old.size === head.size) return proof.length === 0 && old.root.equals(head.root);
  if (old.size === 0 || old.size > head.size) return old.size === 0 && proof.length === 0;
  const isPowerOfTwo = 2 ** Math.floor(Math.log2(old.size)) === old.size;
  const path = isPowerOfTwo ? [old.root, ...proof] : proof;
  const half = (n: number) => Math.floor(n / 2);
  let [fn, sn] = [old.size - 1, head.size - 1];
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
  const [first, ...rest] = path;
  if (!first) return false;
  let [fr, sr] = [first, first];
  for (const hash of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      fr = nodeOf(hash, fr);
      sr = nodeOf(hash, sr);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else sr = nodeOf(sr, hash);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && fr.equals(old.root) && sr.equals(head.root);
}

/** RFC 9162, 2.1.3.2. */
export function isIncluded(
  entry: Buffer,
  index: number,
  head: Head,
  proof: readonly Buffer[],
): boolean {
  if (index >= head.size) return false;
  let [fn, sn] = [index, head.size - 1];
  let r = leafOf(entry);
  for (const hash of proof) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      r = nodeOf(hash, r);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else r = nodeOf(r, hash);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && r.equals(head.root);
}
