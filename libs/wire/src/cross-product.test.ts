import { afterAll, expect, it } from 'vitest';
import {
  chatRecordings,
  converseRecordings,
  geminiRecordings,
  messagesRecordings,
  responsesRecordings,
} from '../../../test/support/recordings.js';
import { events, ReplayServer } from '../../../test/support/replay-server.js';
import { sdkReaders } from '../../../test/support/sdk-readers.js';
import { tellingOf, type Telling } from '../../../test/support/telling.js';
import { joined, readAll } from '../../../test/support/told.js';
import {
  readChatStream,
  readConverseStream,
  readEventStream,
  readGeminiStream,
  readMessagesStream,
  readResponsesStream,
  readSse,
  writeChatStream,
  writeGeminiStream,
  writeMessagesStream,
  writeResponsesStream,
} from '../../../test/support/wire.js';
import { conversations, type ConversationProtocol } from './index.js';

/**
 * Every recorded stream of every provider, told in every format of callers and read by the SDK of that
 * format: what it says, calls, ends with and counts is what our own reading of the recording says.
 * `GW_FIXTURES` names the folder of recordings; without it nothing is collected here.
 */
const folder = process.env['GW_FIXTURES'];
const server = await ReplayServer.start();
afterAll(() => server.close());

const sse = (read: typeof readChatStream) => (bytes: Buffer) => read(readSse([bytes]));
const READERS = {
  chat: sse(readChatStream),
  messages: sse(readMessagesStream),
  gemini: sse(readGeminiStream),
  responses: sse(readResponsesStream),
  converse: (bytes: Buffer) => readConverseStream(readEventStream([bytes])),
};
const WRITERS = {
  chat: writeChatStream,
  messages: writeMessagesStream,
  gemini: writeGeminiStream,
  responses: writeResponsesStream,
} satisfies Record<ConversationProtocol, unknown>;
const FORMATS = Object.keys(conversations) as ConversationProtocol[];

interface Stream {
  readonly name: string;
  readonly protocol: keyof typeof READERS;
  readonly bytes: Buffer;
}

const streams: readonly Stream[] =
  folder === undefined
    ? []
    : [
        ...ofKind('chat', chatRecordings(folder)),
        ...ofKind('messages', messagesRecordings(folder)),
        ...ofKind('gemini', geminiRecordings(folder)),
        ...ofKind('responses', responsesRecordings(folder)),
        ...ofKind('converse', converseRecordings(folder)),
      ];

function ofKind(
  protocol: Stream['protocol'],
  recordings: readonly { name: string; kind: string; text?: string; bytes?: Buffer }[],
): Stream[] {
  return recordings
    .filter(({ kind }) => kind === 'stream')
    .map(({ name, text, bytes }) => ({ name, protocol, bytes: bytes ?? Buffer.from(text ?? '') }));
}

/** What each format says for an end in canonical words; any other word has only the fallback. */
const ENDS: Record<ConversationProtocol, Readonly<Record<string, string>>> = {
  chat: {
    stop: 'stop',
    stop_sequence: 'stop',
    length: 'length',
    context_exceeded: 'length',
    tool_calls: 'tool_calls',
    content_filter: 'content_filter',
    refusal: 'content_filter',
    pause: 'stop',
  },
  messages: {
    stop: 'end_turn',
    stop_sequence: 'stop_sequence',
    length: 'max_tokens',
    context_exceeded: 'model_context_window_exceeded',
    tool_calls: 'tool_use',
    content_filter: 'refusal',
    refusal: 'refusal',
    pause: 'pause_turn',
  },
  gemini: {
    stop: 'STOP',
    stop_sequence: 'STOP',
    length: 'MAX_TOKENS',
    context_exceeded: 'MAX_TOKENS',
    tool_calls: 'STOP',
    content_filter: 'SAFETY',
    refusal: 'SAFETY',
    pause: 'STOP',
  },
  responses: {
    stop: 'completed',
    stop_sequence: 'completed',
    length: 'max_output_tokens',
    context_exceeded: 'max_output_tokens',
    tool_calls: 'completed',
    content_filter: 'content_filter',
    refusal: 'completed',
    pause: 'completed',
  },
};

