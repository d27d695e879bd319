import { foldName, judgeNames } from '#kernel';

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

const byFolded: ReadonlyMap<string, DecidingName> = new Map(
  DECIDING.map((name) => [foldName(name), name]),
);
const credentials: ReadonlySet<string> = new Set(CREDENTIALS.map(foldName));

/** `model[]` and `model.x` are read as `model` by some. */
export const headOf = (name: string): string => name.trim().split(/[[.]/, 1)[0] as string;

/** The deciding name that this one is, or could be taken for. */
export const decidingNameOf = judgeNames((name) => byFolded.get(foldName(headOf(name))), {
  entriesMax: 256,
  ofLong: undefined,
});

export const isCredentialName = (name: string): boolean => credentials.has(foldName(headOf(name)));
