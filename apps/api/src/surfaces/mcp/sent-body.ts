import type { Arrival } from '#call';
import {
  member,
  objectOf,
  parseSteps,
  refuse,
  runInSlices,
  type JsonDocument,
  type JsonNode,
} from '#kernel';

const SENT_CHARS_MAX = 1_048_576; // Arguments are checked by a schema in one go.
const SENT_NODES_MAX = 50_000;

/**
 * What a server is sent of a request, as a document of its own: what data protection reads is what is sent on.
 * @param members JSON by name @throws tool_arguments_invalid for too much of it
 */
export async function sentBody(
  members: Readonly<Record<string, string | undefined>>,
  callerGone: Arrival['callerGone'],
): Promise<JsonDocument> {
  const json = Object.entries(members).flatMap(([name, value]) =>
    value === undefined ? [] : [`${JSON.stringify(name)}:${value}`],
  );
  return boundedDocument(`{${json.join(',')}}`, callerGone);
}

/** @throws tool_arguments_invalid */
export async function boundedDocument(
  json: string,
  callerGone: Arrival['callerGone'],
): Promise<JsonDocument> {
  const given =
    json.length > SENT_CHARS_MAX ? undefined : await runInSlices(parseSteps(json), callerGone);
  if (given && given.nodes <= SENT_NODES_MAX) return given;
  throw refuse('tool_arguments_invalid', {
    message: `The arguments have more than ${SENT_CHARS_MAX} characters or ${SENT_NODES_MAX} values. Send less.`,
    param: 'params.arguments',
  });
}

/** JSON of the arguments; of none, an empty object. @throws tool_arguments_invalid */
export function argumentsIn({ text }: JsonDocument, params: JsonNode | undefined): string {
  const node = member(params, 'arguments');
  if (!node) return '{}';
  if (objectOf(node)) return text.slice(node.start, node.end);
  throw refuse('tool_arguments_invalid', { message: 'The arguments must be an object.' });
}

/** JSON of what the caller answers to questions of its tool; undefined where it answers none. @throws tool_arguments_invalid */
export function responsesIn(
  { text }: JsonDocument,
  params: JsonNode | undefined,
): string | undefined {
  const node = member(params, 'inputResponses');
  if (!node) return undefined;
  const responses = objectOf(node);
  if (responses?.values.every((one) => one.kind === 'object')) {
    return text.slice(node.start, node.end);
  }
  throw refuse('tool_arguments_invalid', {
    message: 'inputResponses must be an object of results, one for each question.',
    param: 'params.inputResponses',
  });
}
