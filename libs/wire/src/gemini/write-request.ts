import { refuse, type GatewayError } from '#kernel';
import type {
  Conversation,
  OutputFormat,
  RequestPart,
  Source,
  Tool,
  ToolCallPart,
  ToolChoice,
  ToolResultPart,
  Turn,
} from '../conversation/conversation.js';
import { KEPT_ELSEWHERE, NO_ADDRESS } from '../conversation/file-refusals.js';
import { repairTurns } from '../conversation/repair-turns.js';
import { CUSTOM_SCHEMA } from '../conversation/tool-input.js';
import { raw, writeJson, type Raw } from '../conversation/write-json.js';
import { inWordsOf, isKept } from '../conversation/source.js';
import { SchemaRoom } from './schema-room.js';
import { fitSchema } from './schema.js';
import { typeOfAddress } from './type-of-address.js';
import { callPart, ownPart, ownValue, textPart } from './write-part.js';

const STOPS_MAX = 5; // More are refused.

/**
 * A request of this format from canonical form. What the format cannot say is left out. How much the
 * model is to think stands there as it was asked for: what the model takes is for who knows the model.
 */
export function writeGeminiRequest(conversation: Conversation): string {
  const { sampling, tools, serviceTier, toolChoice } = conversation;
  const room = roomFor(conversation);
  const system = conversation.system.filter((part) => part.type === 'text');
  return writeJson({
    systemInstruction:
      system.length > 0 ? { parts: system.map(({ text }) => ({ text })) } : undefined,
    contents: contentsOf(conversation.turns),
    tools:
      tools.length > 0
        ? [{ functionDeclarations: tools.map((tool, at) => declarationOf(tool, at, room)) }]
        : undefined,
    toolConfig:
      tools.length > 0 && toolChoice ? { functionCallingConfig: choiceOf(toolChoice) } : undefined,
    generationConfig: {
      maxOutputTokens: sampling.tokensMax,
      temperature: sampling.temperature,
      topP: sampling.topP,
      topK: sampling.topK,
      candidateCount: sampling.choices,
      stopSequences: sampling.stop?.slice(0, STOPS_MAX),
      seed: sampling.seed,
      frequencyPenalty: sampling.frequencyPenalty,
      presencePenalty: sampling.presencePenalty,
      thinkingConfig: thinkingOf(conversation),
      ...(conversation.output && outputOf(conversation.output, room)),
    },
    serviceTier: serviceTier && TIERS[serviceTier],
  });
}

const TIERS: Readonly<Record<string, string>> = {
  default: 'standard',
  flex: 'flex',
  priority: 'priority',
};

/** User and model take turns, and none is empty: what has no part in this format leaves nothing. */
function contentsOf(turns: readonly Turn[]): object[] {
  let names: ReadonlyMap<string, string> = new Map();
  return repairTurns(turns).flatMap(({ role, parts }) => {
    const written = parts.flatMap((part) => partsOf(part, names));
    if (role === 'assistant') {
      names = new Map(parts.filter(isCall).map(({ id, name }) => [id, name]));
    }
    const shown = parts.filter((part) => part.type === 'tool_result').flatMap(shownBy);
    const all = [...written, ...shown];
    const said = all.length > 0 ? all : [{ text: PLACEHOLDER }];
    return [{ role: role === 'assistant' ? 'model' : 'user', parts: said }];
  });
}

const PLACEHOLDER = '.'; // A turn may not be empty, and this says nothing.

const isCall = (part: RequestPart): part is ToolCallPart => part.type === 'tool_call';

/** @param names of the calls that the turn may answer, by their ids */
function partsOf(part: RequestPart, names: ReadonlyMap<string, string>): object[] {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return part.text === '' ? [] : [{ text: part.text }];
    case 'file':
      if (part.source.kind === 'text') return [{ text: inWordsOf(part, part.source.text) }];
      return [fileOf(part.source, part.type)];
    case 'image':
      return [fileOf(part.source, part.type)];
    case 'audio':
      return [{ inlineData: { mimeType: `audio/${part.format}`, data: part.base64 } }];
    case 'tool_call': {
      const signature = part.signature ? (ownValue(part.signature) ?? '') : '';
      return [callPart(part, part.input, signature)];
    }
    case 'tool_result':
      return [resultOf(part, names.get(part.id) ?? part.name ?? '')];
    case 'thinking': {
      const signature = part.signature && ownValue(part.signature);
      return signature ? [textPart(part.text, true, signature)] : [];
    }
    case 'opaque':
      return [ownPart(part.value)].filter((own) => own !== null);
  }
}

