import { Body, Delete, Get, HttpCode, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Directory, modelNameOf, PriceList } from '#call';
import { problem } from '#kernel';
import {
  documentIdOf,
  IngestDocument,
  KnowledgeDocuments,
  KnowledgeRemnants,
  KnowledgeSearch,
  KnowledgeStores,
  readDocumentId,
  readStoreId,
  reasonOf,
  STORE_PASSAGES_MAX,
  STORES_MAX,
  storeIdOf,
  VectorExtension,
  type Engine,
  type ExtensionState,
  type StoreRow,
  type StoreSummary,
} from '#knowledge';
import type { Actor } from '#members';
import { SettingsEditor } from '#operations';
import { Database } from '#platform';
import { CallServer } from '../../http/call-server.js';
import { searchSurface } from '../../surfaces/knowledge/knowledge.surface.js';
import { OwnWorkloads } from '../audit/own-workloads.js';
import { AdminLog } from '../http/admin-log.js';
import { AdminController, Allow, Caller, IfMatch } from '../http/allow.js';
import { ListQuery, pageOf, readCursor, type Page } from '../http/page.js';
import { AnswersPage } from '../openapi/describe.js';
import { PlaygroundWorkload } from '../playground/playground-workload.js';
import {
  DocumentPath,
  DocumentView,
  documentView,
  StoreDto,
  StorePatchDto,
  StorePath,
  StoreView,
  storeView,
} from './knowledge.dto.js';
import { PlaygroundQuery } from '../playground/playground.dto.js';
import { uploadSurface } from './upload.surface.js';

const NOTHING_LEFT = 'It is gone, and nothing of it is left.';
const SOME_LEFT =
  'It is gone and nobody finds it any more. It was large: its texts and vectors are being deleted.';

/** Stores of documents that workloads search. Members see and fill those that workloads of theirs were granted. */
@ApiTags('Knowledge')
@AdminController('knowledge/stores')
export class KnowledgeStoresController {
  constructor(
    private readonly stores: KnowledgeStores,
    private readonly documents: KnowledgeDocuments,
    private readonly remnants: KnowledgeRemnants,
    private readonly search: KnowledgeSearch,
    private readonly ingest: IngestDocument,
    private readonly extension: VectorExtension,
    private readonly server: CallServer,
    private readonly workloads: PlaygroundWorkload,
    private readonly own: OwnWorkloads,
    private readonly directory: Directory,
    private readonly prices: PriceList,
    private readonly editor: SettingsEditor,
    private readonly database: Database,
    private readonly log: AdminLog,
  ) {}

  /** By name. */
  @Get()
  @Allow('knowledge:read')
  @AnswersPage(StoreView)
  async list(@Caller() actor: Actor): Promise<Page<StoreView>> {
    const seen = await this.seenBy(actor);
    const ids = seen?.flatMap((id) => readStoreId(id) ?? []) ?? null;
    const all = await this.stores.list(actor.organisationId, ids);
    const granted = await this.granted(actor);
    const extension = await this.extension.state();
    return { data: all.map((store) => viewOf(store, granted, extension)), next_cursor: null };
  }

  @Post()
  @Allow('knowledge:manage')
  @ApiCreatedResponse({ type: StoreView })
  async create(@Caller() actor: Actor, @Body() wanted: StoreDto): Promise<StoreView> {
    const {
      name,
      embedding_model: model,
      passage_tokens: tokens,
      overlap_tokens: overlap,
      engine,
    } = wanted;
    this.expectModel(actor, model);
    await this.expectEngine(engine);
    if (overlap > tokens / 2) {
      const message = 'must be at most half of passage_tokens';
      throw problem('invalid', { errors: [{ path: 'overlap_tokens', message }] });
    }
    const id = await this.log.change(actor, 'knowledge.create', async (_manager, tx) => {
      const made = await this.stores.make(tx, actor.organisationId, {
        name,
        embeddingModel: model,
        passageTokens: tokens,
        overlapTokens: overlap,
        engine,
      });
      if ('id' in made) {
        const after = {
          name,
          embedding_model: model,
          passage_tokens: tokens,
          overlap_tokens: overlap,
          engine,
        };
        return { result: made.id, target: targetOf(storeIdOf(made.id)), after };
      }
      if (made.fault === 'name_taken') throw problem('name_taken');
      throw problem('conflict', { detail: `There are ${STORES_MAX} stores already.` });
    });
    return this.read(actor, { id: storeIdOf(id) });
  }

