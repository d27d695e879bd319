import { itemsOf, member, stringOf, type JsonNode } from '#kernel';
import type { Place } from '#wire';

/**
 * Whose words stand in a place of a request. `setup`: tools, forms of the answer, settings. `stored`:
 * names of what the provider keeps and puts before the model. `label`: by which the caller finds the
 * call again, and no model reads it. Whatever nobody else says is the user's.
 */
export type Section = 'user' | 'system' | 'results' | 'assistant' | 'setup' | 'stored' | 'label';

/** From an offset of the text on, up to the next one. */
export interface Segment {
  readonly from: number;
  readonly section: Section;
}

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const CONVERSATIONS = names('messages input contents prompt');
const OF_USER = names('messages input contents prompt suffix prediction');
const OF_SYSTEM = names('system instructions systemInstruction');
const STORED = names('conversation cachedContent');
const LABELS = names('user safety_identifier prompt_cache_key metadata');

const ROLES: ReadonlyMap<string, Section> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
  ['tool', 'results'],
  ['function', 'results'],
]);

/** Items of the responses format that are no messages. */
const TYPES: ReadonlyMap<string, Section> = new Map([
  ['function_call', 'assistant'],
  ['custom_tool_call', 'assistant'],
  ['reasoning', 'assistant'],
  ['compaction', 'assistant'],
  ['web_search_call', 'assistant'],
  ['file_search_call', 'assistant'],
  ['code_interpreter_call', 'assistant'],
  ['mcp_call', 'assistant'],
  ['function_call_output', 'results'],
  ['custom_tool_call_output', 'results'],
]);

/** In the order of the text. @param format of the request, as its schema says */
export function* segmentsOf(root: JsonNode, format: Place): Generator<Segment, void> {
  yield { from: 0, section: 'user' };
  if (root.kind !== 'object') return;
  for (const [index, key] of root.keys.entries()) {
    const value = root.values[index] as JsonNode;
    yield { from: value.from, section: sectionOf(key, value, format) };
    if (!CONVERSATIONS.has(key)) continue;
    for (const item of itemsOf(value)) yield* segmentsIn(item);
  }
}

function sectionOf(key: string, value: JsonNode, format: Place): Section {
  if (OF_SYSTEM.has(key)) return 'system';
  // A prompt that is an object names one that the provider keeps, and what is put into it.
  if (STORED.has(key) || (key === 'prompt' && value.kind === 'object')) return 'stored';
  if (OF_USER.has(key)) return 'user';
  if (LABELS.has(key)) return 'label';
  return format.members?.has(key) ? 'setup' : 'user';
}

function* segmentsIn(item: JsonNode): Generator<Segment, void> {
  const section = speakerOf(item);
  yield { from: item.start, section };
  if (section !== 'user') return;
  for (const part of itemsOf(member(item, 'content') ?? member(item, 'parts'))) {
    if (!isResult(part)) continue;
    yield { from: part.start, section: 'results' };
    yield { from: part.end, section: 'user' };
  }
}

/** Roles and types that nobody knows are the user's: what they say must not pass unjudged. */
function speakerOf(item: JsonNode): Section {
  const type = stringOf(member(item, 'type')) ?? 'message';
  if (type !== 'message') return TYPES.get(type) ?? 'user';
  return ROLES.get(stringOf(member(item, 'role')) ?? '') ?? 'user';
}

/** What a tool gave, where it is told in a turn of the user's. */
const isResult = (part: JsonNode): boolean =>
  stringOf(member(part, 'type')) === 'tool_result' ||
  member(part, 'functionResponse') !== undefined;
