import type { OcrOperation } from '#call';
import { assert } from '#kernel';
import { placeOf } from '../body-order.js';
import type { Dispatch, Order } from '../family-adapter.js';
import { JSON_TYPE, requestHead } from '../openai-family/write-request.js';
import { writeJsonBody } from '../openai-family/write-json-body.js';

const PATH = ['v1', 'ocr'];

/** The caller's own request: nobody but providers of this format reads pages. */
export function writeOcrRequest(order: Order, { hints }: OcrOperation): Dispatch {
  const { request } = order.call.inspection;
  assert(request.kind === 'json', 'a document comes in JSON');
  const body = writeJsonBody(placeOf(order), request.document, { asksForUsage: false });
  const head = requestHead(order, 'POST', PATH, hints.query, { ...hints.headers, ...JSON_TYPE });
  return { parts: [{ request: { ...head, body } }], protocol: 'ocr' };
}
