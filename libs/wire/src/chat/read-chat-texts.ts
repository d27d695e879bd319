import { itemsOf, member, stringOf, type JsonNode } from '#kernel';
import type { Place, ReplyEvent } from '../reply.js';

/** Names of the growing texts of one choice, made once: they are read for each frame. */
export interface ChatParts {
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string;
  readonly functionCall: string;
  tool(position: number): string;
}

export const chatParts = (choice: number): ChatParts => ({
  text: `${choice}/text`,
  reasoning: `${choice}/reasoning`,
  refusal: `${choice}/refusal`,
  functionCall: `${choice}/function`,
  tool: (position) => `${choice}/tool/${position}`,
});

/** Texts of a `delta` or `message`: reasoning first, as it was thought before it was said. */
export function readChatTexts(source: JsonNode, parts: ChatParts, events: ReplyEvent[]): void {
  addText(
    member(source, 'reasoning_content') ?? member(source, 'reasoning'),
    parts.reasoning,
    events,
  );
  const content = member(source, 'content');
  if (content?.kind === 'array') for (const item of content.items) addItem(item, parts, events);
  else addText(content, parts.text, events);
  addText(member(source, 'refusal'), parts.refusal, events);
  addArgs(member(member(source, 'function_call'), 'arguments'), parts.functionCall, events);
}

/** Arguments are JSON in a string; a custom tool's input is plain text. */
export function readToolCall(call: JsonNode, part: string, events: ReplyEvent[]): void {
  addArgs(member(member(call, 'function'), 'arguments'), part, events);
  addText(member(member(call, 'custom'), 'input'), part, events);
}

/** Mistral: `{type:'text',text}` and `{type:'thinking',thinking:[{type:'text',text}]}`. */
function addItem(item: JsonNode, parts: ChatParts, events: ReplyEvent[]): void {
  if (stringOf(member(item, 'type')) !== 'thinking') {
    addText(member(item, 'text'), parts.text, events);
    return;
  }
  const thinking = member(item, 'thinking');
  addText(thinking, parts.reasoning, events);
  for (const piece of itemsOf(thinking)) addText(member(piece, 'text'), parts.reasoning, events);
}

function addText(node: JsonNode | undefined, part: string, events: ReplyEvent[]): void {
  if (node?.kind !== 'string' || node.value === '') return;
  events.push({ type: 'text', part, delta: node.value, at: placeOf(node) });
}

function addArgs(node: JsonNode | undefined, part: string, events: ReplyEvent[]): void {
  if (node?.kind !== 'string' || node.value === '') return;
  events.push({ type: 'args', part, delta: node.value, at: placeOf(node) });
}

const placeOf = ({ start, end }: Place): Place => ({ start, end });
