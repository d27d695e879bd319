import { failed, member, objectOf, stringOf, type JsonNode, type JsonObject } from '#kernel';
import { INPUT_REQUIRED, mayAsk, type ClientAsks } from '#wire';

const REQUESTS_MAX = 32; // Questions to one person at a time.

/** What a server that asks for more says, and may say to this caller. */
export interface InputRequired {
  /** Undefined where it only wants to be asked again. */
  readonly requests: JsonObject | undefined;
  readonly state: string | undefined;
}

/**
 * Of a result that asks for more. A question that the caller did not offer to answer goes to nobody, and nor does the rest: without
 * that answer the tool would ask again.
 * @throws upstream_failed, which an agent can go on from
 */
export function readInputRequired(result: JsonObject, asks: ClientAsks): InputRequired {
  const given = member(result, 'inputRequests');
  const requests = objectOf(given);
  const state = stringOf(member(result, 'requestState'));
  if ((given && !requests) || (!requests && state === undefined)) {
    throw failed('upstream_failed', {
      message: 'The tool asks its caller for more and does not say for what.',
      gw: { cause: 'body' },
    });
  }
  const values = requests?.values ?? [];
  if (values.length > REQUESTS_MAX) {
    throw failed('upstream_failed', {
      message: `The tool asks its caller more than ${REQUESTS_MAX} questions at a time.`,
    });
  }
  const strange = values.find((request) => !mayAsk(asks, request));
  if (strange) throw notPassedOn(strange);
  return { requests, state };
}

/** Said in words of the gateway's: nobody has looked at the server's. */
const notPassedOn = (request: JsonNode) =>
  failed('upstream_failed', {
    message:
      stringOf(member(request, 'method')) === SAMPLING
        ? NO_SAMPLING
        : 'The tool asks its caller for what its client has not said that it can answer. Call another one.',
  });

const SAMPLING = 'sampling/createMessage';
export const NO_SAMPLING =
  'The tool asks for an answer of its caller’s model (sampling), which is not passed on: no tool uses a model at the cost of its caller.';

export const asksForMore = (result: JsonObject): boolean =>
  stringOf(member(result, 'resultType')) === INPUT_REQUIRED;
