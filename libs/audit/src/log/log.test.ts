import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Frontier } from './frontier.js';
import { EMPTY_ROOT, type Hash, leafHash, leafOf, nodeHash } from './hashes.js';
import {
  consistencyRanges,
  inclusionRanges,
  proofOf,
  type ReadNode,
  verifyConsistency,
  verifyInclusion,
} from './proof.js';
import { filledTiles, subtreeRoot } from './tiles.js';

const sha256 = (...parts: readonly Uint8Array[]) =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

/** MTH of RFC 6962, 2.1, word for word. */
function naiveRoot(leaves: readonly Hash[]): Hash {
  const [first] = leaves;
  if (!first) return sha256();
  if (leaves.length === 1) return first;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.of(1), naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)));
}

const leaf = (index: number) => leafHash(Buffer.from(`leaf ${index}`));
const leaves = Array.from({ length: 2_000 }, (_, index) => leaf(index));

/** The head of every log of up to so many leaves. */
const headsOf = (all: readonly Hash[]) =>
  Array.from({ length: all.length + 1 }, (_, size) => ({
    size,
    root: naiveRoot(all.slice(0, size)),
  }));

function grown(size: number): Frontier {
  const frontier = Frontier.empty();
  for (const one of leaves.slice(0, size)) frontier.append(one);
  return frontier;
}

const nodes = new Map<string, Hash>();
const readNode: ReadNode = ({ level, index }) => {
  const width = 2 ** level;
  const key = `${level}/${index}`;
  const node = nodes.get(key) ?? naiveRoot(leaves.slice(index * width, (index + 1) * width));
  nodes.set(key, node);
  return Promise.resolve(node);
};

describe('the tree', () => {
  // The eight entries and roots that the tests of Certificate Transparency use.
  const entries = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ];
  const roots = [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];

  it.each(roots.map((root, size) => ({ size, root })))(
    'has the known root of $size entries',
    ({ size, root }) => {
      const frontier = Frontier.empty();
      for (const entry of entries.slice(0, size)) {
        frontier.append(leafHash(Buffer.from(entry, 'hex')));
      }
      expect(frontier.root().toString('hex')).toBe(root);
    },
  );

  it('has the root of the plain recursion, at any size and after being stored', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2_000 }), fc.nat({ max: 2_000 }), (first, second) => {
        const [before, size] = [Math.min(first, second), Math.max(first, second)];
        const frontier = Frontier.read(before, grown(before).bytes());
        for (const one of leaves.slice(before, size)) frontier.append(one);
        expect(frontier.size).toBe(size);
        expect(frontier.root()).toEqual(naiveRoot(leaves.slice(0, size)));
      }),
      { numRuns: 40 },
    );
  });

  it('hashes leaves and nodes apart', () => {
    const { bytes, leaf: hash } = leafOf('{"ü":1}');
    expect(bytes.toString()).toBe('{"ü":1}');
    expect(hash).toEqual(sha256(Buffer.of(0), bytes));
    expect(leafHash(bytes)).toEqual(hash);
    expect(nodeHash(leaf(1), leaf(2))).toEqual(sha256(Buffer.of(1), leaf(1), leaf(2)));
    expect(EMPTY_ROOT).toEqual(sha256());
  });

  it('refuses a frontier that does not belong to its size', () => {
    expect(() => Frontier.read(3, grown(4).bytes())).toThrow('frontier');
  });
});

describe('proofs', () => {
  const first130 = leaves.slice(0, 130);
  const heads = headsOf(first130); // Once: thousands of proofs ask for them.
  const rewritten = headsOf([leaf(500), ...first130.slice(1)]);

  it('show that every entry is in every log up to 130, and no other entry', async () => {
    for (const { size, root } of heads) {
      for (let index = 0; index < size; index++) {
        const proof = await proofOf(inclusionRanges(index, size), readNode);
        const claim = { leaf: leaf(index), index, size, root };
        expect(verifyInclusion(claim, proof)).toBe(true);
        expect(verifyInclusion({ ...claim, leaf: leaf(size) }, proof)).toBe(false);
        expect(verifyInclusion({ ...claim, index: index ^ 1 }, proof)).toBe(false);
      }
    }
  });

  it('show that every log up to 130 begins with every smaller one, and no other', async () => {
    for (const head of heads) {
      for (const old of heads.slice(0, head.size + 1)) {
        const proof = await proofOf(consistencyRanges(old.size, head.size), readNode);
        expect(verifyConsistency(old, head, proof)).toBe(true);
        if (old.size === 0) continue;
        const { root } = rewritten[old.size] ?? old;
        expect(verifyConsistency({ ...old, root }, head, proof)).toBe(false);
        expect(verifyConsistency({ ...old, size: head.size + 1 }, head, proof)).toBe(false);
      }
    }
  });

  it('fail with one bit flipped, one hash more or one hash less', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 300 }),
        fc.nat(),
        fc.nat(),
        async (size, position, bit) => {
          const index = position % size;
          const root = naiveRoot(leaves.slice(0, size));
          const claim = { leaf: leaf(index), index, size, root };
          const inclusion = await proofOf(inclusionRanges(index, size), readNode);
          const oldSize = 1 + (position % (size - 1));
          const old = { size: oldSize, root: naiveRoot(leaves.slice(0, oldSize)) };
          const consistency = await proofOf(consistencyRanges(oldSize, size), readNode);
          for (const broken of brokenProofs(inclusion, bit)) {
            expect(verifyInclusion(claim, broken)).toBe(false);
          }
          for (const broken of brokenProofs(consistency, bit)) {
            expect(verifyConsistency(old, { size, root }, broken)).toBe(false);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('tiles', () => {
  it('are written once each, when they become full', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 90_000 }), { minLength: 1, maxLength: 8 }), (steps) => {
        let size = 0;
        const written: string[] = [];
        for (const step of steps) {
          for (const { level, index } of filledTiles(size, size + step)) {
            written.push(`${level}/${index}`);
          }
          size += step;
        }
        const expected = filledTiles(0, size).map(({ level, index }) => `${level}/${index}`);
        expect(written.toSorted()).toEqual(expected.toSorted());
      }),
    );
  });

  it('stand for the subtree of their hashes', () => {
    expect(subtreeRoot(Buffer.concat(leaves.slice(0, 256)))).toEqual(
      naiveRoot(leaves.slice(0, 256)),
    );
    expect(filledTiles(255, 256)).toEqual([{ level: 0, index: 0 }]);
    expect(filledTiles(65_535, 65_536)).toEqual([
      { level: 0, index: 255 },
      { level: 1, index: 0 },
    ]);
  });
});

function brokenProofs(proof: readonly Hash[], bit: number): Hash[][] {
  const flipped = proof.map((hash) => Buffer.from(hash));
  const hash = flipped[bit % Math.max(1, flipped.length)];
  if (hash) hash[bit % 32] = (hash[bit % 32] ?? 0) ^ (1 << (bit % 8));
  return [...(hash ? [flipped] : []), [...proof, leaf(9)], ...(hash ? [proof.slice(1)] : [])];
}