  @Get(':id')
  @Allow('knowledge:read')
  @ApiOkResponse({ type: StoreView })
  async read(@Caller() actor: Actor, @Param() { id }: StorePath): Promise<StoreView> {
    const { id: uuid } = await this.storeOf(actor, id);
    const [summary] = await this.stores.list(actor.organisationId, [uuid]);
    if (!summary) throw problem('not_found');
    return viewOf(summary, await this.granted(actor), await this.extension.state());
  }

  /** Another name, or another way to search it; what it holds is embedded, so the rest stays. */
  @Patch(':id')
  @Allow('knowledge:manage')
  @ApiOkResponse({ type: StoreView })
  async change(
    @Caller() actor: Actor,
    @Param() { id }: StorePath,
    @IfMatch() version: number,
    @Body() patch: StorePatchDto,
  ): Promise<StoreView> {
    const store = await this.storeOf(actor, id);
    if (store.version !== version) throw problem('version_changed');
    const { name, engine } = store;
    const after = { name: patch.name ?? name, engine: patch.engine ?? engine };
    if (after.engine !== engine) await this.expectEngine(after.engine);
    await this.log.change(actor, 'knowledge.update', async (_manager, tx) => {
      const changed = await this.stores.change(tx, store, after);
      if (changed === 'name_taken') throw problem('name_taken');
      if (changed === 'too_full') throw problem('conflict', { detail: TOO_FULL });
      return { result: null, target: targetOf(id), before: { name, engine }, after };
    });
    return this.read(actor, { id });
  }

  /** With its documents, their texts and their vectors. */
  @Delete(':id')
  @HttpCode(204)
  @Allow('knowledge:manage')
  @ApiNoContentResponse({ description: NOTHING_LEFT })
  @ApiAcceptedResponse({ description: SOME_LEFT })
  async remove(
    @Caller() actor: Actor,
    @Param() { id }: StorePath,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const store = await this.storeOf(actor, id);
    const users = usersIn(await this.granted(actor), id);
    if (users.length > 0) {
      throw problem('in_use', {
        detail: `Take it from the workloads that may search it first: ${users.join(', ')}.`,
      });
    }
    await this.log.change(actor, 'knowledge.delete', async (_manager, tx) => {
      if (!(await this.stores.remove(tx, actor.organisationId, store.id)))
        throw problem('not_found');
      return { result: null, target: targetOf(id), before: { name: store.name } };
    });
    if (!(await this.remnants.clear(store.id))) reply.status(202);
  }

  /** Newest first. */
  @Get(':id/documents')
  @Allow('knowledge:read')
  @AnswersPage(DocumentView)
  async listDocuments(
    @Caller() actor: Actor,
    @Param() { id }: StorePath,
    @Query() query: ListQuery,
  ): Promise<Page<DocumentView>> {
    const store = await this.storeOf(actor, id);
    const [after] = readCursor(query.cursor, 1) ?? [];
    const rows = await this.documents.list(actor.organisationId, store.id, {
      limit: query.limit + 1,
      after: after === undefined ? undefined : readDocumentId(after),
    });
    const views = await Promise.all(
      rows.map(async (row) => documentView(row, await this.documents.headOf(row))),
    );
    return pageOf(views, query.limit, ({ id: last }) => [last]);
  }

