import type { JsonDocument } from '#kernel';
import type { KnowledgeSearch, KnowledgeStores } from '#knowledge';
import type { InspectInterceptor } from '#dlp';
import type { AnswerRoom } from '#platform';
import type { RequestStates, ServerLists, ToolServers } from '#tools';
import type { McpMessage } from '#wire';
import type { SurfaceRequest } from '../../http/surface.js';

/** Whose tools there are: of registered servers, and the gateway's own. */
export interface McpTools {
  readonly servers: ToolServers;
  readonly lists: ServerLists;
  readonly states: RequestStates;
  readonly inspect: InspectInterceptor;
  readonly answers: AnswerRoom;
  readonly stores: KnowledgeStores;
  readonly search: KnowledgeSearch;
}

/** A request that is to be answered. */
export interface Asking {
  readonly message: McpMessage & { readonly id: string };
  readonly document: JsonDocument;
  readonly isModern: boolean;
  readonly request: SurfaceRequest;
}

/** Whose own names are meant; null where those of all servers stand together. */
export const serverOf = ({ segments }: SurfaceRequest): string | null => segments[2] ?? null;
