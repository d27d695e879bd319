import { itemsOf, member, numberOf, stringOf, type JsonDocument, type JsonNode } from '#kernel';
import { isAbsent, readCount, rootOf } from '../check-request.js';
import { given } from '../conversation/given.js';
import { checkDimensions, checkTexts, invalid, TEXTS_MAX } from '../embedding/check-texts.js';
import type { EmbeddingRequest, EmbeddingTask } from '../embedding/embedding-request.js';
import { checkContent } from '../gemini/read-request.js';

/** What both verbs demand alike. @param model as the path names it @throws field_invalid */
export function checkEmbedContents(document: JsonDocument, isBatch: boolean, model: string): void {
  for (const { asked, path } of askedIn(document, isBatch)) {
    checkContent(member(asked, 'content'), () => `${path}content`);
    const named = member(asked, 'model');
    if (!isAbsent(named) && stringOf(named)?.replace(/^models\//, '') !== model) {
      throw invalid(`${path}model`, 'must be the model that the path names');
    }
  }
}

/**
 * A request in canonical form. The parts of one content are one text; titles are left out.
 * @throws field_invalid, for what is no text, too
 */
export function readEmbedContents(document: JsonDocument, isBatch: boolean): EmbeddingRequest {
  const all = askedIn(document, isBatch);
  const texts = all.map(({ asked, path }) => textOf(asked, path));
  return {
    texts: checkTexts(texts, isBatch ? 'requests' : 'content'),
    ...given('dimensions', sameIn(all, 'outputDimensionality', dimensionsOf)),
    ...given('task', sameIn(all, 'taskType', taskOf)),
  };
}

interface Asked {
  readonly asked: JsonNode;
  /** With its dot, where it is one of many. */
  readonly path: string;
}

function askedIn(document: JsonDocument, isBatch: boolean): readonly Asked[] {
  const root = rootOf(document);
  if (!isBatch) return [{ asked: root, path: '' }];
  const requests = member(root, 'requests');
  if (requests?.kind !== 'array') throw invalid('requests', 'must be a list');
  if (requests.items.length === 0) throw invalid('requests', 'must not be empty');
  if (requests.items.length > TEXTS_MAX) {
    throw invalid('requests', `must be at most ${TEXTS_MAX}`);
  }
  return requests.items.map((asked, index) => {
    if (asked.kind !== 'object') throw invalid(`requests[${index}]`, 'must be an object');
    return { asked, path: `requests[${index}].` };
  });
}

function textOf(asked: JsonNode, path: string): string {
  const parts = itemsOf(member(member(asked, 'content'), 'parts'));
  return parts
    .map((part, index) => {
      const text = stringOf(member(part, 'text'));
      if (text !== undefined) return text;
      throw invalid(
        `${path}content.parts[${index}]`,
        'is no text, and this provider takes no other',
      );
    })
    .join('\n');
}

/** One request is sent for all texts, so they must agree. */
function sameIn<Value>(
  all: readonly Asked[],
  name: string,
  read: (asked: JsonNode, name: string, path: string) => Value | undefined,
): Value | undefined {
  const [first, ...others] = all.map(({ asked, path }) => {
    const config = member(asked, 'embedContentConfig');
    return read(asked, name, path) ?? (config && read(config, name, `${path}embedContentConfig.`));
  });
  const at = others.findIndex((value) => value !== first);
  if (at >= 0) throw invalid(`requests[${at + 1}].${name}`, 'differs from that of the first');
  return first;
}

const dimensionsOf = (asked: JsonNode, name: string, path: string): number | undefined => {
  const node = member(asked, name);
  if (!isAbsent(node) && numberOf(node) === undefined)
    throw invalid(path + name, 'must be a number');
  return checkDimensions(readCount(asked, name, 1), path + name);
};

const TASKS: ReadonlyMap<string, EmbeddingTask | undefined> = new Map([
  ['TASK_TYPE_UNSPECIFIED', undefined],
  ['RETRIEVAL_QUERY', 'search_query'],
  ['CODE_RETRIEVAL_QUERY', 'search_query'],
  ['QUESTION_ANSWERING', 'search_query'],
  ['FACT_VERIFICATION', 'search_query'],
  ['RETRIEVAL_DOCUMENT', 'search_document'],
  ['SEMANTIC_SIMILARITY', 'similarity'],
  ['CLASSIFICATION', 'classification'],
  ['CLUSTERING', 'clustering'],
]);

function taskOf(asked: JsonNode, name: string, path: string): EmbeddingTask | undefined {
  const node = member(asked, name);
  if (isAbsent(node)) return undefined;
  const word = stringOf(node) ?? '';
  if (!TASKS.has(word)) throw invalid(path + name, 'is no task of this format');
  return TASKS.get(word);
}
