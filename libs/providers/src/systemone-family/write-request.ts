import type { DecideOperation } from '#call';
import { assert } from '#kernel';
import { readDecision, readDecisionAnswer, writeSystemOne } from '#wire';
import type { Dispatch, Order } from '../family-adapter.js';
import { JSON_TYPE, requestHead } from '../openai-family/write-request.js';

const PATH = ['v1', 'systemone'];

/** The questions of what data protection let through, in the form that every server of the format takes. */
export function writeDecisionRequest(
  order: Order,
  { asks, optionNames }: DecideOperation,
): Dispatch {
  const { model } = order.endpoint;
  const { request } = order.call.inspection;
  assert(request.kind === 'json' && model, 'a decision is asked for in JSON, of a model');
  const { document } = request;
  const asked = readDecision(document, asks, optionNames);
  assert(asked.kind === 'questions', 'no provider has questions of its own');
  const body = writeSystemOne(document, asked, model.id);
  return {
    parts: [
      {
        request: { ...requestHead(order, 'POST', PATH, [], JSON_TYPE), body },
        readAnswer: (answer) => readDecisionAnswer(answer, asked),
      },
    ],
    protocol: 'systemone',
  };
}
