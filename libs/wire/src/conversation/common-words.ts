import { member, parseJson, stringOf } from '#kernel';
import type { Protocol } from '../protocol.js';
import type { Opaque } from '../reply.js';
import type { Conversation, RequestPart, Tool, Turn } from './conversation.js';
import { CUSTOM_INPUT, CUSTOM_SCHEMA } from './tool-input.js';
import { writeJson } from './write-json.js';

/**
 * What is translated, in words that all formats have. Custom tools become functions of one text, and what a
 * grammar demands of the text is said in the description. What only another maker understands is left
 * out, and so is what was thought under its signature: nobody looked that through. Turns that held nothing
 * else go with it.
 * @param target the format that the provider speaks
 */
export function inCommonWords(conversation: Conversation, target: Protocol): Conversation {
  const makers: ReadonlySet<Protocol> = new Set([target, ...(SIGNED_ALIKE[target] ?? [])]);
  const isLeft = (part: RequestPart) => isForeign(part, makers);
  return {
    ...conversation,
    tools: conversation.tools.map((tool) => (tool.isCustom ? asFunction(tool) : tool)),
    turns: conversation.turns.flatMap((turn) => turnOf(turn, isLeft) ?? []),
  };
}

/** Claude signs alike on all platforms. */
const SIGNED_ALIKE: { readonly [Target in Protocol]?: readonly Protocol[] } = {
  converse: ['messages'],
};

function turnOf(turn: Turn, isLeft: (part: RequestPart) => boolean): Turn | undefined {
  if (!turn.parts.some((part) => isLeft(part) || isCustomCall(part))) return turn;
  const parts = turn.parts.filter((part) => !isLeft(part)).map(withObject);
  return parts.length === 0 ? undefined : { ...turn, parts };
}

const isForeign = (part: RequestPart, makers: ReadonlySet<Protocol>): boolean => {
  const sealed = sealIn(part);
  return sealed !== undefined && !makers.has(sealed.origin);
};

function sealIn(part: RequestPart): Opaque | undefined {
  if (part.type === 'opaque') return part.value;
  return part.type === 'thinking' ? part.signature : undefined;
}

const isCustomCall = (part: RequestPart): boolean => part.type === 'tool_call' && part.isCustom;

function asFunction({ schema, description, ...tool }: Tool): Tool {
  const demand = schema === undefined ? undefined : demandOf(schema);
  const said = [description, demand].filter((text) => text !== undefined).join('\n');
  return {
    ...tool,
    ...(said !== '' && { description: said }),
    isCustom: false,
    schema: CUSTOM_SCHEMA,
  };
}

function demandOf(format: string): string | undefined {
  const grammar = member(parseJson(format).root, 'grammar');
  const definition = stringOf(member(grammar, 'definition'));
  if (definition === undefined) return undefined;
  const syntax = stringOf(member(grammar, 'syntax')) ?? '';
  return `The ${CUSTOM_INPUT} must match this grammar (${syntax}):\n${definition}`;
}

const withObject = (part: RequestPart): RequestPart =>
  part.type === 'tool_call' && part.isCustom
    ? { ...part, isCustom: false, input: writeJson({ [CUSTOM_INPUT]: part.input }) }
    : part;
