import { NO_HINTS } from '#call';
import { assert } from '#kernel';
import { splitPrompts } from '#wire';
import type { Order, RequestPart, WriteRequest } from './family-adapter.js';

/**
 * A conversation for each text that is to go on.
 * @throws field_invalid for what no conversation can say
 */
export function completionParts(
  order: Order,
  converse: WriteRequest<'chat'>,
): readonly [RequestPart, ...RequestPart[]] {
  const { call } = order;
  const { inspection } = call;
  const { request } = inspection;
  assert(request.kind === 'json', 'a text to go on stands in JSON');
  const partOf = (document: typeof request.document): RequestPart => {
    const one = { ...inspection, request: { kind: 'json', document } } as const;
    const asked = { ...order, call: { ...call, inspection: one } };
    return {
      request: converse(asked, { kind: 'chat', protocol: 'completions', hints: NO_HINTS }),
    };
  };
  const [first, ...others] = splitPrompts(request.document);
  return [partOf(first), ...others.map(partOf)];
}
