import type { Arrival } from '#call';
import type { InspectInterceptor } from '#dlp';
import { applyEdits, type JsonDocument } from '#kernel';
import type { Asking } from './asking.js';
import { serverCall } from './server-call.js';

/**
 * What is shown of servers without a call of its own, as the way back of a call would show it.
 * @param answer in JSON-RPC @throws answer_blocked
 */
export async function inspectShown(
  arrival: Arrival,
  asking: Asking,
  answer: JsonDocument,
  inspect: InspectInterceptor,
): Promise<string> {
  const call = serverCall(arrival, asking, {
    method: 'resources/read',
    target: '',
    state: null,
    uriPrefix: '',
    requestedModel: null,
    document: null,
  });
  const entered = await inspect.enter(call);
  const frame = { document: answer, edits: [], events: [{ type: 'done' }] } as const;
  const { document, edits } = (await entered.watchWhole?.(frame, 'mcp')) ?? frame;
  return applyEdits((document ?? answer).text, edits);
}
