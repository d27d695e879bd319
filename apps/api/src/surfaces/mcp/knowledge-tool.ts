import type { Arrival, Spender } from '#call';
import type { JsonDocument } from '#kernel';
import {
  describeSearch,
  documentIdOf,
  grantedStores,
  readSearchArguments,
  searchSchema,
  textOfHits,
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
  spender: Spender,
  server: string | null,
  stores: KnowledgeStores,
): Promise<OwnTool | undefined> {
  const isMeant = server === null || server === SERVER;
  if (!isMeant || spender.organisation.providers.has(SERVER)) return undefined;
  const granted = await grantedStores(spender, stores);
  if (granted.length === 0) return undefined;
  return {
    shownAs: server === null ? shownName(SERVER, TOOL) : TOOL,
    pin: { description: describeSearch(granted), inputSchema: searchSchema(granted) },
    stores: granted,
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
  const { store, search: asked } = readSearchArguments(given.root, stores);
  const { principal, callerGone: ended } = arrival;
  const searcher = { principal, identity: arrival, timeoutMs, ended };
  return async () => resultOf(await search.run(store, asked, searcher), isModern);
}

export interface SearchByTool {
  /** The arguments. */
  readonly given: JsonDocument;
  readonly search: KnowledgeSearch;
  readonly timeoutMs: number;
  readonly isModern: boolean;
}

/** For a model to read, and for programs. */
const resultOf = (hits: readonly Hit[], isModern: boolean): string =>
  JSON.stringify({
    ...(isModern && { resultType: 'complete' }),
    content: [{ type: 'text', text: textOfHits(hits) }],
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
