import type { Arrival, ReceivedBody, ReceivedCall } from '#call';
import { isTrue, member, refuse, runInSlices } from '#kernel';
import { readResponsesRequest, readEndUser } from '#wire';
import { chatKeyOf } from '../../http/caller-key.js';
import { checkMembers } from '../../http/deciding-members.js';
import { passedHeadersOf } from '../../http/pass-on.js';
import { expectJson } from '../../http/read-body.js';
import { responsesEnvelope } from '../../http/responses-envelope.js';
import { checkOptions } from '../../http/unpriced-options.js';
import type { SurfaceAdapter, SurfaceRequest } from '../../http/surface.js';
import { readSteps } from '../read-steps.js';
import { expectedOf } from '../passthrough/expected-usage.js';

const NOT_STREAMED = () =>
  refuse('field_invalid', {
    param: 'stream',
    message:
      'An answer in the background is not streamed. Leave stream out, and ask for the answer by its id.',
  });

/** `POST /v1/responses`. */
export const responsesSurface: SurfaceAdapter = {
  protocol: 'responses',
  surfaceOf: () => 'responses',
  keyOf: chatKeyOf,
  envelope: responsesEnvelope,

  async readCall(
    arrival: Arrival,
    { incoming, query, body, timeoutMs }: SurfaceRequest,
  ): Promise<ReceivedCall> {
    expectJson(incoming);
    const document = await body.json(arrival.callerGone);
    const received: ReceivedBody = { kind: 'json', document };
    const { asked, expected } = await runInSlices(
      readSteps(document, {
        ask: readResponsesRequest,
        check: checkMembers(document.root, { mayOutlive: true }),
        expect: expectedOf('responses', received, 'responses'),
      }),
      arrival.callerGone,
    );
    const isBackground = isTrue(member(document.root, 'background'));
    if (isBackground && asked.isStreaming) throw NOT_STREAMED();
    checkOptions(arrival.principal, document.root);
    return {
      ...arrival,
      operation: {
        kind: 'chat',
        protocol: 'responses',
        hints: { query, headers: passedHeadersOf(incoming) },
        sealsThinking: asked.sealsThinking,
        customTools: asked.customTools,
        repeated: asked.repeated,
        isBackground,
      },
      requestedModel: asked.model,
      isStreaming: asked.isStreaming,
      wantsUsage: true,
      showsThinking: asked.showsThinking,
      endUser: readEndUser(document.root, 'responses'),
      expected,
      body: received,
      timeoutMs,
    };
  },
};
