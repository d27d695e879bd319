import type { Hash } from './hashes.js';

/** C2SP tlog-proof: index, inclusion proof and signed checkpoint in one file of text. */
export interface InclusionProof {
  readonly index: number;
  readonly hashes: readonly Hash[];
  /** The signed note. */
  readonly checkpoint: string;
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';
const HEAD = /^c2sp\.org\/tlog-proof@v1\n(?:extra [^\n]*\n)?index (0|[1-9]\d{0,15})\n/;

export function writeProof({ index, hashes, checkpoint }: InclusionProof): string {
  const lines = [FIRST_LINE, `index ${index}`, ...hashes.map((hash) => hash.toString('base64'))];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

export function readProof(text: string): InclusionProof | undefined {
  const head = HEAD.exec(text);
  if (!head) return undefined;
  // Without hashes the empty line follows at once.
  const rest = text.slice(head[0].length);
  const border = rest.startsWith('\n') ? 0 : rest.indexOf('\n\n') + 1;
  const hashes = rest.slice(0, border).split('\n').filter(Boolean);
  return {
    index: Number(head[1]),
    hashes: hashes.map((line) => Buffer.from(line, 'base64')),
    checkpoint: rest.slice(border + 1),
  };
}
