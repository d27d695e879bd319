import type { Arrival, ExpectedUsage, ReceivedBody, ReceivedCall } from '#call';
import { runInSlices, type JsonDocument, type Steps } from '#kernel';
import { readResponsesRequest, type ResponsesRequest } from '#wire';
import { bearerOf } from '../../http/bearer.js';
import { checkMembers } from '../../http/deciding-members.js';
import { passedHeadersOf } from '../../http/pass-on.js';
import { expectJson } from '../../http/read-body.js';
import { responsesEnvelope } from '../../http/responses-envelope.js';
import { checkOptions } from '../../http/unpriced-options.js';
import type { SurfaceAdapter, SurfaceRequest } from '../../http/surface.js';
import { expectedOf } from '../passthrough/expected-usage.js';

/** `POST /v1/responses`. */
export const responsesSurface: SurfaceAdapter = {
  protocol: 'responses',
  surfaceOf: () => 'responses',
  keyOf: bearerOf,
  envelope: responsesEnvelope,

  async readCall(
    arrival: Arrival,
    { incoming, query, body, timeoutMs }: SurfaceRequest,
  ): Promise<ReceivedCall> {
    expectJson(incoming);
    const document = await body.json(arrival.callerGone);
    const { asked, expected } = await runInSlices(readSteps(document), arrival.callerGone);
    checkOptions(arrival.principal, document.root);
    return {
      ...arrival,
      operation: {
        kind: 'chat',
        protocol: 'responses',
        hints: { query, headers: passedHeadersOf(incoming) },
        customTools: asked.customTools,
      },
      requestedModel: asked.model,
      isStreaming: asked.isStreaming,
      wantsUsage: true,
      showsThinking: asked.showsThinking,
      expected,
      body: { kind: 'json', document },
      timeoutMs,
    };
  },
};

const STEP_NODES = 8_192; // A body of fewer values is read in one step.

function* readSteps(
  document: JsonDocument,
): Steps<{ readonly asked: ResponsesRequest; readonly expected: ExpectedUsage }> {
  const isLarge = document.nodes > STEP_NODES;
  if (isLarge) yield;
  yield* checkMembers(document.root);
  if (isLarge) yield;
  const asked = readResponsesRequest(document);
  if (isLarge) yield;
  const body: ReceivedBody = { kind: 'json', document };
  return { asked, expected: yield* expectedOf('responses', body, 'responses') };
}
