import type { Arrival, Spender } from '#call';
import {
  member,
  numberOf,
  objectOf,
  refuse,
  stringOf,
  type JsonDocument,
  type JsonNode,
} from '#kernel';
import {
  documentIdOf,
  QUERY_CHARS_MAX,
  readStoreId,
  RESULTS_DEFAULT,
  RESULTS_MAX,
  storeIdOf,
  whileStored,
  type Hit,
  type KnowledgeSearch,
  type KnowledgeStores,
  type StoreRow,
} from '#knowledge';
import { shownName, type GrantedTool } from '#tools';

/** The gateway's own server; a registered one of this name takes its place. */
const SERVER = 'kb';
const TOOL = 'search';

export type OwnTool = Pick<GrantedTool, 'shownAs' | 'pin'> & {
  readonly stores: readonly StoreRow[];
};

/**
 * Searching what the workload was granted, as a tool for agents.
 * @param server null for the tools of all servers
 * @returns undefined where there is nothing to search, or another server is meant
 */
export async function knowledgeTool(
  { organisation, workload }: Spender,
  server: string | null,
  stores: KnowledgeStores,
): Promise<OwnTool | undefined> {
  const isMeant = server === null || server === SERVER;
  if (!isMeant || workload.knowledge.length === 0 || organisation.providers.has(SERVER)) {
    return undefined;
  }
  const ids = workload.knowledge.flatMap((id) => readStoreId(id) ?? []);
  const granted = await whileStored(() => stores.list(organisation.id, ids));
  if (granted.length === 0) return undefined;
  return {
    shownAs: server === null ? shownName(SERVER, TOOL) : TOOL,
    pin: { description: describe(granted), inputSchema: schemaOf(granted) },
    stores: granted,
  };
}

const describe = (stores: readonly StoreRow[]): string =>
  `Finds passages of the organisation's documents by what they mean. Stores: ${stores
    .map((store) => `${store.name} (${storeIdOf(store.id)})`)
    .join(', ')}.`;

/** Which store is said where there are several. */
function schemaOf(stores: readonly StoreRow[]): object {
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
      max_num_results: { type: 'integer', minimum: 1, maximum: RESULTS_MAX },
    },
    required: isOne ? ['query'] : ['query', 'store'],
    additionalProperties: false,
  };
}

/**
 * One search, as a call of the caller's.
 * @returns what makes the result, as JSON @throws tool_arguments_invalid
 */
export function searchByTool(
  arrival: Arrival,
  { stores }: OwnTool,
  { given, search, timeoutMs, isModern }: SearchByTool,
): () => Promise<string> {
  const { store, query, count } = readWanted(given.root, stores);
  const asked = { queries: [query], count, scoreMin: -1, filter: () => true };
  const { principal, callerGone: ended } = arrival;
  return async () =>
    resultOf(
      await search.run(store, asked, { principal, identity: arrival, timeoutMs, ended }),
      isModern,
    );
}

export interface SearchByTool {
  /** The arguments. */
  readonly given: JsonDocument;
  readonly search: KnowledgeSearch;
  readonly timeoutMs: number;
  readonly isModern: boolean;
}

const MEMBERS: ReadonlySet<string> = new Set(['query', 'store', 'max_num_results']);

/** By hand: the schema differs from workload to workload, and is not worth compiling for three members. */
function readWanted(root: JsonNode, stores: readonly StoreRow[]) {
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
  if (!Number.isInteger(count) || count < 1 || count > RESULTS_MAX) {
    throw wrong(`max_num_results must be from 1 to ${RESULTS_MAX}`);
  }
  return { store, query, count };
}

const wrong = (what: string) =>
  refuse('tool_arguments_invalid', { message: `${what}.`, param: 'params.arguments' });

const DIGITS = 3;

/** For a model to read, and for programs. Passages are data: each stands behind where it is from. */
const resultOf = (hits: readonly Hit[], isModern: boolean): string =>
  JSON.stringify({
    ...(isModern && { resultType: 'complete' }),
    content: [
      {
        type: 'text',
        text:
          hits.length === 0
            ? 'Nothing was found.'
            : hits
                .map(
                  ({ filename, score, text }, at) =>
                    `[${at + 1}] ${filename} (${score.toFixed(DIGITS)})\n${text}`,
                )
                .join('\n\n'),
      },
    ],
    structuredContent: {
      results: hits.map(({ documentId, filename, score, attributes, text }) => ({
        file_id: documentIdOf(documentId),
        filename,
        score,
        attributes,
        text,
      })),
    },
  });