function expectedIn(format: ConversationProtocol, telling: Telling) {
  const { text, calls, finish = '', usage } = telling;
  return { text, calls, finish: ENDS[format][finish], ...(usage && { usage }) };
}

/** Streams that say something else in their own format, where they go on as the provider wrote them. */
const XAI =
  'xAI counts what was thought or cached beside the rest; its own counts go on as they are';
const MISTRAL = 'Mistral’s content is a list of parts, which clients of Mistral read';
const PIECES = 'the client asked for pieces of arguments, and puts them together by itself';
const SHORTENED = 'shortened by hand: its pieces say less than its end, which its client reads';
const EXCEPTIONS: Record<ConversationProtocol, Readonly<Record<string, string>>> = {
  chat: {
    'openai-compatible/vercel-ai/xai-text.chunks.txt': XAI,
    'azure/ruby_llm/chat_function_calling_azure_grok-4-1-fast-non-reasoning_can_use_tools_without_parameters_in_multi-turn_streami.2.json':
      XAI,
    'azure/ruby_llm/chat_function_calling_azure_grok-4-1-fast-non-reasoning_can_use_tools_without_parameters_in_multi-turn_streami.3.json':
      XAI,
    'azure/ruby_llm/chat_function_calling_azure_grok-4-1-fast-non-reasoning_can_use_tools_without_parameters_in_multi-turn_streami.4.json':
      XAI,
    'azure/ruby_llm/chat_streaming_responses_azure_grok-4-1-fast-non-reasoning_supports_streaming_responses.1.json':
      XAI,
    'mistral/ruby_llm/chat_mistral_hybrid_reasoning_streams_thinking_separately_from_content.1.json':
      MISTRAL,
    'mistral/vercel-ai/mistral-reasoning.chunks.txt': MISTRAL,
    'mistral/pydantic-ai/test_mistral/test_mistral_model_thinking_part_iter.1.json': MISTRAL,
  },
  messages: {},
  gemini: {
    'gemini/vercel-ai/google-stream-no-args-tool-call.chunks.txt': PIECES,
    'gemini/vercel-ai/google-stream-tool-call-arguments.chunks.txt': PIECES,
    'gemini/vercel-ai/google-stream-tool-call-array-arguments-missing-terminal-function-call.chunks.txt':
      PIECES,
    'gemini/vercel-ai/google-vertex-stream-tool-call-arguments-nested.1.chunks.txt': PIECES,
  },
  responses: {
    'openai-responses/vercel-ai/openai-phase.1.chunks.txt': SHORTENED,
    'openai-responses/vercel-ai/openai-shell-container.1.chunks.txt': SHORTENED,
  },
};

for (const format of FORMATS) {
  const exceptions = EXCEPTIONS[format];
  const count = streams.length - Object.keys(exceptions).length;

  it(`${streams.length > 0 ? count : 0} recorded streams are read alike by the SDK of the format ${format}`, async () => {
    const different: string[] = [];
    for (const stream of streams) {
      const frames = await readAll(READERS[stream.protocol](stream.bytes));
      const telling = tellingOf(frames);
      const options = { source: stream.protocol, model: 'm', wantsUsage: true };
      const written = await joined(WRITERS[format](frames, options));
      server.answer = () => events([Buffer.from(written)]);
      const reading: unknown = await sdkReaders[format](server.url).catch(
        (fault: unknown) => fault,
      );
      const isAlike = telling.isError
        ? reading instanceof Error
        : alike(reading, expectedIn(format, telling));
      if (!isAlike) different.push(stream.name);
    }
    expect(different.toSorted()).toEqual(folder ? Object.keys(exceptions).toSorted() : []);
  });
}

function alike(reading: unknown, expected: object): boolean {
  try {
    expect(reading).toMatchObject(expected);
    return true;
  } catch {
    return false;
  }
}
