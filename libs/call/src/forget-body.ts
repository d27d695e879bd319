import type { JsonDocument } from '#kernel';
import type { InspectedCall } from './call.js';

const FORGOTTEN: JsonDocument = {
  text: '',
  root: { kind: 'scalar', start: 0, end: 0, from: 0, value: null },
  nodes: 0,
};

/**
 * Lets go of a JSON body once nothing is sent any more, whoever still holds a state of the call: an
 * answer goes on for minutes, and what it answers is a hundred times as large.
 */
export function forgetBody({ body, inspection: { request } }: InspectedCall): void {
  if (body.kind === 'json') Object.assign(body, { document: FORGOTTEN });
  if (request.kind === 'json') Object.assign(request, { document: FORGOTTEN, edits: [] });
}
