import { assert } from '#kernel';
import { EMPTY_ROOT, HASH_BYTES, nodeHash, type Hash } from './hashes.js';

/**
 * The right edge of a growing Merkle tree: the roots of its complete subtrees, largest first. It is
 * all that is needed to append a leaf (two hashes on average) and to know the root.
 */
export class Frontier {
  private constructor(
    private leaves: number,
    private readonly roots: Hash[],
  ) {}

  static empty(): Frontier {
    return new Frontier(0, []);
  }

  static read(size: number, bytes: Buffer): Frontier {
    const roots: Hash[] = [];
    for (let at = 0; at < bytes.length; at += HASH_BYTES) {
      roots.push(bytes.subarray(at, at + HASH_BYTES));
    }
    assert(roots.length === onesOf(size), 'a frontier has one hash per complete subtree');
    return new Frontier(size, roots);
  }

  get size(): number {
    return this.leaves;
  }

  append(leaf: Hash): void {
    let node = leaf;
    // Each trailing one bit of the size is a complete subtree that the new leaf's subtree closes.
    for (let rest = this.leaves; rest % 2 === 1; rest = (rest - 1) / 2) {
      const left = this.roots.pop();
      assert(left, 'a frontier has one hash per complete subtree');
      node = nodeHash(left, node);
    }
    this.roots.push(node);
    this.leaves++;
  }

  root(): Hash {
    let root: Hash | undefined;
    for (const node of this.roots.toReversed()) root = root ? nodeHash(node, root) : node;
    return root ?? EMPTY_ROOT;
  }

  bytes(): Buffer {
    return Buffer.concat(this.roots);
  }
}

/** Sizes go beyond 32 bits, where the bit operators of the language end. */
function onesOf(size: number): number {
  let ones = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) ones += rest % 2;
  return ones;
}