function fileOf(source: Source, kind: 'image' | 'file'): object {
  switch (source.kind) {
    case 'base64':
      return { inlineData: { mimeType: source.mime, data: source.data } };
    case 'url':
      if (!URL.canParse(source.url)) throw refused(NO_ADDRESS);
      if (isKept(source.url)) throw refused(KEPT_ELSEWHERE);
      return {
        fileData: { fileUri: source.url, mimeType: typeOfAddress(source.url, kind) },
      };
    case 'id':
      throw refused(KEPT_ELSEWHERE);
    case 'text':
      return { text: source.text };
  }
}

const refused = (message: string): GatewayError =>
  refuse('field_invalid', { param: 'messages', message });

function resultOf({ id, isError, parts }: ToolResultPart, name: string): object {
  const said = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const response = isError ? { error: said } : { output: said };
  return { functionResponse: { id: id || undefined, name, response } };
}

/** What a tool gave beside text: older models have no room for it in a result, so the user shows it. */
function shownBy({ id, parts }: ToolResultPart): object[] {
  const shown = parts
    .filter((part) => part.type !== 'text')
    .flatMap((part) => partsOf(part, new Map()));
  return shown.length > 0 ? [{ text: `The tool call ${id} gave:` }, ...shown] : [];
}

function roomFor({ tools, output }: Conversation): SchemaRoom {
  const ofAnswer = output?.type === 'json_schema' ? output.schema.length : 0;
  return new SchemaRoom(tools.reduce((sum, { schema = '' }) => sum + schema.length, ofAnswer));
}

export function declarationOf(
  { name, description, schema, isCustom }: Tool,
  index: number,
  room: SchemaRoom,
): object {
  const text = isCustom ? CUSTOM_SCHEMA : schema;
  if (text === undefined) return { name, description };
  const fitted = fitSchema(text, room, `tools[${index}]`);
  return { name, description, ...schemaAs('parameters', text, fitted) };
}

/** @param fitted in the models' own dialect, which all of them take; none where that cannot say it */
function schemaAs(
  name: 'parameters' | 'response',
  schema: string,
  fitted: object | undefined,
): Readonly<Record<string, object | Raw>> {
  if (!fitted) return { [`${name}JsonSchema`]: raw(schema) };
  if (name === 'parameters') return hasProperties(fitted) ? { parameters: fitted } : {};
  return { responseSchema: fitted };
}

/** An object without properties is refused by some versions. */
const hasProperties = (schema: { readonly properties?: object }): boolean =>
  Object.keys(schema.properties ?? {}).length > 0 || 'anyOf' in schema;

function choiceOf(choice: ToolChoice): object {
  switch (choice.mode) {
    case 'auto':
      return { mode: 'AUTO' };
    case 'none':
      return { mode: 'NONE' };
    case 'required':
      return { mode: 'ANY' };
    case 'one':
      return { mode: 'ANY', allowedFunctionNames: [choice.name] };
  }
}

function thinkingOf({ effort, thinking }: Conversation): object | undefined {
  const budget = thinking?.mode === 'disabled' ? 0 : thinking?.budgetTokens;
  if (effort === undefined && budget === undefined && thinking === undefined) return undefined;
  return {
    thinkingLevel: effort?.toUpperCase(),
    thinkingBudget: budget,
    includeThoughts: (thinking && thinking.mode !== 'disabled') || undefined,
  };
}

function outputOf(output: OutputFormat, room: SchemaRoom): object {
  switch (output.type) {
    case 'text':
      return { responseMimeType: 'text/plain' };
    case 'json':
      return { responseMimeType: 'application/json' };
    case 'json_schema':
      return {
        responseMimeType: 'application/json',
        ...schemaAs('response', output.schema, fitSchema(output.schema, room, 'response_format')),
      };
  }
}
