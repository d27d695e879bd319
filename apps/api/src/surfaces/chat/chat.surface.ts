import type { FastifyRequest } from 'fastify';
import type { Arrival, ReceivedCall } from '#call';
import { refuse } from '#kernel';
import { estimateInputTokens, readChatRequest, writeChatStream, writeJsonAnswer } from '#wire';
import type { SurfaceAdapter } from '../../http/intake.js';
import { passHeadersOf, queryOf } from '../../http/pass-on.js';
import { bodyKindOf, readJsonBody } from '../../http/read-body.js';

/** `POST /v1/chat/completions`. */
export const chatSurface: SurfaceAdapter = {
  wire: 'chat',
  surfaceOf: () => 'chat',

  async readCall(
    arrival: Arrival,
    request: FastifyRequest,
    timeoutMs: number,
  ): Promise<ReceivedCall> {
    const kind = bodyKindOf(request.raw);
    if (kind !== 'json') {
      throw refuse('content_type_unsupported', {
        message: 'Send the request as JSON, with Content-Type: application/json.',
      });
    }
    const document = await readJsonBody(request.raw);
    const chat = readChatRequest(document);
    return {
      ...arrival,
      requestedModel: chat.model,
      requestedProvider: null,
      isStreaming: chat.isStreaming,
      wantsUsage: chat.wantsUsage,
      output: { tokensMax: chat.outputTokensMax, choices: chat.choices },
      inputTokens: estimateInputTokens(document),
      query: queryOf(request),
      body: { kind: 'json', document },
      passHeaders: passHeadersOf(request),
      timeoutMs,
    };
  },

  writeJson: (call, frame) => writeJsonAnswer(frame, call.requestedModel),

  writeEvents: (call, frames) =>
    writeChatStream(frames, { model: call.requestedModel ?? '', wantsUsage: call.wantsUsage }),
};
