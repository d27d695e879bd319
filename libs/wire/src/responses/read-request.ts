import { isNull, itemsOf, member, refuse, stringOf, type JsonDocument } from '#kernel';
import { checkList, isAbsent, readFlag, readModel, rootOf } from '../check-request.js';
import { readRepeated, type Repeated } from './repeated.js';
import { customToolsOf } from './read-tools.js';

/** What the gateway needs to know of a request in this format; the rest is the provider's business. */
export interface ResponsesRequest {
  readonly model: string;
  readonly isStreaming: boolean;
  /** The caller asked to be told what the model thinks. */
  readonly showsThinking: boolean;
  /** The caller wants it back under a seal, shown or not. */
  readonly sealsThinking: boolean;
  /** Names of tools whose input is a text. */
  readonly customTools: ReadonlySet<string>;
  readonly repeated: Repeated;
}

/** What a conversation may go on from with no input of its own. */
const BESIDE_INPUT = ['previous_response_id', 'conversation', 'prompt'] as const;

const SEALS = 'reasoning.encrypted_content';

/** Unknown fields, roles and items pass. @throws field_invalid, model_missing */
export function readResponsesRequest(document: JsonDocument): ResponsesRequest {
  const root = rootOf(document);
  const model = readModel(root);
  const input = member(root, 'input');
  if (!isAbsent(input) && input?.kind !== 'string') checkList(input, 'input');
  const isEmpty = isAbsent(input) || (input?.kind === 'array' && input.items.length === 0);
  if (isEmpty && !BESIDE_INPUT.some((key) => !isAbsent(member(root, key)))) {
    throw refuse('field_invalid', {
      param: 'input',
      message: 'input is missing: a text, or a list of items that is not empty.',
    });
  }
  const instructions = member(root, 'instructions');
  if (!isAbsent(instructions) && stringOf(instructions) === undefined) {
    throw refuse('field_invalid', {
      param: 'instructions',
      message: 'instructions must be a string.',
    });
  }
  checkList(member(root, 'tools'), 'tools');
  const reasoning = member(root, 'reasoning');
  const summary = member(reasoning, 'summary') ?? member(reasoning, 'generate_summary');
  return {
    model: model.value,
    isStreaming: readFlag(root, 'stream'),
    showsThinking: summary !== undefined && !isNull(summary),
    sealsThinking: itemsOf(member(root, 'include')).some((item) => stringOf(item) === SEALS),
    customTools: customToolsOf(root),
    repeated: readRepeated(document),
  };
}
