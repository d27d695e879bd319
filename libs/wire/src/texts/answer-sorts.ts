import { isTrue, member, stringOf, type JsonNode, type JsonObject } from '#kernel';

/** What a text of an answer is. */
export type AnswerSort = 'text' | 'tool' | 'thinking' | 'refusal' | 'transcript' | 'annotation';

/** Members that say it for all that stands within them, in any of the formats. */
const SORTS: ReadonlyMap<string, AnswerSort> = new Map(
  Object.entries({
    tool: 'action args arguments code functionCall function_call input partial_json tool_calls',
    thinking: 'reasoning reasoning_content reasoning_details summary thinking',
    refusal: 'refusal',
    transcript: 'transcript',
    annotation: 'annotations citation citationMetadata citations groundingMetadata',
  }).flatMap(([sort, names]) => names.split(' ').map((name) => [name, sort as AnswerSort])),
);

/** Words of the formats and ids of the provider, wherever a model's own object does not begin. */
const FORMAL: ReadonlySet<string> = new Set(
  (
    'call_id container_id created created_at created_by creator finishReason finish_reason id index item_id ' +
    'mimeType modelVersion model_version name native_finish_reason obfuscation object previous_response_id provider ' +
    'responseId response_id role service_tier status stop_reason stop_sequence system_fingerprint tool_call_id ' +
    'tool_use_id type'
  ).split(' '),
);

/** An id, a type, a state or the like: nothing that a model says. */
export const isFormal = ({ name, isFree }: { name: string; isFree: boolean }): boolean =>
  !isFree && FORMAL.has(name);

/** Does an object begin here whose keys are the model's own? */
export const beginsFree = (name: string, node: JsonNode): boolean =>
  (name === 'input' || name === 'args') && node.kind === 'object';

export const sortOf = (name: string, within: AnswerSort): AnswerSort => SORTS.get(name) ?? within;

/** As the object says by its type, or as one of Gemini's parts. */
export function sortWithin(object: JsonObject, around: AnswerSort): AnswerSort {
  const type = stringOf(member(object, 'type')) ?? '';
  if (type === 'thinking' || type.startsWith('reasoning')) return 'thinking';
  if (type === 'tool_use' || type.endsWith('_call')) return 'tool';
  return isTrue(member(object, 'thought')) ? 'thinking' : around;
}

/** Of a text that grows in events whose type says so: `response.function_call_arguments.delta`. */
export function sortOfType(type: string): AnswerSort {
  if (type.includes('reasoning')) return 'thinking';
  if (type.includes('refusal')) return 'refusal';
  if (type.includes('transcript')) return 'transcript';
  return /arguments|input|code/.test(type) ? 'tool' : 'text';
}
