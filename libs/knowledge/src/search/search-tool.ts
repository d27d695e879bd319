import { member, numberOf, objectOf, refuse, stringOf, type JsonNode } from '#kernel';
import { storeIdOf } from '../ids.js';
import type { StoreRow } from '../keep/stores.js';
import { QUERY_CHARS_MAX, RESULTS_DEFAULT, RESULTS_MAX } from '../limits.js';
import type { Hit, Search } from './knowledge-search.js';

/** What a model, or an agent, is told of searching these stores as a tool. */
export const describeSearch = (stores: readonly StoreRow[]): string =>
  `Finds passages of the organisation's documents by what they mean. Stores: ${stores
    .map((store) => `${store.name} (${storeIdOf(store.id)})`)
    .join(', ')}.`;

/** JSON Schema of its arguments. Which store is said where there are several. @param resultsMax of one search */
export function searchSchema(stores: readonly StoreRow[], resultsMax = RESULTS_MAX): object {
  const isOne = stores.length === 1;
  return {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: QUERY_CHARS_MAX,
        description: 'What is sought, as a question or in words.',
      },
      ...(!isOne && {
        store: { type: 'string', enum: stores.map(({ id }) => storeIdOf(id)) },
      }),
      max_num_results: { type: 'integer', minimum: 1, maximum: resultsMax },
    },
    required: isOne ? ['query'] : ['query', 'store'],
    additionalProperties: false,
  };
}

const MEMBERS: ReadonlySet<string> = new Set(['query', 'store', 'max_num_results']);

/**
 * By hand: the schema differs from workload to workload, and is not worth compiling for three members.
 * @throws tool_arguments_invalid, with what is wrong as a sentence
 */
export function readSearchArguments(
  root: JsonNode,
  stores: readonly StoreRow[],
  resultsMax = RESULTS_MAX,
): { readonly store: StoreRow; readonly search: Search } {
  const strange = objectOf(root)?.keys.find((key) => !MEMBERS.has(key));
  if (strange !== undefined) throw wrong(`${strange.slice(0, 64)} is no argument of this tool`);
  const query = stringOf(member(root, 'query')) ?? '';
  if (query.trim() === '' || query.length > QUERY_CHARS_MAX) {
    throw wrong(`query must be a text of 1 to ${QUERY_CHARS_MAX} characters`);
  }
  const named = member(root, 'store');
  const isOnly = named === undefined && stores.length === 1;
  const store = stores.find(({ id }) => isOnly || storeIdOf(id) === stringOf(named));
  if (!store)
    throw wrong(`store must be one of ${stores.map(({ id }) => storeIdOf(id)).join(', ')}`);
  const most = member(root, 'max_num_results');
  const count = most === undefined ? RESULTS_DEFAULT : (numberOf(most) ?? 0);
  if (!Number.isInteger(count) || count < 1 || count > resultsMax) {
    throw wrong(`max_num_results must be from 1 to ${resultsMax}`);
  }
  return { store, search: { queries: [query], count, scoreMin: -1, filter: () => true } };
}

const wrong = (what: string) =>
  refuse('tool_arguments_invalid', { message: `${what}.`, param: 'params.arguments' });

const DIGITS = 3;

/** For a model to read: each passage stands behind where it is from. */
export const textOfHits = (hits: readonly Hit[]): string =>
  hits.length === 0
    ? 'Nothing was found.'
    : hits
        .map(
          ({ filename, score, text }, at) =>
            `[${at + 1}] ${filename} (${score.toFixed(DIGITS)})\n${text}`,
        )
        .join('\n\n');
