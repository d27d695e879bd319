/**
 * Names that decide what a request is, what it costs and who may send it. Providers differ in how
 * closely they read names, so one that only looks like these is refused: it could be theirs.
 */
const DECIDING = [
  'model',
  'models',
  'fallbacks',
  'stream',
  'stream_options',
  'n',
  'best_of',
  'prompt',
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'background',
  'deferred',
  'plugins',
  'tools',
  'service_tier',
  'previous_response_id',
  'conversation',
  'gw',
] as const;

export type DecidingName = (typeof DECIDING)[number];

const CREDENTIALS = ['key', 'api_key', 'apikey', 'access_token', 'token', 'authorization'];

/** Without case (Go folds two letters outside of ASCII, too), hyphens and underscores. */
export const folded = (name: string): string =>
  name.toUpperCase().toLowerCase().replaceAll(/[_-]/g, '');

const byFolded: ReadonlyMap<string, DecidingName> = new Map(
  DECIDING.map((name) => [folded(name), name]),
);
const credentials: ReadonlySet<string> = new Set(CREDENTIALS.map(folded));

const LENGTH_MAX = 64; // Folding is for names, not for texts; none of these is nearly as long.

/** `model[]` and `model.x` are read as `model` by some. */
export const headOf = (name: string): string => name.trim().split(/[[.]/, 1)[0] as string;

/** Names that were looked at before: those of requests are few, and nearly always the same. */
const known = new Map<string, DecidingName | undefined>();
const KNOWN_MAX = 256;

/** The deciding name that this one is, or could be taken for. */
export function decidingNameOf(name: string): DecidingName | undefined {
  if (name.length > LENGTH_MAX) return undefined;
  if (known.has(name)) return known.get(name);
  const found = byFolded.get(folded(headOf(name)));
  if (known.size < KNOWN_MAX) known.set(name, found);
  return found;
}

export const isCredentialName = (name: string): boolean => credentials.has(folded(headOf(name)));
