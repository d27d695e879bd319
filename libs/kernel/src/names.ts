/** Without case (Go folds two letters outside of ASCII, too), hyphens and underscores. */
export const foldName = (name: string): string =>
  name.toUpperCase().toLowerCase().replaceAll(/[_-]/g, '');

const LENGTH_MAX = 64; // Those of interfaces are short; folding is not for texts.

/**
 * Remembers what `judge` says of the names of members and fields: those of requests are few, and nearly
 * always the same.
 *
 * @param entriesMax later names are judged each time they come
 * @param ofLong what is said of a name longer than any of an interface
 */
export function judgeNames<Verdict>(
  judge: (name: string) => Verdict,
  { entriesMax, ofLong }: { readonly entriesMax: number; readonly ofLong: Verdict },
): (name: string) => Verdict {
  const known = new Map<string, Verdict>();
  return (name) => {
    if (name.length > LENGTH_MAX) return ofLong;
    const before = known.get(name);
    if (before !== undefined || known.has(name)) return before as Verdict;
    const verdict = judge(name);
    if (known.size < entriesMax) known.set(name, verdict);
    return verdict;
  };
}

/**
 * Members of requests that hold what callers write for themselves, or for a model: nothing is looked up by
 * it. Beside a name it is the schema of that.
 */
export const OWN_WORDS: ReadonlySet<string> = new Set([
  'metadata',
  'parameters',
  'schema',
  'json_schema',
  'input_schema',
]);
