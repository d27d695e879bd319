import { DONE, json, type Answer, type SandboxRequest } from '../../http/answer.js';
import { findModel } from '../../models.js';
import { servedTier } from '../served-tier.js';
import { chatFinish, compose, type Composition } from '../../text/compose.js';
import { tokensOf } from '../../text/tokens.js';
import { countPromptTokens, readQuestion } from './chat-question.js';
import { readChatRequest } from './chat-request.js';

/** POST /v1/chat/completions */
export function completeChat({ body, fault, newId, nowSeconds }: SandboxRequest): Answer {
  const request = readChatRequest(body);
  const model = findModel(request.model, 'chat', fault);
  const composition = compose({ ...readQuestion(request), model, fault });
  const choices = request.n ?? 1;
  const envelope = {
    id: newId('chatcmpl-'),
    created: nowSeconds,
    model: request.model,
    service_tier: servedTier(request.service_tier),
    system_fingerprint: 'sandbox',
  };
  const usage = fault['no-usage']
    ? undefined
    : chatUsage(countPromptTokens(request), composition, choices);
  if (!request.stream) {
    const callId = newId('call_');
    return json({
      ...envelope,
      object: 'chat.completion',
      choices: indexes(choices).map((index) => ({
        index,
        message: messageOf(composition, `${callId}${index}`),
        logprobs: null,
        finish_reason: chatFinish(composition),
      })),
      usage,
    });
  }
  const asksForUsage = request.stream_options?.include_usage === true;
  return {
    events: chatFrames(
      { ...envelope, object: 'chat.completion.chunk' },
      composition,
      newId('call_'),
      choices,
      asksForUsage ? usage : undefined,
    ),
  };
}

function messageOf({ text, reasoning, calls }: Composition, callId: string) {
  return {
    role: 'assistant',
    content: calls.length > 0 ? null : text,
    ...(reasoning && { reasoning_content: reasoning }),
    refusal: null,
    annotations: [],
    ...(calls.length > 0 && {
      tool_calls: calls.map((call, at) => ({
        id: `${callId}_${at}`,
        type: 'function',
        function: call,
      })),
    }),
  };
}

/** One frame for each token, the choices side by side, as providers interleave them. */
function* chatFrames(
  envelope: object,
  composition: Composition,
  callId: string,
  choices: number,
  usage: object | undefined,
): Generator<string> {
  const { text, reasoning, calls } = composition;
  // Written once: only the choice differs from frame to frame.
  const head = `data: ${JSON.stringify(envelope).slice(0, -1)}`;
  const tail = usage ? ',"usage":null}\n\n' : '}\n\n';
  function* frame(delta: (index: number) => object, finishReason: string | null = null) {
    for (const index of indexes(choices)) {
      const choice = { index, delta: delta(index), logprobs: null, finish_reason: finishReason };
      yield `${head},"choices":[${JSON.stringify(choice)}]${tail}`;
    }
  }
  yield* frame(() => ({ role: 'assistant', content: calls.length > 0 ? null : '', refusal: null }));
  for (const piece of tokensOf(reasoning)) yield* frame(() => ({ reasoning_content: piece }));
  for (const piece of tokensOf(text)) yield* frame(() => ({ content: piece }));
  for (const [at, call] of calls.entries()) {
    yield* frame((index) => {
      const opening = { name: call.name, arguments: '' };
      const id = `${callId}${index}_${at}`;
      return { tool_calls: [{ index: at, id, type: 'function', function: opening }] };
    });
    for (const piece of tokensOf(call.arguments)) {
      yield* frame(() => ({ tool_calls: [{ index: at, function: { arguments: piece } }] }));
    }
  }
  yield* frame(() => ({}), chatFinish(composition));
  if (usage) yield `${head},"choices":[],"usage":${JSON.stringify(usage)}}\n\n`;
  yield DONE;
}

function chatUsage(prompt: number, { tokens, reasoningTokens }: Composition, choices: number) {
  const completion = tokens * choices;
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: reasoningTokens * choices,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
