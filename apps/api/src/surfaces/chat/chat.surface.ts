import { NOTHING_EXPECTED, type Arrival, type ReceivedCall } from '#call';
import { runInSlices, type JsonDocument, type Steps } from '#kernel';
import { estimateInput, readChatRequest, type ChatRequest, type InputEstimate } from '#wire';
import { bearerOf } from '../../http/bearer.js';
import { chatEnvelope } from '../../http/chat-envelope.js';
import { checkMembers } from '../../http/deciding-members.js';
import { passedHeadersOf } from '../../http/pass-on.js';
import { expectJson } from '../../http/read-body.js';
import { secondsOfBytes } from '../../http/seconds-of-bytes.js';
import { checkOptions } from '../../http/unpriced-options.js';
import type { SurfaceAdapter, SurfaceRequest } from '../../http/surface.js';

export const CHAT_PATH = '/v1/chat/completions';

/** `POST /v1/chat/completions`. */
export const chatSurface: SurfaceAdapter = {
  protocol: 'chat',
  surfaceOf: () => 'chat',
  keyOf: bearerOf,
  envelope: chatEnvelope,

  async readCall(
    arrival: Arrival,
    { incoming, query, body, timeoutMs }: SurfaceRequest,
  ): Promise<ReceivedCall> {
    expectJson(incoming);
    const document = await body.json(arrival.callerGone);
    const { chat, estimate } = await runInSlices(readSteps(document), arrival.callerGone);
    checkOptions(arrival.principal, document.root);
    const { audioBytes, ...input } = estimate;
    return {
      ...arrival,
      operation: {
        kind: 'chat',
        protocol: 'chat',
        hints: { query, headers: passedHeadersOf(incoming) },
      },
      requestedModel: chat.model,
      isStreaming: chat.isStreaming,
      wantsUsage: chat.wantsUsage,
      showsThinking: true,
      expected: {
        ...NOTHING_EXPECTED,
        ...input,
        ...secondsOfBytes(audioBytes),
        output: {
          tokensMax: chat.outputTokensMax,
          choices: chat.choices,
          isSpoken: chat.isSpoken,
        },
      },
      body: { kind: 'json', document },
      timeoutMs,
    };
  },
};

const STEP_NODES = 8_192; // A body of fewer values is read in one step.

function* readSteps(
  document: JsonDocument,
): Steps<{ readonly chat: ChatRequest; readonly estimate: InputEstimate }> {
  const isLarge = document.nodes > STEP_NODES;
  if (isLarge) yield;
  const chat = readChatRequest(document);
  if (isLarge) yield;
  yield* checkMembers(document.root);
  if (isLarge) yield;
  return { chat, estimate: yield* estimateInput(document, 'chat') };
}
