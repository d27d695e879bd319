import type { Arrival } from '#call';
import type { InspectInterceptor } from '#dlp';
import { applyEdits, type JsonDocument } from '#kernel';
import type { Asking } from './asking.js';
import { serverCall, type Meant } from './server-call.js';

type Shown = Pick<Meant, 'method' | 'target' | 'isList'>;

/**
 * What is shown of servers, or of what the gateway keeps, without a call of its own, as the way back of a call would show it.
 * @param answer in JSON-RPC @throws answer_blocked, tool_result_blocked
 */
export async function inspectShown(
  arrival: Arrival,
  asking: Asking,
  answer: JsonDocument,
  inspect: InspectInterceptor,
  shown: Shown,
): Promise<string> {
  const call = serverCall(arrival, asking, {
    ...shown,
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
