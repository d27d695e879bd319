import { isNull, member, refuse, stringOf, type JsonDocument } from '#kernel';
import { checkList, isAbsent, readFlag, readModel, rootOf } from '../check-request.js';
import { customToolsOf } from './read-tools.js';

/** What the gateway needs to know of a request in this format; the rest is the provider's business. */
export interface ResponsesRequest {
  readonly model: string;
  readonly isStreaming: boolean;
  /** The caller asked to be told what the model thinks. */
  readonly showsThinking: boolean;
  /** Names of tools whose input is a text. */
  readonly customTools: ReadonlySet<string>;
}

/** Unknown fields, roles and items pass. @throws field_invalid, model_missing */
export function readResponsesRequest(document: JsonDocument): ResponsesRequest {
  const root = rootOf(document);
  const model = readModel(root);
  const input = member(root, 'input');
  if (!isAbsent(input) && input?.kind !== 'string') checkList(input, 'input');
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
    customTools: customToolsOf(root),
  };
}
