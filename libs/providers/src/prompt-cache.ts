import type { Place } from './body-order.js';
import {
  changeMembers,
  itemsOf,
  mayMention,
  member,
  sha256,
  type Edit,
  type JsonNode,
  type JsonObject,
} from '#kernel';
import { presetOf } from './openai-family/presets.js';

/** Cache directives that are members of the request itself. */
const ROOT_DIRECTIVES = ['prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention'];
/** The same, and the mark on the whole of a request that some hosts take. */
const ROOT_MARKS = [...ROOT_DIRECTIVES, 'cache_control'];
/** Marks on messages, content parts and tools. */
export const CACHE_MARKS: ReadonlySet<string> = new Set([
  'cache_control',
  'prompt_cache_breakpoint',
]);

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
export function cacheRule(
  organisation: Place['organisation'],
  provider: Place['provider'],
): CacheRule {
  if (!organisation.explicitPromptCache) {
    return { drop: ROOT_MARKS, key: null, dropsMarks: true };
  }
  if (provider.family === 'custom') return { drop: [], key: null, dropsMarks: false };
  const preset = presetOf(provider.family);
  if (preset) {
    const { takesMarks } = preset;
    return { drop: takesMarks ? ROOT_DIRECTIVES : ROOT_MARKS, key: null, dropsMarks: !takesMarks };
  }
  const key = provider.credential === 'managed' ? keyOf(organisation) : null;
  return { drop: [], key, dropsMarks: true };
}

const keyOf = (organisation: Place['organisation']): string =>
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
  const isMarked = dropsMarks && mentionsMarks(text);
  if (!isMarked && !changeOf) return [];
  const edits = itemsOf(member(root, 'messages')).flatMap((message, index) => {
    if (message.kind !== 'object') return [];
    const change = changeOf?.(message, index);
    if (!isMarked) return change ? changed(message, change) : [];
    const drop = new Set([...CACHE_MARKS, ...(change?.drop ?? [])]);
    const below = marksWithin(message, MARK_DEPTH - 2, drop);
    return [...changed(message, { ...change, drop }), ...below.flatMap(withoutMarks)];
  });
  if (!isMarked) return edits;
  return [...edits, ...BESIDE_MESSAGES.flatMap((key) => markedAt(root, key)).flatMap(withoutMarks)];
}

const BESIDE_MESSAGES = ['tools', 'system', 'input'];

/** The objects within a request that have marks; its root may have one, too. */
export const markedIn = (text: string, root: JsonObject): JsonObject[] =>
  mentionsMarks(text) ? ['messages', ...BESIDE_MESSAGES].flatMap((key) => markedAt(root, key)) : [];

const mentionsMarks = mayMention(`"(?:${[...CACHE_MARKS].join('|')})"`);

const markedAt = (root: JsonObject, key: string): JsonObject[] => {
  const place = member(root, key);
  return place ? markedBelow(place, MARK_DEPTH) : [];
};

const withoutMarks = (marked: JsonObject): Edit[] => changeMembers(marked, CACHE_MARKS);

export interface MessagesChange {
  readonly dropsMarks: boolean;
  readonly changeOf?: (message: JsonObject, index: number) => MemberChange;
}

// messages → message → content → result of a tool or document → source → content → block, lists included.
const MARK_DEPTH = 9;

function markedBelow(node: JsonNode, depth: number): JsonObject[] {
  if (depth === 0) return [];
  if (node.kind === 'array') return node.items.flatMap((item) => markedBelow(item, depth - 1));
  if (node.kind !== 'object') return [];
  const below = marksWithin(node, depth - 1, CACHE_MARKS);
  return node.keys.some((key) => CACHE_MARKS.has(key)) ? [node, ...below] : below;
}

/** @param gone members that are not looked into */
const marksWithin = (object: JsonObject, depth: number, gone: ReadonlySet<string>): JsonObject[] =>
  object.values.flatMap((value, index) => {
    const key = object.keys[index] ?? '';
    return DATA_KEYS.has(key) || gone.has(key) ? [] : markedBelow(value, depth);
  });

const changed = (object: JsonObject, { drop, add }: MemberChange): Edit[] =>
  (add?.size ?? 0) > 0 || object.keys.some((key) => drop.has(key))
    ? changeMembers(object, drop, add)
    : [];

/** A schema or an argument may use the same word for something of its own. */
const DATA_KEYS: ReadonlySet<string> = new Set([
  'parameters',
  'arguments',
  'input_schema',
  'input',
  ...CACHE_MARKS,
]);
