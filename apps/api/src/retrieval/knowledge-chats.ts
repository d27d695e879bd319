import { Injectable } from '@nestjs/common';
import type { ReceivedCall, Spender } from '#call';
import { isToldByEvents } from '#content';
import { addAll, Clock, Ids, runInSlices, type Cancellation, type JsonDocument } from '#kernel';
import { grantedStores, KnowledgeSearch, KnowledgeStores } from '#knowledge';
import { Pipeline, Refusals, type Answer } from '#pipeline';
import { takesTools, withProvider } from '#routing';
import { addedTools, type ConversationProtocol, type NotAdded, type ReplyEvent } from '#wire';
import { KnowledgeChat, SEARCH_TOOL, searchTool, type ChatRequest } from './knowledge-chat.js';

/** What became of the tool: `x-gw-knowledge`. `skip`: the request asks for what cannot be put together of several answers. */
type ToolState = 'on' | NotAdded;

/** An answer that may still need its request. */
export interface Served extends Answer {
  readonly holdsRequest?: true;
}

/**
 * Chats of workloads whose models search documents: a tool is added to the request, and the gateway runs it. Any other call
 * goes through the pipeline as it is.
 */
@Injectable()
export class KnowledgeChats {
  constructor(
    private readonly pipeline: Pipeline,
    private readonly refusals: Refusals,
    private readonly stores: KnowledgeStores,
    private readonly search: KnowledgeSearch,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @throws GatewayError as the pipeline does; on record either way */
  run(call: ReceivedCall): Promise<Served> {
    return mayBeGivenTool(call) ? this.runWithTool(call) : this.pipeline.run(call);
  }

  /** A body as its model would be sent it, for whoever counts its tokens. @throws document_storage_unavailable */
  async counted(
    { organisation, workload }: Spender,
    protocol: ConversationProtocol,
    document: JsonDocument,
    ended: Cancellation,
  ): Promise<JsonDocument> {
    if (!workload.knowledgeTool || stateOf(protocol, document) !== 'on') return document;
    const stores = await grantedStores({ organisation, workload }, this.stores);
    return stores.length === 0
      ? document
      : runInSlices(addedTools[protocol].add(document, searchTool(stores)), ended);
  }

  private async runWithTool(call: ChatRequest): Promise<Served> {
    const state = modelTakesTools(call)
      ? stateOf(call.operation.protocol, call.body.document)
      : 'skip';
    const chat = state === 'on' ? await this.begin(call) : undefined;
    if (!chat) {
      return withState(await this.pipeline.run(call), state === 'on' ? 'skip' : state);
    }
    const first = withState(await this.pipeline.run(chat.call), 'on');
    const { body } = first;
    switch (body.kind) {
      case 'json': {
        const frame = await whole(chat.batches(first));
        return { ...first, cachedUsage: chat.cachedUsage, body: { ...body, frame } };
      }
      case 'events':
        return {
          ...first,
          get cachedUsage() {
            return chat.cachedUsage; // Of the rounds so far.
          },
          body: { ...body, batches: chat.batches(first) },
          holdsRequest: true,
        };
      case 'bytes':
        return first;
    }
  }

  /** The request with the tool in it; undefined where there is nothing to search. */
  private async begin(call: ChatRequest) {
    try {
      const stores = await grantedStores(call.principal, this.stores);
      if (stores.length === 0) return undefined;
      return await KnowledgeChat.begin(call, stores, this.tools);
    } catch (fault) {
      throw await this.refusals.record(call, fault);
    }
  }

  private get tools() {
    const { pipeline, stores, search, ids, clock } = this;
    return { pipeline, stores, search, ids, clock };
  }
}

function mayBeGivenTool(call: ReceivedCall): call is ChatRequest {
  const { operation, body, principal } = call;
  return (
    principal.workload.knowledgeTool &&
    operation.kind === 'chat' &&
    operation.protocol !== 'completions' &&
    body.kind === 'json'
  );
}

function modelTakesTools({ principal, requestedModel, protocol }: ChatRequest): boolean {
  const name = requestedModel?.trim() ?? '';
  return takesTools(principal, withProvider(principal, name, protocol));
}

function stateOf(protocol: ConversationProtocol, { root }: JsonDocument): ToolState {
  if (!isToldByEvents(protocol, root)) return 'skip';
  return addedTools[protocol].refusal(root, SEARCH_TOOL) ?? 'on';
}

const withState = (answer: Answer, state: ToolState): Answer => ({
  ...answer,
  gatewayHeaders: { ...answer.gatewayHeaders, 'x-gw-knowledge': state },
});

async function whole(batches: ReturnType<KnowledgeChat['batches']>) {
  const events: ReplyEvent[] = [];
  for await (const batch of batches) for (const frame of batch) addAll(events, frame.events);
  return { document: null, edits: [], events };
}
