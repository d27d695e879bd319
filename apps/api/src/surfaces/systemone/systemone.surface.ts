import { NOTHING_EXPECTED, type Arrival, type ReceivedCall } from '#call';
import { applyEdits, parseSteps, runInSlices } from '#kernel';
import { decisionKindOf } from '#routing';
import { checkDecision, optionNamesOf, readDecisionModel, readEndUser } from '#wire';
import { keyOf } from '../../http/caller-key.js';
import { chatEnvelope } from '../../http/chat-envelope.js';
import { checkMembers } from '../../http/deciding-members.js';
import { passedHeadersOf } from '../../http/pass-on.js';
import { expectJson } from '../../http/read-body.js';
import type { SurfaceAdapter, SurfaceRequest } from '../../http/surface.js';

/** `POST /v1/systemone`. */
export const systemoneSurface: SurfaceAdapter = {
  protocol: 'systemone',
  surfaceOf: () => 'systemone',
  keyOf,
  envelope: chatEnvelope,

  async readCall(
    arrival: Arrival,
    { incoming, query, body, timeoutMs }: SurfaceRequest,
  ): Promise<ReceivedCall> {
    expectJson(incoming);
    const document = await body.json(arrival.callerGone);
    const asked = readDecisionModel(document);
    await runInSlices(checkMembers(document.root), arrival.callerGone);
    const asks = decisionKindOf(arrival.principal, asked);
    const { decision, edits } = checkDecision(document, asks);
    // What is inspected is what is shown: nothing is taken out of it or put together behind that.
    const shown =
      edits.length === 0
        ? document
        : await runInSlices(parseSteps(applyEdits(document.text, edits)), arrival.callerGone);
    return {
      ...arrival,
      operation: {
        kind: 'decide',
        protocol: 'systemone',
        asks,
        optionNames: optionNamesOf(decision),
        hints: { query, headers: passedHeadersOf(incoming) },
      },
      requestedModel: asked,
      isStreaming: false,
      wantsUsage: true,
      showsThinking: true,
      endUser: readEndUser(document.root, 'native'),
      expected: {
        ...NOTHING_EXPECTED,
        inputTokens: decision.tokens,
        inputTokensMost: decision.tokens,
      },
      body: { kind: 'json', document: shown },
      timeoutMs,
    };
  },
};
