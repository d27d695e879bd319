import type { Organisation, Provider } from '#call';
import { changeMembers, type Edit, type JsonNode, type JsonObject, sha256 } from '#kernel';

/** Cache directives that are members of the request itself. */
const ROOT_DIRECTIVES = ['prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention'];
/** Marks on messages, content parts and tools. */
const MARKS: ReadonlySet<string> = new Set(['cache_control', 'prompt_cache_breakpoint']);

export interface CacheRule {
  /** Root members to leave out. */
  readonly drop: readonly string[];
  /** A value to put in place of `prompt_cache_key`. */
  readonly key: string | null;
  readonly dropsMarks: boolean;
}

/**
 * The organisation's switch governs what is explicitly forwarded. With it on, a custom endpoint
 * gets everything unchanged; OpenAI and Azure cache by themselves, so marks mean nothing to them,
 * and on shared credentials the key is the organisation's, not the caller's.
 */
export function cacheRule(organisation: Organisation, provider: Provider): CacheRule {
  if (!organisation.explicitPromptCache) {
    return { drop: ROOT_DIRECTIVES, key: null, dropsMarks: true };
  }
  if (provider.family === 'custom') return { drop: [], key: null, dropsMarks: false };
  const key = provider.credential === 'managed' ? keyOf(organisation) : null;
  return { drop: [], key, dropsMarks: true };
}

const keyOf = (organisation: Organisation): string =>
  sha256(`prompt cache of ${organisation.id}`).toString('base64url').slice(0, 32);

/** Removes marks wherever the format allows them. Only walks a body that mentions one. */
export function dropMarks(text: string, root: JsonObject): Edit[] {
  if (![...MARKS].some((mark) => text.includes(`"${mark}"`))) return [];
  const places = ['messages', 'tools', 'system', 'input'].flatMap((key) => {
    const index = root.keys.indexOf(key);
    return index < 0 ? [] : [root.values[index] as JsonNode];
  });
  return places.flatMap((place) => marksBelow(place, MARK_DEPTH));
}

const MARK_DEPTH = 5; // messages → message → content → part, and function inside a tool.

function marksBelow(node: JsonNode, depth: number): Edit[] {
  if (depth === 0) return [];
  if (node.kind === 'array') return node.items.flatMap((item) => marksBelow(item, depth - 1));
  if (node.kind !== 'object') return [];
  const own = node.keys.some((key) => MARKS.has(key)) ? changeMembers(node, MARKS) : [];
  const below = node.values.flatMap((value, index) =>
    DATA_KEYS.has(node.keys[index] ?? '') ? [] : marksBelow(value, depth - 1),
  );
  return [...own, ...below];
}

/** A schema or an argument may use the same word for something of its own. */
const DATA_KEYS: ReadonlySet<string> = new Set([
  'parameters',
  'arguments',
  'input_schema',
  ...MARKS,
]);