  /**
   * A form of `file` and, as JSON, `attributes`: read, cleaned and embedded in the background on the workload's budget. The
   * same bytes twice are one document; one that failed is tried again. Errors are those of `/v1`.
   */
  @Post(':id/documents')
  @HttpCode(202)
  @Allow('knowledge:upload')
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', format: 'binary' },
        attributes: {
          type: 'string',
          description: 'JSON: up to 16 texts, numbers, true or false.',
        },
      },
    },
  })
  @ApiAcceptedResponse({ type: DocumentView })
  async upload(
    @Caller() actor: Actor,
    @Param() { id }: StorePath,
    @Query() { workload }: PlaygroundQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const store = await this.storeOf(actor, id);
    const principal = await this.workloads.principalOf(actor, workload);
    const surface = uploadSurface({
      store,
      ingest: this.ingest,
      memberId: principal.memberId,
      add: async (document) => {
        const prepared = await this.documents.prepare(document);
        return this.log.change(actor, 'knowledge.upload', async (_manager, tx) => {
          const added = await this.documents.add(tx, prepared);
          const target = 'id' in added ? ` ${documentIdOf(added.id)}` : '';
          return { result: added, target: `${targetOf(id)}${target}` };
        });
      },
      view: (uuid) => this.documentOf(actor, store, uuid),
    });
    await this.serve(principal, surface, request, reply);
  }

  @Get(':id/documents/:document')
  @Allow('knowledge:read')
  @ApiOkResponse({ type: DocumentView })
  async readDocument(
    @Caller() actor: Actor,
    @Param() { id, document }: DocumentPath,
  ): Promise<DocumentView> {
    const store = await this.storeOf(actor, id);
    return this.documentOf(actor, store, readDocumentId(document));
  }

  /** With its text and its vectors. */
  @Delete(':id/documents/:document')
  @HttpCode(204)
  @Allow('knowledge:manage')
  @ApiNoContentResponse({ description: NOTHING_LEFT })
  @ApiAcceptedResponse({ description: SOME_LEFT })
  async removeDocument(
    @Caller() actor: Actor,
    @Param() { id, document }: DocumentPath,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const store = await this.storeOf(actor, id);
    const uuid = readDocumentId(document) ?? '';
    await this.log.change(actor, 'knowledge.delete_document', async (_manager, tx) => {
      const isGone = await this.documents.remove(tx, actor.organisationId, store.id, uuid);
      if (!isGone) throw problem('not_found');
      return { result: null, target: `${targetOf(id)} ${document}` };
    });
    if (!(await this.remnants.clear(store.id))) reply.status(202);
  }

  /** One that failed, from where it stood. */
  @Post(':id/documents/:document/retry')
  @HttpCode(200)
  @Allow('knowledge:upload')
  @ApiOkResponse({ type: DocumentView })
  async retry(
    @Caller() actor: Actor,
    @Param() { id, document }: DocumentPath,
    @Query() { workload }: PlaygroundQuery,
  ): Promise<DocumentView> {
    const store = await this.storeOf(actor, id);
    const principal = await this.workloads.principalOf(actor, workload);
    const uuid = readDocumentId(document) ?? '';
    await this.log.change(actor, 'knowledge.retry', async (_manager, tx) => {
      const isQueued = await this.documents.again(tx, {
        organisationId: actor.organisationId,
        storeId: store.id,
        memberId: principal.memberId,
        workloadId: principal.workload.id,
        id: uuid,
      });
      if (!isQueued) throw problem('conflict', { detail: 'The document has not failed.' });
      return { result: null, target: `${targetOf(id)} ${document}` };
    });
    return this.documentOf(actor, store, uuid);
  }

  /** As `/v1/vector_stores/{id}/search`, answered as that is, errors included. */
  @Post(':id/search')
  @HttpCode(200)
  @Allow('playground:use')
  @ApiBody({ schema: { type: 'object', additionalProperties: true } })
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true } })
  async try(
    @Caller() actor: Actor,
    @Param() { id }: StorePath,
    @Query() { workload }: PlaygroundQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const store = await this.storeOf(actor, id);
    const principal = await this.workloads.principalOf(actor, workload);
    await this.serve(principal, searchSurface(this.search, store), request, reply);
  }

  private async serve(
    principal: Parameters<CallServer['serveAs']>[0],
    surface: Parameters<CallServer['serveAs']>[4],
    { raw, id, routeOptions }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    raw.url = routeOptions.url ?? ''; // The query is for us.
    await this.server.serveAs(principal, raw, reply.hijack().raw, id, surface);
  }

  /** @throws not_found, whether it is another's to see or nobody's */
  private async storeOf(actor: Actor, id: string): Promise<StoreRow> {
    const seen = await this.seenBy(actor);
    const uuid = readStoreId(id);
    const isSeen = uuid !== undefined && (seen === null || seen.includes(id));
    const store = isSeen ? await this.stores.find(actor.organisationId, uuid) : undefined;
    if (!store) throw problem('not_found');
    return store;
  }

  private async documentOf(
    { organisationId }: Actor,
    store: StoreRow,
    uuid: string | undefined,
  ): Promise<DocumentView> {
    const row = uuid && (await this.documents.find(organisationId, store.id, uuid));
    if (!row) throw problem('not_found');
    return documentView(row, await this.documents.headOf(row));
  }

  /** Ids of stores; null: all of them. */
  private async seenBy(actor: Actor): Promise<readonly string[] | null> {
    const own = await this.own.of(actor, 'knowledge:read');
    if (own === undefined) return null;
    const mine = new Set(own);
    const granted = await this.granted(actor);
    return granted.flatMap(({ id, knowledge }) => (mine.has(id) ? knowledge : []));
  }

  /** As it was saved last, though it may take moments until it is in force. */
  private async granted({ organisationId }: Actor): Promise<readonly Granted[]> {
    const stored = await this.editor.read(this.database, organisationId);
    return stored.flatMap(({ kind, id, name, settings }) => {
      const { knowledge = [] } = settings as { readonly knowledge?: readonly string[] };
      return kind === 'workload' ? [{ id, name, knowledge }] : [];
    });
  }

  /** @throws invalid where the database cannot index vectors, or may not */
  private async expectEngine(engine: Engine): Promise<void> {
    if (engine === 'exact') return;
    const state = await this.extension.state();
    if (state.kind === 'ready') return;
    throw problem('invalid', { errors: [{ path: 'engine', message: reasonOf(state) }] });
  }

  /** @throws invalid where no provider of that name serves anything */
  private expectModel({ organisationId }: Actor, model: string): void {
    const { provider, id } = modelNameOf(model);
    const refuse = (message: string) =>
      problem('invalid', { errors: [{ path: 'embedding_model', message }] });
    if (!this.directory.organisation(organisationId)?.providers.has(provider)) {
      throw refuse(`names no provider of the organisation: ${provider}`);
    }
    const tokens = { inputTokens: 1, outputTokens: 0 };
    if (this.prices.costOf(organisationId, provider, id, tokens) === undefined) {
      throw refuse(
        `names a model without a price, which no call reaches: look for ${model} among the models`,
      );
    }
  }
}

const TOO_FULL = `It has more than ${STORE_PASSAGES_MAX} passages, which nothing but an index searches. Delete documents first.`;

/** A workload, and the stores that it may search. */
interface Granted {
  readonly id: string;
  readonly name: string;
  readonly knowledge: readonly string[];
}

const usersIn = (granted: readonly Granted[], id: string): readonly string[] =>
  granted.filter(({ knowledge }) => knowledge.includes(id)).map(({ name }) => name);

const viewOf = (
  store: StoreSummary,
  granted: readonly Granted[],
  extension: ExtensionState,
): StoreView => storeView(store, { workloads: usersIn(granted, storeIdOf(store.id)), extension });

const targetOf = (id: string): string => `knowledge ${id}`;
