import { member, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import { isAbsent, readCount, rootOf } from '../check-request.js';
import { given } from '../conversation/given.js';
import { checkDimensions, checkTexts, invalid } from '../embedding/check-texts.js';
import type { EmbeddingRequest, EmbeddingTask } from '../embedding/embedding-request.js';

/**
 * A request of OpenAI's format in canonical form. `user` and what else only this format knows is left out;
 * `output_dimension` and `output_dtype` are Mistral's words in it.
 * @throws field_invalid, for tokens, too: what they mean is known only where they were made
 */
export function readEmbeddings(document: JsonDocument): EmbeddingRequest {
  const root = rootOf(document);
  const encoding = member(root, 'encoding_format');
  if (!isAbsent(encoding) && !ENCODINGS.has(stringOf(encoding) ?? '')) {
    throw invalid('encoding_format', 'must be float or base64');
  }
  if (
    !isAbsent(member(root, 'output_dtype')) &&
    stringOf(member(root, 'output_dtype')) !== 'float'
  ) {
    throw invalid('output_dtype', 'must be float');
  }
  return {
    texts: textsOf(member(root, 'input')),
    ...given('dimensions', dimensionsOf(root)),
    ...given('task', taskOf(member(root, 'input_type'))),
  };
}

/** How the caller wants its vectors; anything else than `base64` is told as numbers. */
export const wantsBase64 = ({ root }: JsonDocument): boolean =>
  stringOf(member(root, 'encoding_format')) === 'base64';

function dimensionsOf(root: JsonNode): number | undefined {
  const [length, other] = ['dimensions', 'output_dimension'].map((name) =>
    checkDimensions(readCount(root, name, 1), name),
  );
  if (length !== undefined && other !== undefined && length !== other) {
    throw invalid('output_dimension', 'differs from dimensions');
  }
  return length ?? other;
}

const ENCODINGS: ReadonlySet<string> = new Set(['float', 'base64']);

function textsOf(input: JsonNode | undefined): readonly string[] {
  if (input?.kind === 'string') return checkTexts([input.value], 'input');
  if (input?.kind !== 'array') throw invalid('input', 'must be a text or a list of texts');
  const [first] = input.items;
  if (first?.kind === 'scalar' || first?.kind === 'array') {
    throw invalid('input', 'holds tokens, which this provider cannot read: send texts');
  }
  return checkTexts(input.items.map(stringOf), 'input');
}

/** Not of OpenAI's own; servers that imitate it take these words. */
const TASKS: ReadonlyMap<string, EmbeddingTask> = new Map([
  ['search_query', 'search_query'],
  ['query', 'search_query'],
  ['search_document', 'search_document'],
  ['document', 'search_document'],
  ['passage', 'search_document'],
  ['classification', 'classification'],
  ['clustering', 'clustering'],
]);

function taskOf(node: JsonNode | undefined): EmbeddingTask | undefined {
  if (isAbsent(node)) return undefined;
  const task = TASKS.get(stringOf(node) ?? '');
  if (task === undefined)
    throw invalid('input_type', `must be one of ${[...TASKS.keys()].join(', ')}`);
  return task;
}
