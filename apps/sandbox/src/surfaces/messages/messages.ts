import { json, type Answer, type SandboxRequest } from '../../http/answer.js';
import { findModel } from '../../models.js';
import { compose, type Composition, type Question } from '../../text/compose.js';
import { schemaInWords } from '../../text/schema-in-words.js';
import { scriptedCalls } from '../../text/script.js';
import { countTokens, tokensOf } from '../../text/tokens.js';
import {
  blocksOf,
  readMessagesRequest,
  signatureOf,
  type Block,
  type MessagesRequest,
} from './messages-request.js';

/** POST /v1/messages */
export function createMessage({ body, fault, newId }: SandboxRequest): Answer {
  const request = readMessagesRequest(body);
  const model = findModel(request.model, 'chat', fault);
  const composition = compose({ ...questionOf(request), model, fault });
  const content = contentOf(composition, newId('toolu_'), request);
  const input = inputTokens(request);
  const message = { id: newId('msg_'), type: 'message', role: 'assistant', model: request.model };
  const stop = {
    stop_reason: STOP_REASONS[composition.finish] ?? 'end_turn',
    stop_sequence: composition.stopSequence ?? null,
  };
  const usage = fault['no-usage'] ? undefined : usageOf(input, composition.tokens);
  if (!request.stream) return json({ ...message, content, ...stop, usage });
  return { events: eventsOf(message, content, { stop, usage, input }) };
}

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: 'end_turn',
  stop_sequence: 'stop_sequence',
  length: 'max_tokens',
  tool_calls: 'tool_use',
};

const usageOf = (input: number, output: number): object => ({
  input_tokens: input,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: output,
});

interface WrittenBlock {
  readonly type: string;
  readonly [member: string]: unknown;
}

function contentOf(
  { text, reasoning, calls }: Composition,
  callId: string,
  { thinking }: MessagesRequest,
): WrittenBlock[] {
  const isThinking = reasoning !== '' && thinking != null && thinking.type !== 'disabled';
  return [
    ...(isThinking
      ? [{ type: 'thinking', thinking: reasoning, signature: signatureOf(reasoning) }]
      : []),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map((call, at) => ({
      type: 'tool_use',
      id: `${callId}_${at}`,
      name: call.name,
      input: JSON.parse(call.arguments) as object,
    })),
  ];
}

interface End {
  readonly stop: object;
  readonly usage: object | undefined;
  readonly input: number;
}

function* eventsOf(
  message: object,
  content: readonly WrittenBlock[],
  { stop, usage, input }: End,
): Generator<string> {
  const start = { ...message, content: [], stop_reason: null, stop_sequence: null };
  yield event('message_start', { message: { ...start, usage: usageOf(input, 1) } });
  yield event('ping', {});
  for (const [index, block] of content.entries()) {
    yield event('content_block_start', {
      index,
      content_block: { ...block, ...EMPTY[block.type] },
    });
    for (const delta of deltasOf(block)) yield event('content_block_delta', { index, delta });
    yield event('content_block_stop', { index });
  }
  yield event('message_delta', { delta: stop, usage });
  yield event('message_stop', {});
}

const EMPTY: Readonly<Record<string, object>> = {
  text: { text: '' },
  thinking: { thinking: '', signature: '' },
  tool_use: { input: {} },
};

function* deltasOf(block: WrittenBlock): Generator<object> {
  if (block.type === 'tool_use') {
    for (const piece of tokensOf(JSON.stringify(block['input']))) {
      yield { type: 'input_json_delta', partial_json: piece };
    }
  } else if (block.type === 'thinking') {
    for (const piece of tokensOf(String(block['thinking']))) {
      yield { type: 'thinking_delta', thinking: piece };
    }
    yield { type: 'signature_delta', signature: block['signature'] };
  } else {
    for (const piece of tokensOf(String(block['text']))) yield { type: 'text_delta', text: piece };
  }
}

const event = (type: string, members: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;

function questionOf(request: MessagesRequest): Omit<Question, 'model' | 'fault'> {
  const { messages, system, tools, tool_choice: choice, output_config: config } = request;
  const last = blocksOf(messages.at(-1)?.content);
  const results = last.filter(({ type }) => type === 'tool_result');
  const chosen = choice?.name ? tools?.find(({ name }) => name === choice.name) : tools?.[0];
  const calls = results.length === 0 && chosen && choice?.type !== 'none';
  return {
    userText: textOf(last),
    toolResult:
      results.length > 0
        ? results.map(({ content }) => textOf(blocksOf(content))).join('\n')
        : undefined,
    tool: calls ? { name: chosen.name, parameters: chosen.input_schema } : undefined,
    script: scriptedCalls(
      messages.map(({ role, content }) => ({
        userText: role === 'user' ? textOf(blocksOf(content)) : '',
        hasCalls: blocksOf(content).some(({ type }) => type === 'tool_use'),
      })),
      (tools ?? []).map(({ name }) => name),
    ),
    schema: config?.format?.schema ?? schemaInWords(textOf(blocksOf(system ?? undefined))),
    stop: [...(request.stop_sequences ?? [])],
    tokensMax: request.max_tokens,
  };
}

const textOf = (blocks: readonly Block[]): string =>
  blocks.flatMap(({ text }) => text ?? []).join('\n');

const TOKENS_PER_MESSAGE = 4; // Role and borders.

const inputTokens = ({ messages, system, tools }: MessagesRequest): number =>
  countTokens(JSON.stringify([system ?? '', tools ?? []])) +
  messages.reduce(
    (sum, { content }) => sum + TOKENS_PER_MESSAGE + countTokens(JSON.stringify(blocksOf(content))),
    0,
  );
