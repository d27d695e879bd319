const BYTES_MAX = 8_192; // Of an entry, which is at most twice that.
const DEPTH_MAX = 12;

type Change = readonly [path: string, from: unknown, to: unknown];

/** What is other in `after` than in `before`, member by member. */
export const differencesOf = (before: unknown, after: unknown): readonly Change[] => [
  ...changesBelow('', before, after, 0),
];

/**
 * What is other in `after` than in `before`, as JSON: a list of `[path, from, to]`. Where that is too long
 * for an entry, the paths alone. Undefined where nothing is.
 */
export function changesOf(before: unknown, after: unknown): string | undefined {
  const changes = differencesOf(before, after);
  if (changes.length === 0) return undefined;
  const whole = JSON.stringify(changes);
  if (Buffer.byteLength(JSON.stringify(whole)) <= BYTES_MAX) return whole;
  const paths: string[] = [];
  let size = 0;
  for (const [path] of changes) {
    size += Buffer.byteLength(JSON.stringify(JSON.stringify(path))) + 1;
    if (size > BYTES_MAX - 64) {
      paths.push('…');
      break;
    }
    paths.push(path);
  }
  return JSON.stringify(paths);
}

function* changesBelow(path: string, from: unknown, to: unknown, depth: number): Generator<Change> {
  if (isMapping(from) && isMapping(to) && depth < DEPTH_MAX) {
    for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
      yield* changesBelow(path ? `${path}.${name}` : name, from[name], to[name], depth + 1);
    }
  } else if (JSON.stringify(from) !== JSON.stringify(to)) yield [path, from ?? null, to ?? null];
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
