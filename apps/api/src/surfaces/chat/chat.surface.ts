import { NOTHING_EXPECTED, type Arrival, type ReceivedCall } from '#call';
import { runInSlices } from '#kernel';
import { estimateInput, readAskedTier, readChatRequest, readEndUser } from '#wire';
import { chatKeyOf } from '../../http/caller-key.js';
import { chatEnvelope } from '../../http/chat-envelope.js';
import { checkMembers } from '../../http/deciding-members.js';
import { passedHeadersOf } from '../../http/pass-on.js';
import { expectJson } from '../../http/read-body.js';
import { secondsOfBytes } from '../../http/seconds-of-bytes.js';
import { checkOptions } from '../../http/unpriced-options.js';
import type { SurfaceAdapter, SurfaceRequest } from '../../http/surface.js';
import { readSteps } from '../read-steps.js';

export const CHAT_PATH = '/v1/chat/completions';

/** `POST /v1/chat/completions`. */
export const chatSurface: SurfaceAdapter = {
  protocol: 'chat',
  surfaceOf: () => 'chat',
  keyOf: chatKeyOf,
  envelope: chatEnvelope,

  async readCall(
    arrival: Arrival,
    { incoming, query, body, timeoutMs }: SurfaceRequest,
  ): Promise<ReceivedCall> {
    expectJson(incoming);
    const document = await body.json(arrival.callerGone);
    const { root } = document;
    const { asked, expected } = await runInSlices(
      readSteps(document, {
        ask: readChatRequest,
        check: checkMembers(root),
        expect: estimateInput(document, 'chat'),
      }),
      arrival.callerGone,
    );
    checkOptions(arrival.principal, root);
    const { audioBytes, ...input } = expected;
    return {
      ...arrival,
      operation: {
        kind: 'chat',
        protocol: 'chat',
        hints: { query, headers: passedHeadersOf(incoming) },
      },
      requestedModel: asked.model,
      isStreaming: asked.isStreaming,
      wantsUsage: asked.wantsUsage,
      showsThinking: true,
      endUser: readEndUser(root, 'chat'),
      expected: {
        ...NOTHING_EXPECTED,
        tier: readAskedTier(root) ?? 'auto',
        ...input,
        ...secondsOfBytes(audioBytes),
        output: {
          tokensMax: asked.outputTokensMax,
          choices: asked.choices,
          isSpoken: asked.isSpoken,
        },
      },
      body: { kind: 'json', document },
      timeoutMs,
    };
  },
};
