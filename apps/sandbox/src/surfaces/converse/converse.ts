import { eventFrame, EVENT_STREAM } from '../../http/event-stream.js';
import { json, type Answer, type Handler, type SandboxRequest } from '../../http/answer.js';
import { findModel } from '../../models.js';
import { compose, type Composition, type Question } from '../../text/compose.js';
import { scriptedCalls } from '../../text/script.js';
import { countTokens, tokensOf } from '../../text/tokens.js';
import {
  checkVersion,
  readConverseRequest,
  signatureOf,
  toolsOf,
  type Block,
  type ConverseRequest,
} from './converse-request.js';

/** POST /model/{id}/converse */
export const converse: Handler = (request) => answerTo(request, false);
/** POST /model/{id}/converse-stream */
export const converseStream: Handler = (request) => answerTo(request, true);

function answerTo({ body, pathId, fault, newId }: SandboxRequest, isStreaming: boolean): Answer {
  const request = readConverseRequest(body, pathId);
  checkVersion(request, pathId);
  const model = findModel(pathId, 'chat', fault);
  const composition = compose({ ...questionOf(request), model, fault });
  const content = contentOf(composition, newId('tooluse_'), request);
  const stopReason = STOP_REASONS[composition.finish] ?? 'end_turn';
  const usage = fault['no-usage'] ? undefined : usageOf(request, composition.tokens);
  const metrics = { latencyMs: 1 };
  const additionalModelResponseFields = ownFieldsOf(request, composition, isStreaming);
  if (!isStreaming) {
    return json({
      output: { message: { role: 'assistant', content } },
      stopReason,
      additionalModelResponseFields,
      usage,
      metrics,
    });
  }
  const end = {
    stop: { stopReason, additionalModelResponseFields },
    metadata: { usage, metrics },
  };
  return { contentType: EVENT_STREAM, events: eventsOf(content, end) };
}

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  stop_sequence: 'stop_sequence',
  length: 'max_tokens',
  tool_calls: 'tool_use',
};

/** What a request asks for by its path in the model's own answer, which has it for Claude. */
function ownFieldsOf(
  { additionalModelResponseFieldPaths: paths }: ConverseRequest,
  { stopSequence }: Composition,
  isStreaming: boolean,
): object | undefined {
  const own = { stop_sequence: stopSequence ?? null };
  if (isStreaming) return paths?.includes('/delta/stop_sequence') ? { delta: own } : undefined;
  return paths?.includes('/stop_sequence') ? own : undefined;
}

const usageOf = (
  { messages, system, toolConfig }: ConverseRequest,
  outputTokens: number,
): object => {
  const inputTokens = countTokens(JSON.stringify([messages, system ?? [], toolConfig ?? {}]));
  const cached = { cacheReadInputTokens: 0, cacheWriteInputTokens: 0 };
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens, ...cached };
};

interface WrittenBlock {
  readonly text?: string;
  readonly reasoningContent?: {
    readonly reasoningText: { readonly text: string; readonly signature: string };
  };
  readonly toolUse?: { readonly toolUseId: string; readonly name: string; readonly input: object };
}

function contentOf(
  { text, reasoning, calls }: Composition,
  toolUseId: string,
  { additionalModelRequestFields: fields }: ConverseRequest,
): WrittenBlock[] {
  const isThinking = reasoning !== '' && fields?.thinking && fields.thinking.type !== 'disabled';
  const reasoningText = { text: reasoning, signature: signatureOf(reasoning) };
  return [
    ...(isThinking ? [{ reasoningContent: { reasoningText } }] : []),
    ...(text === '' ? [] : [{ text }]),
    ...calls.map((call, at) => ({
      toolUse: {
        toolUseId: `${toolUseId}_${at}`,
        name: call.name,
        input: JSON.parse(call.arguments) as object,
      },
    })),
  ];
}

interface End {
  readonly stop: object;
  readonly metadata: object;
}

/** The usage comes last, and only calls have a start. */
function* eventsOf(content: readonly WrittenBlock[], { stop, metadata }: End): Generator<Buffer> {
  yield event('messageStart', { role: 'assistant' });
  for (const [contentBlockIndex, block] of content.entries()) {
    if (block.toolUse) {
      const { toolUseId, name } = block.toolUse;
      yield event('contentBlockStart', {
        contentBlockIndex,
        start: { toolUse: { toolUseId, name } },
      });
    }
    for (const delta of deltasOf(block)) {
      yield event('contentBlockDelta', { contentBlockIndex, delta });
    }
    yield event('contentBlockStop', { contentBlockIndex });
  }
  yield event('messageStop', stop);
  yield event('metadata', metadata);
}

function* deltasOf({ text, reasoningContent, toolUse }: WrittenBlock): Generator<object> {
  for (const piece of tokensOf(text ?? '')) yield { text: piece };
  if (toolUse) {
    for (const input of tokensOf(JSON.stringify(toolUse.input))) yield { toolUse: { input } };
  }
  if (!reasoningContent) return;
  const { text: thought, signature } = reasoningContent.reasoningText;
  for (const piece of tokensOf(thought)) yield { reasoningContent: { text: piece } };
  yield { reasoningContent: { signature } };
}

/** Payloads are padded, so that their length tells nothing. */
const event = (name: string, payload: object): Buffer =>
  eventFrame(
    { ':event-type': name, ':content-type': 'application/json', ':message-type': 'event' },
    JSON.stringify({ ...payload, p: 'abcdef' }),
  );

function questionOf(request: ConverseRequest): Omit<Question, 'model' | 'fault'> {
  const { messages, toolConfig, inferenceConfig, outputConfig } = request;
  const last = messages.at(-1)?.content ?? [];
  const results = last.flatMap(({ toolResult }) => toolResult ?? []);
  const tools = toolsOf(request);
  const named = toolConfig?.toolChoice?.tool?.name;
  const chosen = named === undefined ? tools[0] : tools.find(({ name }) => name === named);
  const schema = outputConfig?.textFormat.structure.jsonSchema.schema;
  return {
    userText: textOf(last),
    toolResult:
      results.length > 0 ? results.map(({ content }) => textOf(content)).join('\n') : undefined,
    tool:
      results.length > 0 || !chosen
        ? undefined
        : { name: chosen.name, parameters: chosen.inputSchema.json },
    script: scriptedCalls(
      messages.map(({ role, content }) => ({
        userText: role === 'user' ? textOf(content) : '',
        hasCalls: content.some(({ toolUse }) => toolUse),
      })),
      tools.map(({ name }) => name),
    ),
    schema: schema === undefined ? undefined : JSON.parse(schema),
    stop: [...(inferenceConfig?.stopSequences ?? [])],
    tokensMax: inferenceConfig?.maxTokens,
  };
}

const textOf = (blocks: readonly Block[]): string =>
  blocks.flatMap(({ text }) => text ?? []).join('\n');
