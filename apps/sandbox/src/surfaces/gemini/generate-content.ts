import { json, type Answer, type SandboxRequest } from '../../http/answer.js';
import { findModel } from '../../models.js';
import { invalid } from '../../provider-error.js';
import { compose, type Composition, type Question } from '../../text/compose.js';
import { scriptedCalls } from '../../text/script.js';
import { countTokens, tokensOf } from '../../text/tokens.js';
import { PIXEL, TOKENS_PER_IMAGE } from '../images.js';
import {
  declarationsOf,
  readGenerateRequest,
  signatureOf,
  type GenerateRequest,
  type Part,
} from './gemini-request.js';

/** POST /v1beta/models/{model}:generateContent */
export function generateContent(request: SandboxRequest): Answer {
  const { generationConfig: config } = readGenerateRequest(request.body, request.pathId);
  if (config?.responseModalities?.includes('IMAGE')) return json(pictureFor(request));
  const { count, parts, end, head } = answerTo(request);
  const content = { parts, role: 'model' };
  return json({ candidates: candidatesOf(count, { content, ...end }), ...head });
}

/** POST /v1beta/models/{model}:streamGenerateContent, as events whether or not `alt` says so. */
export function streamGenerateContent(request: SandboxRequest): Answer {
  return { events: eventsOf(answerTo(request)) };
}

/** The one word that the sandbox draws no picture of. */
const BLOCKED = 'sandbox-violence';

/** One picture, or none of what is blocked. */
function pictureFor({ body, pathId, fault, newId }: SandboxRequest): object {
  const request = readGenerateRequest(body, pathId);
  const model = findModel(pathId, 'image', fault);
  if ((request.generationConfig?.candidateCount ?? 1) > 1) {
    throw invalid('Multiple candidates is not enabled for this model.', 'candidateCount');
  }
  const prompt = textOf(request.contents.at(-1)?.parts ?? []);
  const input = countTokens(prompt);
  const isBlocked = prompt.includes(BLOCKED);
  const output = isBlocked ? 0 : TOKENS_PER_IMAGE;
  const usageMetadata = {
    promptTokenCount: input,
    candidatesTokenCount: output,
    totalTokenCount: input + output,
    candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: output }],
  };
  const parts = [{ inlineData: { mimeType: 'image/png', data: PIXEL } }];
  const candidate = isBlocked
    ? { finishReason: 'IMAGE_SAFETY', index: 0 }
    : { content: { parts, role: 'model' }, finishReason: 'STOP', index: 0 };
  return {
    candidates: [candidate],
    ...(!fault['no-usage'] && { usageMetadata }),
    modelVersion: `${model}-001`,
    responseId: newId('resp'),
  };
}

interface Written {
  /** How many candidates there are, all of which say the same. */
  readonly count: number;
  readonly parts: readonly WrittenPart[];
  readonly end: object;
  readonly head: object;
}

interface WrittenPart {
  readonly text?: string;
  readonly thought?: boolean;
  readonly [member: string]: unknown;
}

function answerTo({ body, pathId, fault, newId }: SandboxRequest): Written {
  const request = readGenerateRequest(body, pathId);
  const model = findModel(pathId, 'chat', fault);
  const composition = compose({ ...questionOf(request), model, fault });
  const usageMetadata = fault['no-usage'] ? undefined : usageOf(request, composition);
  return {
    count: request.generationConfig?.candidateCount ?? 1,
    parts: partsOf(composition, request),
    end: { finishReason: composition.finish === 'length' ? 'MAX_TOKENS' : 'STOP' },
    head: { usageMetadata, modelVersion: `${model}-001`, responseId: newId('resp') },
  };
}

function partsOf({ text, reasoning, calls }: Composition, request: GenerateRequest): WrittenPart[] {
  const isShown = request.generationConfig?.thinkingConfig?.includeThoughts === true;
  return [
    ...(reasoning !== '' && isShown ? [{ text: reasoning, thought: true }] : []),
    ...(calls.length > 0 ? [] : [{ text }]),
    // Of calls side by side the first alone is signed.
    ...calls.map((call, at) => ({
      functionCall: { name: call.name, args: JSON.parse(call.arguments) as object },
      ...(at === 0 && { thoughtSignature: signatureOf(call.name) }),
    })),
  ];
}

const candidatesOf = (count: number, candidate: object): object[] =>
  Array.from({ length: count }, (_, index) => ({ ...candidate, index }));

function usageOf(request: GenerateRequest, { tokens, reasoningTokens }: Composition): object {
  const count = request.generationConfig?.candidateCount ?? 1;
  const input = countTokens(JSON.stringify([request.contents, request.tools ?? []]));
  return {
    promptTokenCount: input,
    candidatesTokenCount: count * (tokens - reasoningTokens),
    ...(reasoningTokens > 0 && { thoughtsTokenCount: count * reasoningTokens }),
    totalTokenCount: input + count * tokens,
  };
}

function* eventsOf({ count, parts, end, head }: Written): Generator<string> {
  for (const part of parts) {
    const pieces =
      part.text === undefined
        ? [part]
        : [...tokensOf(part.text)].map((text) => ({ ...part, text }));
    for (const piece of pieces) {
      yield event({
        candidates: candidatesOf(count, { content: { parts: [piece], role: 'model' } }),
        ...head,
      });
    }
  }
  const content = { parts: [{ text: '' }], role: 'model' };
  yield event({ candidates: candidatesOf(count, { content, ...end }), ...head });
}

const event = (payload: object): string => `data: ${JSON.stringify(payload)}\r\n\r\n`;

function questionOf(request: GenerateRequest): Omit<Question, 'model' | 'fault'> {
  const { contents, generationConfig: config, toolConfig } = request;
  const last = contents.at(-1)?.parts ?? [];
  const results = last.flatMap(({ functionResponse }) => functionResponse ?? []);
  const { mode, allowedFunctionNames: allowed } = toolConfig?.functionCallingConfig ?? {};
  const tools = declarationsOf(request);
  const chosen = tools.find(({ name }) => allowed?.includes(name)) ?? tools[0];
  const calls = results.length === 0 && chosen && mode !== 'NONE';
  return {
    userText: textOf(last),
    toolResult:
      results.length > 0
        ? results.flatMap(({ response }) => Object.values(response).map(String)).join('\n')
        : undefined,
    tool: calls
      ? { name: chosen.name, parameters: chosen.parametersJsonSchema ?? chosen.parameters }
      : undefined,
    script: scriptedCalls(
      contents.map(({ role, parts }) => ({
        userText: role === 'model' ? '' : textOf(parts),
        hasCalls: parts.some(({ functionCall }) => functionCall),
      })),
      tools.map(({ name }) => name),
    ),
    schema: schemaOf(config),
    stop: [...(config?.stopSequences ?? [])],
    tokensMax: config?.maxOutputTokens,
  };
}

function schemaOf(config: GenerateRequest['generationConfig']): unknown {
  if (config?.responseMimeType !== 'application/json') return undefined;
  return config.responseJsonSchema ?? config.responseSchema ?? null;
}

const textOf = (parts: readonly Part[]): string =>
  parts.flatMap(({ text }) => text ?? []).join('\n');
