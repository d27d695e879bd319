// A second opinion on an export, in some 140 lines that share no code with the gateway:
//   node independent-verify.mjs <folder> [<vkey>]
// It rebuilds the Merkle tree (RFC 6962) from the raw entries and checks every signed checkpoint
// (C2SP signed-note, Ed25519). From the trusted key it follows rotations that each key signed; of rows
// before the export it has the roots of their complete subtrees. A row may be missing where an entry that
// one of the keys signed beside says it was dropped. Exit code 0: all of it fits.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, trustedKey, ...more] = process.argv.slice(2);
const option = process.argv.slice(2).find((word) => word.startsWith('-'));
if (!folder || option !== undefined || more.length > 0) {
  if (option !== undefined && !['-h', '--help'].includes(option)) {
    console.error(`There is no option ${option}.`);
  }
  console.error('Usage: node independent-verify.mjs <folder> [<vkey>]');
  process.exit(2);
}
const read = (name) => readFileSync(join(folder, name));
const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const manifest = JSON.parse(read('manifest.json'));
const { from: first } = manifest;
const readKey = (vkey) => {
  const [, name, id, encoded] = /^(.+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey);
  const typeAndKey = Buffer.from(encoded, 'base64');
  if (sha256(`${name}\n`, typeAndKey).toString('hex', 0, 4) !== id) fail('key id');
  const publicKey = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), typeAndKey.subarray(1)]),
    format: 'der',
    type: 'spki',
  });
  return { vkey, name, id, publicKey };
};
let key = readKey(trustedKey ?? manifest.rotations?.[0]?.from ?? manifest.vkey);
const { name } = key;

/** Row and keys of each change of the signing key: those before the export as it tells of them. */
const before = (manifest.rotations ?? []).filter(({ seq }) => seq < first);
const known = before.findIndex(({ from }) => from === key.vkey);
const rotations = known < 0 ? [] : before.slice(known);
const leaves = [];
const missing = [];
const sealed = read('leaves.bin');
const bytes = read('entries.ndjson');
for (let start = 0; start < bytes.length;) {
  const end = bytes.indexOf(10, start);
  if (end < 0) fail('the last row is cut');
  const entry = bytes.subarray(start, end);
  if (entry.includes('"type":"key_rotation"')) {
    rotations.push({ ...JSON.parse(entry).detail, seq: first + leaves.length });
  }
  if (entry.length === 0) missing.push(first + leaves.length);
  const stored = sealed.subarray(leaves.length * 32, leaves.length * 32 + 32);
  leaves.push(entry.length === 0 ? stored : sha256(Buffer.of(0), entry));
  start = end + 1;
}

// MTH of RFC 6962, 2.1, word for word; full tiles are remembered, since later rows do not change them.
// Of the rows before the export there are the subtrees that make up their number, largest first.
const tiles = new Map();
const subtrees = new Map();
let place = 0;
for (const encoded of manifest.frontier) {
  let width = 1;
  while (width * 2 <= first - place) width *= 2;
  subtrees.set(`${place}-${place + width}`, Buffer.from(encoded, 'base64'));
  place += width;
}
if (place !== first) fail('the rows before the export');
function root(from, to) {
  if (to <= first && subtrees.has(`${from}-${to}`)) return subtrees.get(`${from}-${to}`);
  if (to - from === 256 && tiles.has(from)) return tiles.get(from);
  if (to - from === 0) return sha256();
  if (to - from === 1) return leaves[from - first] ?? fail(`row ${from}`);
  let split = 1;
  while (split * 2 < to - from) split *= 2;
  const hash = sha256(Buffer.of(1), root(from, from + split), root(from + split, to));
  if (to - from === 256) tiles.set(from, hash);
  return hash;
}

function isSignedBy(by, text, note) {
  const signature = Buffer.from(String(note).trimEnd().split(' ').at(-1), 'base64').subarray(4);
  return verify(null, Buffer.from(text), by.publicKey, signature);
}
const follows = ({ from, to, note }, old) =>
  from === old.vkey && isSignedBy(old, `key_rotation\n${from}\n${to}\n`, note);

// Rows that were dropped, as the signed words beside such entries say; keys that follow sign them, too.
let keys = [key];
for (const rotation of manifest.rotations ?? []) {
  if (follows(rotation, keys.at(-1))) keys = [...keys, readKey(rotation.to)];
}
const dropped = (manifest.retentions ?? []).flatMap(({ entry }) => {
  const { month, rows, nano, ranges, signature } = JSON.parse(entry).detail;
  const text = `retention\n${name}\n${month}\n${rows}\n${nano}\n${ranges}\n`;
  if (!keys.some((one) => isSignedBy(one, text, signature))) return [];
  return ranges.split(' ').map((run) => run.split('-').map(Number));
});
for (const row of missing) {
  if (!dropped.some(([from, to]) => from <= row && row <= to)) fail(`row ${row} is missing`);
}

let covered = first;
for (const [, text, signer, encoded] of read('checkpoints.txt')
  .toString()
  .matchAll(/([^\n]+\n\d+\n[^\n]+\n)\n— (\S+) (\S+)\n/g)) {
  const [origin, size, claimed] = text.split('\n');
  const signature = Buffer.from(encoded, 'base64');
  // The old key signed that it was followed: from there on either may sign, and then the new one only.
  while (rotations[0] && covered > rotations[0].seq && signature.toString('hex', 0, 4) !== key.id) {
    const [rotation] = rotations;
    if (!follows(rotation, key)) fail(`keys of row ${rotation.seq}`);
    key = readKey(rotation.to);
    rotations.shift();
  }
  const isSigned =
    [origin, signer, key.name].every((one) => one === name) &&
    signature.toString('hex', 0, 4) === key.id &&
    verify(null, Buffer.from(text), key.publicKey, signature.subarray(4));
  if (!isSigned) fail(`signature of checkpoint ${size}`);
  if (Number(size) > first + leaves.length)
    fail(`rows from ${first + leaves.length} on are missing`);
  if (root(0, Number(size)).toString('base64') !== claimed) fail(`root of checkpoint ${size}`);
  covered = Number(size);
}
if (covered !== first + leaves.length || covered === first) fail('rows without a checkpoint');
if (trustedKey === undefined) {
  console.log(
    'Key taken from the export itself: compare it with one that you have from elsewhere:',
  );
  console.log(keys[0].vkey);
}
console.log(`${covered - first} entries of ${name} are as they were sealed.`);

function fail(what) {
  console.error(`This export does not verify: ${what}.`);
  process.exit(1);
}
