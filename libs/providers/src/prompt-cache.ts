import type { Organisation, Provider } from '#call';
import {
  changeMembers,
  itemsOf,
  member,
  sha256,
  type Edit,
  type JsonNode,
  type JsonObject,
} from '#kernel';
import { presetOf } from './openai-family/presets.js';

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
 * and on shared credentials the key is the organisation's, not the caller's. Hosts with habits of their own
 * know at most the marks.
 */
export function cacheRule(organisation: Organisation, provider: Provider): CacheRule {
  if (!organisation.explicitPromptCache) {
    return { drop: ROOT_DIRECTIVES, key: null, dropsMarks: true };
  }
  if (provider.family === 'custom') return { drop: [], key: null, dropsMarks: false };
  const preset = presetOf(provider.family);
  if (preset) return { drop: ROOT_DIRECTIVES, key: null, dropsMarks: !preset.takesMarks };
  const key = provider.credential === 'managed' ? keyOf(organisation) : null;
  return { drop: [], key, dropsMarks: true };
}

const keyOf = (organisation: Organisation): string =>
  sha256(`prompt cache of ${organisation.id}`).toString('base64url').slice(0, 32);

/** Members that an object loses, and those that it gets (name to JSON text). */
export interface MemberChange {
  readonly drop: ReadonlySet<string>;
  readonly add?: ReadonlyMap<string, string>;
}

/** Removes marks wherever the format allows them. Only walks a body that mentions one. */
export const dropMarks = (text: string, root: JsonObject): Edit[] =>
  changeMessages(text, root, { dropsMarks: true });

/**
 * The same for bodies whose messages change otherwise, too: edits of one object must not overlap, so each
 * is changed once.
 */
export function changeMessages(
  text: string,
  root: JsonObject,
  { dropsMarks, changeOf }: MessagesChange,
): Edit[] {
  const isMarked = dropsMarks && [...MARKS].some((mark) => text.includes(`"${mark}"`));
  if (!isMarked && !changeOf) return [];
  const edits = itemsOf(member(root, 'messages')).flatMap((message, index) => {
    const change = message.kind === 'object' ? changeOf?.(message, index) : undefined;
    if (!isMarked) return change && message.kind === 'object' ? changed(message, change) : [];
    const drop = change ? new Set([...MARKS, ...change.drop]) : MARKS;
    return marksBelow(message, MARK_DEPTH - 1, { ...change, drop });
  });
  if (!isMarked) return edits;
  const places = ['tools', 'system', 'input'].flatMap((key) => member(root, key) ?? []);
  return [...edits, ...places.flatMap((place) => marksBelow(place, MARK_DEPTH))];
}

export interface MessagesChange {
  readonly dropsMarks: boolean;
  readonly changeOf?: (message: JsonObject, index: number) => MemberChange;
}

const MARK_DEPTH = 5; // messages → message → content → part, and function inside a tool.

function marksBelow(node: JsonNode, depth: number, change: MemberChange = { drop: MARKS }): Edit[] {
  if (depth === 0) return [];
  if (node.kind === 'array') return node.items.flatMap((item) => marksBelow(item, depth - 1));
  if (node.kind !== 'object') return [];
  const below = node.values.flatMap((value, index) =>
    DATA_KEYS.has(node.keys[index] ?? '') || change.drop.has(node.keys[index] ?? '')
      ? []
      : marksBelow(value, depth - 1),
  );
  return [...changed(node, change), ...below];
}

const changed = (object: JsonObject, { drop, add }: MemberChange): Edit[] =>
  (add?.size ?? 0) > 0 || object.keys.some((key) => drop.has(key))
    ? changeMembers(object, drop, add)
    : [];

/** A schema or an argument may use the same word for something of its own. */
const DATA_KEYS: ReadonlySet<string> = new Set([
  'parameters',
  'arguments',
  'input_schema',
  ...MARKS,
]);
