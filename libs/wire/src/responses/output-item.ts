import { parseJson, stringOf, member } from '#kernel';
import type { AnswerOptions } from '../codec.js';
import { CUSTOM_INPUT } from '../conversation/tool-input.js';
import { raw, type Raw } from '../conversation/write-json.js';
import type { Opaque, Part, ToolHead } from '../reply.js';
import { sealHidden, sealSignature, sealThought } from './seal.js';

/** One item of the output while it is written. */
export interface OutputItem {
  readonly part: Part;
  readonly id: string;
  readonly tool: ToolHead | undefined;
  /** A custom tool of the caller's, whose input a model of functions gives within an object. */
  readonly isWrapped: boolean;
  /** What was thought is told within its seal alone. */
  readonly isHidden: boolean;
  text: string;
  /** Of what was thought, or of a call. */
  signature: Opaque | undefined;
}

export type Status = 'in_progress' | 'completed' | 'incomplete';

const PREFIXES: Readonly<Record<Part['kind'], string>> = {
  text: 'msg',
  refusal: 'msg',
  thinking: 'rs',
  tool_call: 'fc',
  function_call: 'fc',
  provider_call: 'ws',
};

const HEX = /[^0-9A-Za-z]/g;

/** Ids in this format's own look, each of its own within the answer. */
export const itemId = (kind: Part['kind'], requestId: string, place: number): string =>
  `${PREFIXES[kind]}_${requestId.replace(HEX, '')}${place.toString(16).padStart(4, '0')}`;

/** An id that the caller gives back with the result, where the provider gave none. */
const callId = (item: OutputItem): string => item.tool?.id || item.id.replace(/^fc_/, 'call_');

/** An id in this format's own look, whatever the provider calls its answers. */
export const responseId = (id: string, requestId: string): string => {
  if (id.startsWith('resp_')) return id;
  const word = id.replace(/^(?:chatcmpl|msg|gen)[-_]/, '') || requestId;
  return `resp_${word.replace(/[^0-9A-Za-z_-]/g, '')}`;
};

/** Is the caller told what was thought, be it under a seal alone? */
export const givesThinking = ({ showsThinking, sealsThinking }: AnswerOptions): boolean =>
  showsThinking || sealsThinking === true;

export const isHidden = ({ kind }: Part, { showsThinking }: AnswerOptions): boolean =>
  kind === 'thinking' && !showsThinking;

const isCustom = ({ tool, isWrapped }: OutputItem): boolean => isWrapped || tool?.isCustom === true;

export const textPart = (text: string): object => ({
  type: 'output_text',
  annotations: [],
  logprobs: [],
  text,
});

export const refusalPart = (refusal: string): object => ({ type: 'refusal', refusal });

export const summaryPart = (text: string): object => ({ type: 'summary_text', text });

/** An item as it looks before its first piece. */
export const beginningOf = (item: OutputItem): object => itemWith(item, 'in_progress', null);

/** An item with all that it says. */
export const wholeOf = (item: OutputItem, status: Status): object =>
  itemWith(item, status, item.text);

/** @param text null where nothing was said yet */
function itemWith(item: OutputItem, status: Status, text: string | null): object {
  const { part, id, tool, isHidden } = item;
  switch (part.kind) {
    case 'text':
    case 'refusal': {
      const piece = part.kind === 'text' ? textPart : refusalPart;
      const content = text === null ? [] : [piece(text)];
      return { id, type: 'message', status, role: 'assistant', content };
    }
    case 'thinking': {
      const summary = text === null || text === '' || isHidden ? [] : [summaryPart(text)];
      const sealed = text !== null && { encrypted_content: sealOf(item) };
      return { id, type: 'reasoning', summary, ...sealed };
    }
    case 'tool_call':
    case 'function_call':
    case 'provider_call': {
      const head = { id, status, call_id: callId(item), name: tool?.name ?? '' };
      return isCustom(item)
        ? { type: 'custom_tool_call', ...head, input: text === null ? '' : inputOf(item) }
        : { type: 'function_call', ...head, arguments: text === null ? '' : argumentsOf(item) };
    }
  }
}

/** `encrypted_content` of what was thought. */
export function sealOf({ isHidden, text, signature }: OutputItem): string | undefined {
  if (isHidden) return sealThought(text, signature);
  return signature && sealSignature(signature);
}

/** An item that says no more than its seal. */
export const sealedItem = (id: string, encrypted_content: string): object => ({
  id,
  type: 'reasoning',
  summary: [],
  encrypted_content,
});

/** Clients parse the arguments of a call, so a call without any gets an empty object. */
export const argumentsOf = ({ text }: OutputItem): string => text || '{}';

/** The text that a custom tool is given; what a model made of it in any other form is given as it is. */
export function inputOf({ text, isWrapped }: OutputItem): string {
  if (!isWrapped) return text;
  try {
    return stringOf(member(parseJson(text).root, CUSTOM_INPUT)) ?? text;
  } catch {
    return text;
  }
}

/**
 * A whole item from what only its maker understands; undefined for another maker's, but for thinking that
 * Claude hides: it can be given back.
 */
export function opaqueItem({ origin, value }: Opaque, id: string): Raw | object | undefined {
  if (origin === 'responses') return raw(value);
  if (origin !== 'messages') return undefined;
  const { root } = parseJson(value);
  const data = stringOf(member(root, 'data'));
  if (stringOf(member(root, 'type')) !== 'redacted_thinking' || !data) return undefined;
  const encrypted_content = sealHidden(data);
  return encrypted_content === undefined ? undefined : sealedItem(id, encrypted_content);
}
