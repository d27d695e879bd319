import { itemsOf, member, numberOf, objectOf, type Edit, type JsonNode } from '#kernel';
import type { Protocol } from './protocol.js';
import type { ReplyFrame } from './reply.js';

/**
 * The same frame, telling nothing of what came from a cache or went into one: on a credential that
 * organisations share, that would tell of the others' prompts. What was read and written counts as what
 * it was before: input.
 */
export function withoutCacheCounts(frame: ReplyFrame, protocol: Protocol): ReplyFrame {
  const edits = frame.document ? editsOf(frame.document.root, protocol) : [];
  const counts = frame.events.some(({ type }) => type === 'usage');
  if (!counts && edits.length === 0) return frame;
  const events = frame.events.map((event) =>
    event.type === 'usage'
      ? { ...event, usage: { ...event.usage, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 } }
      : event,
  );
  return { ...frame, events, edits: [...frame.edits, ...edits] };
}

/** Of payloads that their callers may get as they are; others are written from the events. */
function editsOf(root: JsonNode, protocol: Protocol): Edit[] {
  if (protocol === 'gemini') return geminiEdits(member(root, 'usageMetadata'));
  if (protocol !== 'messages') {
    return [root, member(root, 'response'), member(root, 'x_groq')].flatMap((told) =>
      chatEdits(member(told, 'usage')),
    );
  }
  return [member(root, 'usage'), member(member(root, 'message'), 'usage')]
    .flatMap((usage) => [usage, ...itemsOf(member(usage, 'iterations'))])
    .flatMap(messagesEdits);
}

/** `promptTokenCount` holds the cached ones already. */
const geminiEdits = (usage: JsonNode | undefined): Edit[] => [
  ...replaced(member(usage, 'cachedContentTokenCount'), '0'),
  ...replaced(member(usage, 'cacheTokensDetails'), '[]'),
];

const CACHED = ['cached_tokens', 'cache_write_tokens', 'prompt_cache_hit_tokens'];
const MISSED = 'prompt_cache_miss_tokens';

/** Of the chat format, of responses and of all that is shaped like them: the input holds the cached ones. */
const chatEdits = (usage: JsonNode | undefined): Edit[] => [
  ...[usage, member(usage, 'prompt_tokens_details'), member(usage, 'input_tokens_details')]
    .flatMap((details) => CACHED.map((name) => member(details, name)))
    .flatMap((node) => (numberOf(node) ? replaced(node, '0') : [])),
  ...replaced(member(usage, MISSED), String(numberOf(member(usage, 'prompt_tokens')) ?? 0)),
];

function messagesEdits(usage: JsonNode | undefined): Edit[] {
  const counts = [
    member(usage, 'cache_read_input_tokens'),
    member(usage, 'cache_creation_input_tokens'),
  ];
  const written = objectOf(member(usage, 'cache_creation'));
  const input = member(usage, 'input_tokens');
  const total = [input, ...counts].reduce((sum, node) => sum + (numberOf(node) ?? 0), 0);
  const hidden = [...counts, ...(written?.values ?? [])].filter(
    (node) => (numberOf(node) ?? 0) > 0,
  );
  if (hidden.length === 0) return [];
  return [
    ...(numberOf(input) === undefined ? [] : replaced(input, String(total))),
    ...hidden.flatMap((node) => replaced(node, '0')),
  ];
}

const replaced = (node: JsonNode | undefined, text: string): Edit[] =>
  node ? [{ start: node.start, end: node.end, text }] : [];
